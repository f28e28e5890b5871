import { createSupervisorBody, editSupervisorBody } from '@ledger/contracts/bodies.ts'
import type { OfficeUser, Supervisor } from '@ledger/contracts/shapes.ts'
import { rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { createSupervisor, deleteSupervisor, editSupervisor } from '../calls/people.ts'
import { nameOf } from '../dashboard/name-of.ts'
import { DeletePerson } from './delete-person.tsx'
import { PersonDialog } from './person-dialog.tsx'
import { words } from './words.ts'

const saidOf = (person: Supervisor) => `${nameOf(person)} · ${person.mobile}`

/** §2, Create New Supervisor. */
export function CreateSupervisor({ admin, onClose }: { admin: OfficeUser; onClose(): void }) {
  const t = useWords(words)
  return (
    <PersonDialog
      title={t.createSupervisorTitle}
      form="create-supervisor"
      admin={admin}
      schema={createSupervisorBody}
      fields={[
        { name: 'name', label: t.name },
        { name: 'mobile', label: t.mobile },
        { name: 'password', label: t.password, hint: t.atLeast8 },
      ]}
      filled={{}}
      save={createSupervisor}
      outcome={{
        done: t.supervisorCreated,
        doneText: saidOf,
        failedTitle: t.creationFailed,
        failed: t.supervisorNotCreated,
      }}
      submit={t.createSupervisor}
      submitting={t.creating}
      onClose={onClose}
    />
  )
}

interface Props {
  admin: OfficeUser
  supervisor: Supervisor
  onClose(): void
}

/** §2, Edit Supervisor Details: an empty password keeps the current one. */
export function EditSupervisor({ admin, supervisor, onClose }: Props) {
  const t = useWords(words)
  return (
    <PersonDialog
      title={t.editSupervisor}
      form={`edit-supervisor:${supervisor.id}`}
      admin={admin}
      schema={editSupervisorBody}
      fields={[
        { name: 'name', label: t.name },
        { name: 'mobile', label: t.mobile },
        { name: 'password', label: t.newPassword, hint: t.keepsPassword, optional: true },
      ]}
      filled={{ name: nameOf(supervisor), mobile: supervisor.mobile }}
      save={(sent) => editSupervisor({ id: supervisor.id, ...sent })}
      outcome={{
        done: t.supervisorUpdated,
        doneText: saidOf,
        failedTitle: t.updateFailed,
        failed: t.supervisorNotUpdated,
      }}
      submit={t.save}
      submitting={t.saving}
      onClose={onClose}
    />
  )
}

export function DeleteSupervisor({ supervisor, onClose }: Omit<Props, 'admin'>) {
  const t = useWords(words)
  return (
    <DeletePerson
      title={t.deleteSupervisor}
      id={supervisor.id}
      name={nameOf(supervisor)}
      details={[supervisor.mobile, rupees(supervisor.siteBalance.currentBalance)].join(' · ')}
      remove={deleteSupervisor}
      done={t.supervisorDeleted}
      failed={t.supervisorNotDeleted}
      onClose={onClose}
    />
  )
}
