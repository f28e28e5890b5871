import type { Transaction } from '@ledger/contracts/shapes.ts'
import type { ReactNode } from 'react'
import { dateText, signedRupees } from '../language/figures.ts'
import { useLanguage } from '../language/language.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import { words } from './words.ts'

interface Props {
  row: Transaction
  /** What its reader may do with it: buttons under the amount. */
  actions?: ReactNode
}

/** One line of the book: whom and why on the left, the amount in its own ruled column on the right. */
export function TransactionRow({ row, actions }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeWords)
  const language = useLanguage((state) => state.language)
  const received = row.type === 'credit'
  // api.md: money that head office sent carries the incharge's own name; here it says where it came from.
  const other = received ? (row.transferFrom ?? t.headOffice) : row.recipient
  // Money that was sent has a purpose that only repeats the badge or "Head Office".
  const what = received || row.isTransfer ? [row.narration] : [row.purpose, row.narration]
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] border-rule border-t">
      <div className="min-w-0 py-3 pr-3 pl-4">
        <p className="line-clamp-2 font-strong">
          {other}
          {row.isTransfer ? (
            <span className="ml-2 inline-block rounded-brick border border-ink px-1.5 align-[1px] font-heavy text-[13px]/5">
              {t.transfer}
            </span>
          ) : null}
        </p>
        <p className="line-clamp-2 text-small">{what.filter((text) => text !== '').join(' · ')}</p>
        <p className="figures text-ink-soft text-small">
          {dateText(row.date, language)} · {modes[row.paymentMode]}
        </p>
      </div>
      <div className="flex min-w-30 flex-col border-rule border-l pt-3 pr-4 pl-3">
        <p className={`figures text-right font-heavy text-body ${received ? 'text-credit' : 'text-debit'}`}>
          {signedRupees(row.amount, row.type)}
        </p>
        {actions}
      </div>
    </div>
  )
}
