import type { BalancesAsOf } from '@ledger/contracts/http/audit-schemas.ts'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { AccountLedgerLink } from './account-ledger-link.tsx'
import { words } from './screen-texts.ts'
import { ShowMore } from './show-more.tsx'
import type { TimeLineSearchParams } from './time-line-search-params.ts'
import { useKindAndNameOrder } from './use-kind-and-name-order.ts'

type BalanceOfAccount = BalancesAsOf['accounts'][number]

/** All accounts at one moment. Beneficiaries, which may be many, are drawn on demand. */
export function BalancesTable({ moment, moments }: { moment: BalancesAsOf; moments: TimeLineSearchParams }) {
  const t = useWords(words)
  const accounts = useKindAndNameOrder(moment.accounts)
  const ours = accounts.filter(({ kind }) => kind !== 'beneficiary')
  const payees = accounts.filter(({ kind }) => kind === 'beneficiary')
  return (
    <section aria-label={t.asOf} className="overflow-hidden rounded-sheet border border-rule bg-sheet">
      {ours.length === 0 ? <EmptyState title={t.nothing} /> : <AccountRows accounts={ours} moments={moments} />}
      {payees.length === 0 ? null : (
        <ShowMore label={t.beneficiaries(countText(payees.length))}>
          <AccountRows accounts={payees} moments={moments} />
        </ShowMore>
      )}
    </section>
  )
}

function AccountRows({ accounts, moments }: { accounts: readonly BalanceOfAccount[]; moments: TimeLineSearchParams }) {
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
              <AccountLedgerLink account={account} moments={moments} />
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
