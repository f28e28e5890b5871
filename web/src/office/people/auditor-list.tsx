import { createAuditorBody } from '@ledger/contracts/http/requests.ts'
import type { OfficeUser } from '@ledger/contracts/http/responses.ts'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { auditorsQuery, createAuditor, deleteAuditor } from '../api/people-queries.ts'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { PeopleSkeleton } from './people-list.tsx'
import { PersonFormDialog } from './person-form-dialog.tsx'
import { PersonRow, RowAction } from './person-row.tsx'
import { words } from './screen-texts.ts'

const nameOfUser = ({ name }: OfficeUser) => name

/** The accounts that may read the books without changing them (api.md, The audit calls). */
export function AuditorList({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const { data: auditors, error, refetch } = useQuery(auditorsQuery)
  const data = useNameOrder(auditors, nameOfUser)
  const [leaving, setLeaving] = useState<OfficeUser>()
  if (data === undefined)
    return error === null ? (
      <PeopleSkeleton />
    ) : (
      <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
    )
  return (
    <>
      <p className="px-4 pb-4 text-ink-soft md:px-5">{t.auditorsText}</p>
      {data.length === 0 ? (
        <p className="border-rule border-t px-5 py-6 text-center font-strong">{t.noAuditors}</p>
      ) : (
        <ul>
          {data.map((auditor) => (
            <PersonRow
              key={auditor.id}
              name={auditor.name}
              details={auditor.email}
              actions={
                admin.role === 'admin' ? (
                  <RowAction icon={Trash2} label={t.deleteWho(auditor.name)} onClick={() => setLeaving(auditor)}>
                    {t.delete}
                  </RowAction>
                ) : undefined
              }
            />
          ))}
        </ul>
      )}
      {leaving === undefined ? null : (
        <DeletePersonDialog
          title={t.deleteAuditor}
          id={leaving.id}
          name={leaving.name}
          details={leaving.email}
          remove={deleteAuditor}
          done={t.auditorDeleted}
          failed={t.auditorNotDeleted}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  )
}

export function CreateAuditor({ admin, onClose }: { admin: OfficeUser; onClose(): void }) {
  const t = useWords(words)
  return (
    <PersonFormDialog
      title={t.createAuditorTitle}
      form="create-auditor"
      admin={admin}
      schema={createAuditorBody}
      fields={[
        { name: 'name', label: t.name },
        { name: 'email', label: t.email },
        { name: 'password', label: t.password, hint: t.tellAuditor },
      ]}
      filled={{}}
      save={createAuditor}
      outcome={{
        done: t.auditorCreated,
        doneText: ({ name, email }) => `${name} · ${email}`,
        failedTitle: t.creationFailed,
        failed: t.auditorNotCreated,
      }}
      submit={t.createAuditor}
      submitting={t.creating}
      onClose={onClose}
    />
  )
}
