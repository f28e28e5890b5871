import type { OfficeUser, SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from '../dashboard/screen-texts.ts'
import { useCreateFirstIncharge } from '../people/use-create-first-incharge.tsx'
import { SendMoneyForm } from './send-money-form.tsx'

interface Props {
  admin: OfficeUser
  sites: readonly SiteUser[] | undefined
}

/** §2, Send Money to Site Incharge. An auditor, who reads everything and changes nothing, does not see the form. */
export function SendMoneySection({ admin, sites }: Props) {
  const t = useWords(words)
  const first = useCreateFirstIncharge(admin)
  if (admin.role !== 'admin') return null
  return (
    <section
      id="sendMoney"
      aria-labelledby="send-money-title"
      className="min-w-0 scroll-mt-4 rounded-sheet border border-rule bg-sheet p-4 md:p-5"
    >
      <h2 id="send-money-title" className="mb-4 font-heavy text-lead">
        {t.sendTitle}
      </h2>
      {sites?.length === 0 ? (
        <div className="text-ink-soft">
          {t.nobody}
          <div>{first.button}</div>
        </div>
      ) : sites === undefined ? (
        <div className="h-96" aria-busy="true" />
      ) : (
        <SendMoneyForm admin={admin} sites={sites} />
      )}
      {first.dialog}
    </section>
  )
}
