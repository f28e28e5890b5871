import type { OfficeUser, SiteUser } from '@ledger/contracts/shapes.ts'
import { useWords } from '../language/words.ts'
import { SendMoneyForm } from './send-money-form.tsx'
import { words } from './words.ts'

interface Props {
  admin: OfficeUser | undefined
  sites: readonly SiteUser[] | undefined
}

/** §2, Send Money to Site Incharge; an auditor, who reads everything and changes nothing, does not get the form. */
export function SendMoney({ admin, sites }: Props) {
  const t = useWords(words)
  if (admin !== undefined && admin.role !== 'admin') return null
  return (
    <section className="rounded-sheet border border-rule bg-sheet p-4 md:p-5">
      <h2 className="mb-4 font-heavy text-lead">{t.sendTitle}</h2>
      {sites?.length === 0 ? (
        <p className="text-ink-soft">{t.nobody}</p>
      ) : admin === undefined || sites === undefined ? (
        <div className="h-96" aria-busy="true" />
      ) : (
        <SendMoneyForm admin={admin} sites={sites} />
      )}
    </section>
  )
}
