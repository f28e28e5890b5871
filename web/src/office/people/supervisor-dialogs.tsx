import type { OfficeUser, Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import { createSupervisorBody, editSupervisorBody } from '@ledger/contracts/http/people/people-requests.ts'
import { today } from '../../shared/api/today.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { createSupervisor, deleteSupervisor, editSupervisor } from '../api/people-queries.ts'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { fieldSignIn } from './passwords/sign-in-text.ts'
import { personFullName } from './person-and-site-names.ts'
import { PersonFormDialog } from './person-form-dialog.tsx'
import { words } from './screen-texts.ts'

const supervisorToastText = (person: Supervisor) => `${personFullName(person)} · ${person.mobile}`

/** §2, Create New Supervisor. */
export function CreateSupervisor({ admin, onClose }: { admin: OfficeUser; onClose(): void }) {
  const t = useWords(words)
  return (
    <PersonFormDialog
      title={t.createSupervisorTitle}
      form="create-supervisor"
      admin={admin}
      schema={createSupervisorBody}
      fields={[
        { name: 'name', label: t.name },
        { name: 'mobile', label: t.mobile },
        { name: 'password', label: t.password, hint: t.atLeast8 },
        { name: 'siteId', label: t.site, optional: true },
        { name: 'siteFrom', label: t.siteFrom },
      ]}
      filled={{ siteFrom: today() }}
      save={createSupervisor}
      shared={fieldSignIn}
      outcome={{
        done: t.supervisorCreated,
        doneText: supervisorToastText,
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
  const passwordHint =
    supervisor.status === 'active'
      ? t.keepsPassword
      : `${t.keepsPassword}. ${t.staysDisabled(personFullName(supervisor))}`
  return (
    <PersonFormDialog
      title={t.editSupervisor}
      form={`edit-supervisor:${supervisor.id}`}
      admin={admin}
      schema={editSupervisorBody}
      fields={[
        { name: 'name', label: t.name },
        { name: 'mobile', label: t.mobile },
        { name: 'password', label: t.newPassword, hint: passwordHint, optional: true },
        { name: 'siteId', label: t.site, optional: true },
        { name: 'siteFrom', label: t.siteFrom },
      ]}
      filled={{
        ...{ name: personFullName(supervisor), mobile: supervisor.mobile },
        ...{ siteId: supervisor.siteId ?? '', siteFrom: supervisor.siteFrom ?? '' },
      }}
      save={(sent) => editSupervisor({ id: supervisor.id, ...sent })}
      outcome={{
        done: t.supervisorUpdated,
        doneText: supervisorToastText,
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
    <DeletePersonDialog
      title={t.deleteSupervisor}
      id={supervisor.id}
      name={personFullName(supervisor)}
      details={[supervisor.mobile, rupees(supervisor.siteBalance.currentBalance)].join(' · ')}
      remove={deleteSupervisor}
      done={t.supervisorDeleted}
      failed={t.supervisorNotDeleted}
      onClose={onClose}
    />
  )
}
