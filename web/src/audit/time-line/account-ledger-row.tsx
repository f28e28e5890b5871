import { HEAD_OFFICE_ACCOUNT } from '@ledger/contracts/events/event-schemas.ts'
import { Badge } from '../../shared/entry/list/badge.tsx'
import { describeEntryPurpose } from '../../shared/entry/list/entry-description.ts'
import { HistoryLink } from '../../shared/entry/list/history-link.tsx'
import { dateText, rupees, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import type { LedgerAsOfRow, LedgerRowDifference } from './ledger-row-difference.ts'
import { words } from './screen-texts.ts'

interface Props {
  row: LedgerAsOfRow
  mark: LedgerRowDifference | undefined
}

/** One entry as it was at the moment, with the balance after it and a link to its history. */
export function AccountLedgerRow({ row, mark }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const language = useLanguage((state) => state.language)
  const received = row.type === 'credit'
  const party = row.party === HEAD_OFFICE_ACCOUNT ? t.head_office : row.party
  const amount = signedRupees(row.amount, row.type)
  const edge = { new: 'border-l-credit', changed: 'border-l-accent-line', gone: 'border-l-debit' }
  return (
    <li
      className={`grid grid-cols-[minmax(0,1fr)_auto_auto] items-start border-rule border-t border-l-4 py-2.5 pr-1 pl-3 md:pl-4 ${mark === undefined ? 'border-l-transparent' : edge[mark]}`}
    >
      <div className="min-w-0 pr-3 max-md:contents">
        <p className="min-w-0 font-strong max-md:pr-3">
          {party}
          {mark === undefined ? null : <Badge>{t[mark]}</Badge>}
        </p>
        <p className="line-clamp-2 text-small max-md:col-span-full max-md:pr-3">{describeEntryPurpose(row)}</p>
        <p className="text-ink-soft text-small max-md:col-span-full">
          <span className="figures">{dateText(row.date, language)},</span> {modes[row.paymentMode]}
          {row.voucher === null ? null : `, ${row.voucher}`}
          {row.revision === 1 ? null : `, ${t.revision(String(row.revision))}`}
        </p>
      </div>
      <div className="text-right max-md:contents">
        <p
          className={`figures font-heavy max-md:col-start-2 max-md:row-start-1 ${received ? 'text-credit' : 'text-debit'}`}
        >
          {amount}
        </p>
        <p
          className={`figures text-small max-md:col-span-full max-md:pr-3 ${row.balance.startsWith('-') ? 'text-debit' : 'text-ink-soft'}`}
        >
          {t.balance} {rupees(row.balance)}
        </p>
      </div>
      <HistoryLink id={row.id} who={party} amount={amount} className="max-md:col-start-3 max-md:row-start-1" />
    </li>
  )
}
