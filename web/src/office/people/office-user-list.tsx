import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { PrintButton } from '../../shared/export/print/list-outputs.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { ALL_TIME, periodText } from '../../shared/language/period-text.ts'
import { roleLabels } from '../../shared/language/role-labels.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { officeUsersQuery } from '../api/people-queries.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { DeleteOfficeUser, EditOfficeUser } from './office-user-dialogs.tsx'
import { PeopleSkeleton } from './people-list.tsx'
import { PersonBadge, PersonRow, RowAction } from './person-row.tsx'
import { printedOfficeUsers } from './printed-office-users.ts'
import { words } from './screen-texts.ts'

const nameOfUser = ({ name }: OfficeUser) => name

/** The people of head office. An accountant or auditor sees them without the actions. */
export function OfficeUserList({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  const language = useLanguage((state) => state.language)
  const roles = useWords(roleLabels)
  const { data: users, error, refetch } = useQuery(officeUsersQuery)
  const data = useNameOrder(users, nameOfUser)
  const [open, setOpen] = useState<{ what: 'edit' | 'delete'; user: OfficeUser }>()
  const close = () => setOpen(undefined)
  if (data === undefined)
    return error === null ? (
      <PeopleSkeleton />
    ) : (
      <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
    )
  return (
    <>
      <div className="flex items-center justify-between gap-4 px-4 pb-4 md:px-5">
        <p className="text-ink-soft">{t.officeUsersText}</p>
        <div className="list-outputs">
          <PrintButton
            heading={{ title: s.auditors, about: [], period: periodText(ALL_TIME, language) }}
            read={async (inLanguage) => printedOfficeUsers(data, inLanguage)}
            total={data.length}
          />
        </div>
      </div>
      <ul>
        {data.map((user) => (
          <PersonRow
            key={user.id}
            name={user.name}
            badge={<PersonBadge>{roles[user.role]}</PersonBadge>}
            details={user.email}
            actions={
              admin.role === 'admin' ? (
                <>
                  <RowAction icon={Pencil} label={t.editWho(user.name)} onClick={() => setOpen({ what: 'edit', user })}>
                    {t.edit}
                  </RowAction>
                  <RowAction
                    icon={Trash2}
                    label={t.deleteWho(user.name)}
                    onClick={() => setOpen({ what: 'delete', user })}
                  >
                    {t.delete}
                  </RowAction>
                </>
              ) : undefined
            }
          />
        ))}
      </ul>
      {open?.what === 'edit' ? <EditOfficeUser admin={admin} user={open.user} onClose={close} /> : null}
      {open?.what === 'delete' ? <DeleteOfficeUser user={open.user} onClose={close} /> : null}
    </>
  )
}
