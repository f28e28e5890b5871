import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { createOfficeUserBody, editOfficeUserBody } from '@ledger/contracts/http/people/people-requests.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { createOfficeUser, deleteOfficeUser, editOfficeUser } from '../api/people-queries.ts'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { officeSignIn } from './passwords/sign-in-text.ts'
import { PersonFormDialog } from './person-form-dialog.tsx'
import { words } from './screen-texts.ts'

const officeUserToastText = ({ name, email }: OfficeUser) => `${name} · ${email}`

export function CreateOfficeUser({ admin, onClose }: { admin: OfficeUser; onClose(): void }) {
  const t = useWords(words)
  return (
    <PersonFormDialog
      title={t.createOfficeUserTitle}
      form="create-office-user"
      admin={admin}
      schema={createOfficeUserBody}
      fields={[
        { name: 'name', label: t.name },
        { name: 'email', label: t.email },
        { name: 'password', label: t.password, hint: t.tellOfficeUser },
        { name: 'role', label: t.role, hint: t.rolesText },
      ]}
      filled={{}}
      save={createOfficeUser}
      shared={officeSignIn}
      outcome={{
        done: t.officeUserCreated,
        doneText: officeUserToastText,
        failedTitle: t.creationFailed,
        failed: t.officeUserNotCreated,
      }}
      submit={t.createOfficeUser}
      submitting={t.creating}
      onClose={onClose}
    />
  )
}

interface Props {
  admin: OfficeUser
  user: OfficeUser
  onClose(): void
}

/** An empty password keeps the current one. Another role or password signs the person out. */
export function EditOfficeUser({ admin, user, onClose }: Props) {
  const t = useWords(words)
  return (
    <PersonFormDialog
      title={t.editOfficeUser}
      form={`edit-office-user:${user.id}`}
      admin={admin}
      schema={editOfficeUserBody}
      fields={[
        { name: 'name', label: t.name },
        { name: 'email', label: t.email },
        { name: 'password', label: t.newPassword, hint: t.keepsPassword, optional: true },
        { name: 'role', label: t.role, hint: t.roleChangeText },
      ]}
      filled={{ name: user.name, email: user.email, role: user.role }}
      save={(sent) => editOfficeUser({ id: user.id, ...sent })}
      outcome={{
        done: t.userUpdated,
        doneText: officeUserToastText,
        failedTitle: t.updateFailed,
        failed: t.officeUserNotUpdated,
      }}
      submit={t.save}
      submitting={t.saving}
      onClose={onClose}
    />
  )
}

export function DeleteOfficeUser({ user, onClose }: Omit<Props, 'admin'>) {
  const t = useWords(words)
  return (
    <DeletePersonDialog
      title={t.deleteOfficeUser}
      id={user.id}
      name={user.name}
      details={user.email}
      remove={deleteOfficeUser}
      done={t.officeUserDeleted}
      failed={t.officeUserNotDeleted}
      onClose={onClose}
    />
  )
}
