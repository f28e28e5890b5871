import type { TransactionTotals } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { countText, rupees } from '../../language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'

const words = inBothLanguages(
  {
    rows: (count: string) => (count === '1' ? '1 transaction' : `${count} transactions`),
    credits: 'Received from Head Office',
    debits: 'Expenses',
    debitsBesideTransfers: 'Expenses, without transfers',
    transfersReceived: 'Transfers received',
    transfersGiven: 'Transfers given',
    deleted: 'Deleted, in no total',
  },
  {
    rows: (count: string) => `${count} लेन-देन`,
    credits: 'हेड ऑफिस से मिला',
    debits: 'खर्च',
    debitsBesideTransfers: 'खर्च, ट्रांसफ़र छोड़कर',
    transfersReceived: 'ट्रांसफ़र से मिला',
    transfersGiven: 'ट्रांसफ़र में दिया',
    deleted: 'मिटाए गए, जोड़ में नहीं',
  },
)

const SUM_KINDS = ['credits', 'debits', 'transfersReceived', 'transfersGiven', 'deleted'] as const
const SUM_COLOURS = { credits: 'text-credit', debits: 'text-debit' }

interface Props {
  sums: TransactionTotals | undefined
  /** True while the sums and rows still belong to the filter before, until the answer for this one arrives. */
  isOfBefore: boolean
}

/**
 * Shows the number of rows that match the filter of a list, and the sum of each kind of row among them. Elsewhere the
 * sum of what was spent has the transfers in it, so expenses beside transfers say that they have not.
 */
export function ListTotals({ sums, isOfBefore }: Props) {
  const t = useWords(words)
  return (
    <div className="min-h-7 px-4 pb-3 aria-busy:opacity-60 md:px-5" aria-busy={isOfBefore}>
      <p role="status" className="figures min-h-6 font-strong">
        {sums === undefined ? null : t.rows(countText(sums.count))}
      </p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1 text-small">
        {sums === undefined
          ? null
          : SUM_KINDS.filter((kind) => sums[kind].count > 0).map((kind) => (
              <div key={kind}>
                <dt className="inline text-ink-soft">
                  {kind === 'debits' && sums.transfersGiven.count > 0 ? t.debitsBesideTransfers : t[kind]}
                </dt>{' '}
                <dd
                  className={`figures inline font-heavy ${kind in SUM_COLOURS ? SUM_COLOURS[kind as keyof typeof SUM_COLOURS] : ''}`}
                >
                  {rupees(sums[kind].amount)}
                  <span className="font-normal text-ink-soft"> ({countText(sums[kind].count)})</span>
                </dd>
              </div>
            ))}
      </dl>
    </div>
  )
}
