import type { OfficeUser, SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { createSiteUserBody, editSiteUserBody } from '@ledger/contracts/http/people/people-requests.ts'
import { useQueryClient } from '@tanstack/react-query'
import { createSiteUser, showCreatedSite } from '../../shared/api/office-queries.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { deleteSiteUser, editSiteUser } from '../api/people-queries.ts'
import { DeletePersonDialog } from './delete-person-dialog.tsx'
import { RevealPassword } from './passwords/reveal-password.tsx'
import { fieldSignIn } from './passwords/sign-in-text.ts'
import { personFullName } from './person-and-site-names.ts'
import { PersonFormDialog } from './person-form-dialog.tsx'
import { words } from './screen-texts.ts'

const inchargeToastText = (person: SiteUser) => `${personFullName(person)} · ${person.mobile}`

/** §2, Create New Site Incharge. */
export function CreateIncharge({ admin, onClose }: { admin: OfficeUser; onClose(): void }) {
  const t = useWords(words)
  const client = useQueryClient()
  return (
    <PersonFormDialog
      title={t.createIncharge}
      form="create-incharge"
      admin={admin}
      schema={createSiteUserBody}
      fields={[
        { name: 'name', label: t.name },
        { name: 'mobile', label: t.mobile },
        { name: 'siteName', label: t.siteName, optional: true },
        { name: 'password', label: t.password, hint: t.tellIncharge },
      ]}
      filled={{}}
      save={async (sent) => {
        const created = await createSiteUser(sent)
        void showCreatedSite(client, created)
        return created
      }}
      shared={fieldSignIn}
      outcome={{
        done: t.inchargeCreated,
        doneText: inchargeToastText,
        failedTitle: t.error,
        failed: t.inchargeNotCreated,
      }}
      submit={t.createInchargeSubmit}
      submitting={t.creating}
      onClose={onClose}
    />
  )
}

interface Props {
  admin: OfficeUser
  site: SiteUser
  onClose(): void
}

/** §2, Edit Site Incharge: an empty password keeps the current one, which can be shown below. */
export function EditIncharge({ admin, site, onClose }: Props) {
  const t = useWords(words)
  const passwordHint =
    site.status === 'active' ? t.strongPassword : `${t.strongPassword} ${t.staysDisabled(personFullName(site))}`
  return (
    <PersonFormDialog
      title={t.editIncharge}
      form={`edit-incharge:${site.id}`}
      admin={admin}
      schema={editSiteUserBody}
      fields={[
        { name: 'name', label: t.name },
        { name: 'siteName', label: t.siteName, optional: true },
        { name: 'mobile', label: t.mobile },
        { name: 'password', label: t.newPassword, hint: passwordHint, optional: true },
      ]}
      filled={{ name: personFullName(site), siteName: site.siteName ?? '', mobile: site.mobile }}
      save={(sent) => editSiteUser({ id: site.id, ...sent })}
      outcome={{
        done: t.userUpdated,
        doneText: inchargeToastText,
        failedTitle: t.updateFailed,
        failed: t.userNotUpdated,
      }}
      submit={t.save}
      submitting={t.saving}
      onClose={onClose}
    >
      <RevealPassword site={site} />
    </PersonFormDialog>
  )
}

export function DeleteIncharge({ site, onClose }: Omit<Props, 'admin'>) {
  const t = useWords(words)
  return (
    <DeletePersonDialog
      title={t.deleteIncharge}
      id={site.id}
      name={personFullName(site)}
      details={[site.siteName ?? t.noSiteName, site.mobile, rupees(site.siteBalance.currentBalance)].join(' · ')}
      remove={deleteSiteUser}
      done={t.userDeleted}
      failed={t.userNotDeleted}
      onClose={onClose}
    />
  )
}
