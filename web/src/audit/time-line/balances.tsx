import type { AsOf } from '@ledger/contracts/audit.ts'
import { Empty } from '../../shared/design/states.tsx'
import { countText, rupees } from '../../shared/language/figures.ts'
import { useWords } from '../../shared/language/words.ts'
import { AccountLink } from './account-link.tsx'
import type { MomentSearch } from './moment-search.ts'
import { More } from './more.tsx'
import { words } from './words.ts'

type Account = AsOf['accounts'][number]

/** All accounts at one moment. Beneficiaries, which may be many, are drawn on demand. */
export function Balances({ moment, moments }: { moment: AsOf; moments: MomentSearch }) {
  const t = useWords(words)
  const ours = moment.accounts.filter(({ kind }) => kind !== 'beneficiary')
  const payees = moment.accounts.filter(({ kind }) => kind === 'beneficiary')
  return (
    <section aria-label={t.asOf} className="overflow-hidden rounded-sheet border border-rule bg-sheet">
      {ours.length === 0 ? <Empty title={t.nothing} /> : <Accounts accounts={ours} moments={moments} />}
      {payees.length === 0 ? null : (
        <More label={t.beneficiaries(countText(payees.length))}>
          <Accounts accounts={payees} moments={moments} />
        </More>
      )}
    </section>
  )
}

function Accounts({ accounts, moments }: { accounts: readonly Account[]; moments: MomentSearch }) {
  const t = useWords(words)
  return (
    <table className="w-full border-collapse">
      <thead className="max-md:sr-only">
        <tr className="border-rule border-b text-left text-ink-soft text-small">
          <th scope="col" className="py-2 pr-3 pl-5 font-normal">
            {t.account}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal">
            {t.received}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal">
            {t.spent}
          </th>
          <th scope="col" className="py-2 pr-5 pl-3 text-right font-normal">
            {t.balance}
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <tr key={account.account} className="border-rule border-b">
            <th scope="row" className="w-full max-w-0 py-2 pr-3 pl-4 text-left font-normal md:pl-5">
              <AccountLink account={account} moments={moments} />
            </th>
            <td className="figures px-3 py-3 text-right max-md:hidden">{rupees(account.received)}</td>
            <td className="figures px-3 py-3 text-right max-md:hidden">{rupees(account.spent)}</td>
            <td
              className={`figures py-3 pr-4 pl-3 text-right font-heavy md:pr-5 ${account.balance.startsWith('-') ? 'text-debit' : ''}`}
            >
              {rupees(account.balance)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
