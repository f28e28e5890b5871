import type { TransactionTotals } from '@ledger/contracts/http/reports/summary-and-total-schemas.ts'
import { formatAmount, paiseOf } from '@ledger/contracts/money.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

/** The number of entries that a filter leaves, and the sums of the two columns of amounts. */
export function EntriesTotals({ sums }: { sums: TransactionTotals }) {
  const t = useWords(words)
  return (
    <>
      <span className="font-strong">{t.count(countText(sums.count))}</span>
      {DOT_SEPARATOR}
      <span className="text-credit">{t.in(sumText(sums.credits.amount, sums.transfersReceived.amount))}</span>
      {DOT_SEPARATOR}
      <span className="text-debit">{t.out(sumText(sums.debits.amount, sums.transfersGiven.amount))}</span>
    </>
  )
}

/** Returns which part of the sums is transfers between accounts, and what was deleted; undefined without either. */
export function useTotalsNote(sums: TransactionTotals | undefined): string | undefined {
  const t = useWords(words)
  if (sums === undefined) return undefined
  const { transfersReceived, transfersGiven, deleted } = sums
  const notes = [
    transfersReceived.count + transfersGiven.count === 0
      ? []
      : transfersReceived.amount === transfersGiven.amount
        ? t.transfersBothWays(rupees(transfersGiven.amount))
        : t.transfers(rupees(transfersReceived.amount), rupees(transfersGiven.amount)),
    deleted.count === 0 ? [] : t.deleted(countText(deleted.count), rupees(deleted.amount)),
  ].flat()
  return notes.length === 0 ? undefined : notes.join(DOT_SEPARATOR)
}

const sumText = (one: string, other: string) => rupees(formatAmount(paiseOf(one) + paiseOf(other)))
