import type { CompanyTransaction } from '@ledger/contracts/shapes.ts'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { dateText, signedRupees, timeText } from '../language/figures.ts'
import { useLanguage } from '../language/language.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import { HistoryLink } from './history-link.tsx'
import { words } from './words.ts'

/** One line of the company's book: from whom to whom and why on the left, the amount in its own ruled column on the right. */
export function CompanyRow({ row, actions }: { row: CompanyTransaction; actions?: ReactNode }) {
  const t = useWords(words)
  const modes = useWords(paymentModeWords)
  const language = useLanguage((state) => state.language)
  const received = row.type === 'credit'
  const from = received ? (row.transferFrom ?? t.headOffice) : row.accountName
  const to = received ? row.accountName : row.recipient
  // What head office sends always has the same purpose; what it is for stands in the narration.
  const what = received || row.purpose === '' ? row.narration : `${row.purpose}: ${row.narration}`
  const amount = signedRupees(row.amount, row.type)
  const Said = row.deleted === undefined ? 'span' : 'del'
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0 py-2.5 pr-3 pl-4 md:pl-5">
        <p className="md:line-clamp-2">
          <Said>
            <span className={received ? '' : 'font-strong'}>{from}</span>
            <span aria-hidden="true" className="px-1.5 text-ink-soft">
              →
            </span>
            <span className={received ? 'font-strong' : ''}>{to}</span>
          </Said>
          {row.isTransfer ? (
            <span className="ml-2 inline-block rounded-brick border border-ink px-1.5 align-[1px] font-heavy text-[13px]/5">
              {t.transfer}
            </span>
          ) : null}
        </p>
        <p className="truncate text-small">
          <Said>{what}</Said>
        </p>
        <p className="truncate text-ink-soft text-small">
          <span className="figures">{dateText(row.date, language)}</span> · {modes[row.paymentMode]}
          {row.siteName === null ? null : ` · ${row.siteName}`}
        </p>
        {row.deleted === undefined ? null : (
          <p className="flex items-start gap-1.5 font-strong text-debit text-small">
            <Trash2 className="mt-1 size-4 shrink-0" aria-hidden="true" />
            {t.deletedBy(row.deleted.by.name, `${dateText(row.deleted.at, language)}, ${timeText(row.deleted.at)}`)}
          </p>
        )}
      </div>
      <div className="flex min-w-30 flex-col border-rule border-l pt-2.5 pr-4 pl-3 text-right md:pr-5">
        <p className={`figures font-heavy text-body ${received ? 'text-credit' : 'text-debit'}`}>
          <Said>{amount}</Said>
        </p>
        <div className="mt-auto flex justify-end">
          <HistoryLink
            id={row.id}
            who={received ? row.accountName : row.recipient}
            amount={amount}
            className={actions ? '' : '-mr-3'}
          />
          {actions}
        </div>
      </div>
    </div>
  )
}
