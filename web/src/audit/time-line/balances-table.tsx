import type { Day } from '@ledger/contracts/dates.ts'
import type { BalancesAsOf } from '@ledger/contracts/http/audit/balances-and-ledger-as-of-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { countText, dateText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { balancesDatedQuery } from '../api/audit-queries.ts'
import { AccountLedgerLink } from './account-ledger-link.tsx'
import { CollapsibleList } from './collapsible-list.tsx'
import { words } from './screen-texts.ts'
import type { TimeLineSearchParams } from './time-line-search-params.ts'
import { useKindAndNameOrder } from './use-kind-and-name-order.ts'

type BalanceOfAccount = BalancesAsOf['accounts'][number]

interface Props {
  moment: BalancesAsOf
  moments: TimeLineSearchParams
  /** The day of the moment; undefined before the first event. */
  day: Day | undefined
}

/**
 * All accounts at one moment, by what was recorded by then, and beside it by what is dated to that day: an entry that
 * was typed in days later is in the second and not in the first. Beneficiaries, which may be many, are drawn on demand.
 */
export function BalancesTable({ moment, moments, day }: Props) {
  const t = useWords(words)
  const dated = useBalancesDated(day)
  const accounts = useKindAndNameOrder(moment.accounts)
  const ours = accounts.filter(({ kind }) => kind !== 'beneficiary')
  const beneficiaries = accounts.filter(({ kind }) => kind === 'beneficiary')
  return (
    <section aria-label={t.asOf} className="overflow-hidden rounded-sheet border border-rule bg-sheet">
      <DatedNote accounts={moment.accounts} dated={dated} />
      {ours.length === 0 ? (
        <EmptyState title={t.nothing} />
      ) : (
        <AccountRows accounts={ours} moments={moments} dated={dated} />
      )}
      {beneficiaries.length === 0 ? null : (
        <CollapsibleList label={t.beneficiaries(countText(beneficiaries.length))}>
          <AccountRows accounts={beneficiaries} moments={moments} dated={dated} />
        </CollapsibleList>
      )}
    </section>
  )
}

/** The balances by the dates of the entries, with their day as it is shown. */
interface DatedBalances {
  day: string
  /** Returns the balance of an account, a decimal. */
  of(account: BalanceOfAccount): string
}

/** Returns undefined while the balances are loading, and where there is no day. */
function useBalancesDated(day: Day | undefined): DatedBalances | undefined {
  const language = useLanguage((state) => state.language)
  const { data } = useQuery({ ...balancesDatedQuery(day ?? ''), enabled: day !== undefined })
  if (data === undefined) return undefined
  const balances = new Map(data.accounts.map(({ account, balance }) => [account, balance]))
  return {
    day: dateText(`${data.dated}T12:00:00+05:30`, language),
    of: ({ account }) => balances.get(account) ?? '0.00',
  }
}

function DatedNote({ accounts, dated }: { accounts: readonly BalanceOfAccount[]; dated: DatedBalances | undefined }) {
  const t = useWords(words)
  const differing = dated && accounts.filter((account) => dated.of(account) !== account.balance).length
  return (
    <p role="status" className="min-h-12 px-4 py-3 text-ink-soft text-small md:px-5">
      {dated === undefined || differing === undefined ? null : (
        <>
          {t.twoBalances(dated.day)} <span className="font-strong text-ink">{t.differ(countText(differing))}</span>
        </>
      )}
    </p>
  )
}

interface AccountRowsProps {
  accounts: readonly BalanceOfAccount[]
  moments: TimeLineSearchParams
  dated: DatedBalances | undefined
}

function AccountRows({ accounts, moments, dated }: AccountRowsProps) {
  const t = useWords(words)
  const figure = 'px-3 py-2 text-right font-normal'
  return (
    <table className="w-full border-collapse">
      <thead className="max-md:sr-only">
        <tr className="border-rule border-b text-left text-ink-soft text-small">
          <th scope="col" className="py-2 pr-3 pl-5 font-normal">
            {t.account}
          </th>
          <th scope="col" className={figure}>
            {t.received}
          </th>
          <th scope="col" className={figure}>
            {t.spent}
          </th>
          <th scope="col" className={figure}>
            {t.recordedByThen}
          </th>
          <th scope="col" className="py-2 pr-5 pl-3 text-right font-normal">
            {dated === undefined ? '' : t.datedTo(dated.day)}
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
              className={`figures py-3 pr-4 pl-3 text-right font-heavy md:pr-3 ${account.balance.startsWith('-') ? 'text-debit' : ''}`}
            >
              {rupees(account.balance)}
              <DatedBelow account={account} dated={dated} />
            </td>
            <td
              className={`figures py-3 pr-5 pl-3 text-right max-md:hidden ${dated?.of(account) === account.balance ? 'text-ink-soft' : 'font-heavy'}`}
            >
              {dated === undefined ? '' : rupees(dated.of(account))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** On a phone there is no room for a second column, so a balance that differs is below the first. */
function DatedBelow({ account, dated }: { account: BalanceOfAccount; dated: DatedBalances | undefined }) {
  const t = useWords(words)
  if (dated === undefined || dated.of(account) === account.balance) return null
  return (
    <span className="block font-normal text-ink-soft text-small md:hidden">
      {t.datedTo(dated.day)}
      <span className="block">{rupees(dated.of(account))}</span>
    </span>
  )
}
