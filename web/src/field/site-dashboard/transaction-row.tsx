import type { Transaction } from '@ledger/contracts/http/responses.ts'
import type { ReactNode } from 'react'
import { Badge } from '../../shared/entry/list/badge.tsx'
import { BillCount } from '../../shared/entry/list/bill-count.tsx'
import { describeEntryPurpose } from '../../shared/entry/list/entry-description.ts'
import { otherParty } from '../../shared/entry/list/other-party.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { dateText, signedRupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { usePendingRows } from '../outbox/ui/pending-rows.ts'
import { words } from './screen-texts.ts'

export interface TransactionRowProps {
  row: Transaction
  /** The actions on the row: a button over the whole row, and others under the amount. */
  actions?: ReactNode
  /** Draws a text of the row, with what a search found marked. */
  show?: ((text: string) => ReactNode) | undefined
}

/** One line of the book: beneficiary and reason on the left, the amount in its own ruled column on the right. */
export function TransactionRow({ row: listed, actions, show = (text) => text }: TransactionRowProps) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const language = useLanguage((state) => state.language)
  const waits = usePendingRows((state) => state.rows[listed.id])
  const asked = usePendingRows((state) => state.asked[listed.id])
  const row = waits?.as ?? listed
  const received = row.type === 'credit'
  return (
    <div className="relative grid grid-cols-[minmax(0,1fr)_auto] border-rule border-t tiny:grid-cols-1">
      <div className="min-w-0 py-3 pr-2 pl-4 tiny:pb-0 tiny:pl-3">
        <p className="line-clamp-2 font-strong">
          {show(otherParty(row, t.headOffice))}
          {row.isTransfer ? <Badge>{t.transfer}</Badge> : null}
          {waits?.mark}
          {asked}
        </p>
        <p className="line-clamp-2 text-small">{show(describeEntryPurpose(row))}</p>
        <p className="text-ink-soft text-small">
          {dateText(row.date, language)}
          {DOT_SEPARATOR}
          {show(modes[row.paymentMode])}
          <BillCount count={waits?.bills ?? row.bills.length} />
        </p>
        {row.acknowledgedAt == null ? null : (
          <p className="text-ink-soft text-small">
            {t.receivedOn(`${dateText(row.acknowledgedAt, language)}, ${timeText(row.acknowledgedAt)}`)}
          </p>
        )}
      </div>
      <div className="flex min-w-30 flex-col border-rule border-l pt-3 pr-4 pl-3 tiny:border-l-0 tiny:pt-0 tiny:pb-2 tiny:pr-1 tiny:pl-3">
        <p
          className={`figures text-right tiny:text-left font-heavy text-body ${received ? 'text-credit' : 'text-debit'} ${waits?.isGoing ? 'line-through' : ''}`}
        >
          {show(signedRupees(row.amount, row.type))}
        </p>
        {actions}
      </div>
    </div>
  )
}
