import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../shared/entry/list/badge.tsx'
import { BillCount } from '../../shared/entry/list/bill-count.tsx'
import { describeEntryPurpose } from '../../shared/entry/list/entry-description.ts'
import { HistoryLink } from '../../shared/entry/list/history-link.tsx'
import { MarkedText } from '../../shared/entry/list/marked-text.tsx'
import { OpenEntryButton } from '../../shared/entry/list/open-entry-button.tsx'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { dateText, signedRupees, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { answerText, questionText } from '../../shared/questions/row-question-texts.ts'
import { words } from './screen-texts.ts'

interface Props {
  row: CompanyTransaction
  /** Further actions on the row. */
  actions: ReactNode
  /** The search that the row was found by. */
  query?: string | undefined
  onOpen(row: CompanyTransaction): void
}

/**
 * One line of the company's book: sender, beneficiary and reason on the left, the amount in its own ruled column on the
 * right. The column is as wide as three icons, so that the rule is straight whatever actions a row has. On a phone the
 * icons are below, and the words have the full width.
 */
export function CompanyTransactionRow({ row, actions, query, onOpen }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const language = useLanguage((state) => state.language)
  const received = row.type === 'credit'
  const from = received ? (row.transferFrom ?? t.headOffice) : row.accountName
  const to = received ? row.accountName : row.recipient
  const amount = signedRupees(row.amount, row.type)
  const show = (text: string) => <MarkedText text={text} query={query} />
  const Said = row.deleted === undefined ? 'span' : 'del'
  return (
    <div className="relative grid h-full grid-cols-[minmax(0,1fr)_auto] max-md:pb-1">
      <div className="max-md:contents md:min-w-0 md:py-2.5 md:pr-3 md:pl-5">
        <p className="min-w-0 break-words max-md:pt-2.5 max-md:pr-3 max-md:pl-4 md:line-clamp-2">
          <Said>
            <span className={received ? '' : 'font-strong'}>{show(from)}</span>
            <span aria-hidden="true" className="pr-0.5 pl-1.5 text-ink-soft">
              →
            </span>{' '}
            <span className={received ? 'font-strong' : ''}>{show(to)}</span>
          </Said>
          {row.isTransfer ? <Badge>{t.transfer}</Badge> : null}
        </p>
        <p className="break-words text-small max-md:col-span-2 max-md:mx-4 max-md:line-clamp-3 md:truncate">
          <Said>{show(describeEntryPurpose(row))}</Said>
        </p>
        <p className="break-words text-ink-soft text-small max-md:col-span-2 max-md:px-4">
          <span className="figures">{dateText(row.date, language)}</span>
          {DOT_SEPARATOR}
          {show(modes[row.paymentMode])}
          {row.siteName === null ? null : show(`${DOT_SEPARATOR}${row.siteName}`)}
          <BillCount count={row.bills.length} />
        </p>
        {row.questions?.map((question) => (
          <div
            key={`${question.askedAt} ${question.text}`}
            className="mt-1 min-w-0 border-edge border-l-4 pl-2 text-small max-md:col-span-2 max-md:mx-4"
          >
            <p className="line-clamp-3 break-words font-strong">{questionText(question, language)}</p>
            <p className="line-clamp-3 break-words">{answerText(question, language)}</p>
          </div>
        ))}
        {row.deleted === undefined ? null : (
          <p className="flex items-start gap-1.5 font-strong text-debit text-small max-md:col-span-2 max-md:px-4">
            <Trash2 className="mt-1 size-4 shrink-0" aria-hidden="true" />
            {t.deletedBy(row.deleted.by.name, `${dateText(row.deleted.at, language)}, ${timeText(row.deleted.at)}`)}
          </p>
        )}
      </div>
      <div className="border-rule pt-2.5 pr-4 text-right md:flex md:w-48 md:flex-col md:border-l md:pr-5 md:pl-3 max-md:contents">
        <p
          className={`figures font-heavy text-body max-md:col-start-2 max-md:row-start-1 max-md:pt-2.5 max-md:pr-4 ${received ? 'text-credit' : 'text-debit'}`}
        >
          <Said>{show(amount)}</Said>
        </p>
        <OpenEntryButton who={received ? row.accountName : row.recipient} amount={amount} onOpen={() => onOpen(row)} />
        <div className="pointer-events-none relative flex justify-end *:pointer-events-auto max-md:col-span-2 max-md:-mt-2 max-md:pr-4 md:mt-auto">
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
