import type { OfficeUser, SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { SidePanel } from '../../shared/design/side-panel.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from '../dashboard/screen-texts.ts'
import { personFullName } from '../people/person-and-site-names.ts'
import { SendMoneyForm } from './send-money-form.tsx'

interface Props {
  admin: OfficeUser
  sites: readonly SiteUser[]
  /** The public id of the incharge who receives the money. */
  to: string
  onClose(): void
}

/** The form that sends money to one incharge, beside the list that it was opened from. It closes once it has sent. */
export function SendMoneyPanel({ admin, sites, to, onClose }: Props) {
  const t = useWords(words)
  const incharge = sites.find(({ id }) => id === to)
  if (incharge === undefined) return null
  return (
    <SidePanel title={t.sendTo(personFullName(incharge))} onClose={onClose}>
      <p className="-mt-1 mb-4 text-ink-soft">
        {incharge.siteName ?? t.noSiteName}, <span className="figures">{incharge.mobile}</span>
      </p>
      <SendMoneyForm admin={admin} sites={sites} to={incharge} onSent={onClose} />
    </SidePanel>
  )
}
