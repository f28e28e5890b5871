import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import { countText, rupees, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { AccountLedgerLink } from './account-ledger-link.tsx'
import { CollapsibleList } from './collapsible-list.tsx'
import { words } from './screen-texts.ts'
import type { TimeLineSearchParams } from './time-line-search-params.ts'
import { useKindAndNameOrder } from './use-kind-and-name-order.ts'

interface BalanceChange {
  account: string
  name: string
  kind: BalancesAsOf['accounts'][number]['kind']
  before: string
  after: string
  paise: number
}

/** Two moments side by side, only with the accounts whose balance changed. */
export function BalanceChanges({
  before,
  after,
  moments,
}: {
  before: BalancesAsOf
  after: BalancesAsOf
  moments: TimeLineSearchParams
}) {
  const t = useWords(words)
  const changes = useKindAndNameOrder(balanceChangesBetween(before, after))
  const ours = changes.filter(({ kind }) => kind !== 'beneficiary')
  const beneficiaries = changes.filter(({ kind }) => kind === 'beneficiary')
  const still = after.accounts.length - changes.length
  return (
    <section aria-label={t.changes} className="overflow-hidden rounded-sheet border border-rule bg-sheet">
      <h2 className="p-4 font-heavy text-lead md:px-5">{t.changes}</h2>
      {changes.length === 0 ? (
        <p className="border-rule border-t p-4 text-ink-soft md:px-5">{t.none}</p>
      ) : (
        <>
          {ours.length === 0 ? null : <BalanceChangeTable changes={ours} moments={moments} />}
          {beneficiaries.length === 0 ? null : (
            <CollapsibleList label={t.beneficiaries(countText(beneficiaries.length))}>
              <BalanceChangeTable changes={beneficiaries} moments={moments} />
            </CollapsibleList>
          )}
        </>
      )}
      {still === 0 ? null : <p className="p-4 text-ink-soft md:px-5">{t.unchanged(countText(still))}</p>}
    </section>
  )
}

function BalanceChangeTable({
  changes,
  moments,
}: {
  changes: readonly BalanceChange[]
  moments: TimeLineSearchParams
}) {
  const t = useWords(words)
  return (
    <table className="w-full border-collapse">
      <thead className="max-md:sr-only">
        <tr className="border-rule border-b text-left text-ink-soft text-small">
          <th scope="col" className="py-2 pr-3 pl-4 font-normal md:pl-5">
            {t.account}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal max-md:hidden">
            {t.before}
          </th>
          <th scope="col" className="px-3 py-2 text-right font-normal max-md:hidden">
            {t.after}
          </th>
          <th scope="col" className="py-2 pr-4 pl-3 text-right font-normal md:pr-5">
            {t.change}
          </th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <BalanceChangeRow key={change.account} change={change} moments={moments} />
        ))}
      </tbody>
    </table>
  )
}

function BalanceChangeRow({ change, moments }: { change: BalanceChange; moments: TimeLineSearchParams }) {
  const { before, after, paise } = change
  const type = paise > 0 ? 'credit' : 'debit'
  return (
    <tr className="border-rule border-b max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:px-4 max-md:py-2">
      <th scope="row" className="w-full max-w-0 py-2 pr-3 pl-5 text-left font-normal max-md:contents">
        <AccountLedgerLink account={change} moments={moments} />
        <span className="col-span-2 text-small md:hidden">
          <span className="figures">{rupees(before)}</span> → <span className="figures">{rupees(after)}</span>
        </span>
      </th>
      <td className="figures px-3 py-3 text-right max-md:hidden">{rupees(before)}</td>
      <td className="figures px-3 py-3 text-right max-md:hidden">{rupees(after)}</td>
      <td
        className={`figures text-right font-heavy max-md:col-start-2 max-md:row-start-1 max-md:pl-3 md:py-3 md:pr-5 md:pl-3 ${paise > 0 ? 'text-credit' : 'text-debit'}`}
      >
        {signedRupees(formatAmount(Math.abs(paise)), type)}
      </td>
    </tr>
  )
}

/** No account ever leaves the books, so every account of the earlier moment is also in the later one. */
function balanceChangesBetween(before: BalancesAsOf, after: BalancesAsOf): BalanceChange[] {
  const was = new Map(before.accounts.map(({ account, balance }) => [account, balance]))
  return after.accounts.flatMap(({ account, name, kind, balance }) => {
    const then = was.get(account) ?? '0.00'
    const paise = paiseOf(balance) - paiseOf(then)
    return paise === 0 ? [] : { account, name, kind, before: then, after: balance, paise }
  })
}
