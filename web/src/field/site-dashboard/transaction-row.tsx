import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { ReactNode } from 'react'
import { Badge } from '../../shared/entry/badge.tsx'
import { BillMark } from '../../shared/entry/bill-mark.tsx'
import { otherParty } from '../../shared/entry/other-party.ts'
import { whatFor } from '../../shared/entry/what-for.ts'
import { BETWEEN } from '../../shared/language/between.ts'
import { dateText, signedRupees } from '../../shared/language/figures.ts'
import { useLanguage } from '../../shared/language/language.ts'
import { paymentModeWords } from '../../shared/language/payment-mode-words.ts'
import { useWords } from '../../shared/language/words.ts'
import { useShown } from '../outbox/shown.ts'
import { words } from './words.ts'

interface Props {
  row: Transaction
  /** The actions on the row: a button over the whole row, and others under the amount. */
  actions?: ReactNode
}

/** One line of the book: beneficiary and reason on the left, the amount in its own ruled column on the right. */
export function TransactionRow({ row: listed, actions }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeWords)
  const language = useLanguage((state) => state.language)
  const waits = useShown((state) => state.rows[listed.id])
  const row = waits?.as ?? listed
  const received = row.type === 'credit'
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)_auto] border-rule border-t">
      <div className="min-w-0 py-3 pr-3 pl-4">
        <p className="line-clamp-2 font-strong">
          {otherParty(row, t.headOffice)}
          {row.isTransfer ? <Badge>{t.transfer}</Badge> : null}
          {waits?.mark}
        </p>
        <p className="line-clamp-2 text-small">{whatFor(row)}</p>
        <p className="text-ink-soft text-small">
          {dateText(row.date, language)}
          {BETWEEN}
          {modes[row.paymentMode]}
          <BillMark count={waits?.bills ?? row.bills.length} />
        </p>
      </div>
      <div className="flex min-w-30 flex-col border-rule border-l pt-3 pr-4 pl-3">
        <p
          className={`figures text-right font-heavy text-body ${received ? 'text-credit' : 'text-debit'} ${waits?.isGoing ? 'line-through' : ''}`}
        >
          {signedRupees(row.amount, row.type)}
        </p>
        {actions}
      </div>
    </div>
  )
}
