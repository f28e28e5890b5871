import type { TransactionHistory } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { cancelledVoucher } from '@ledger/contracts/labels/transaction-labels.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ReceiptText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { buttonLook } from '../../shared/design/controls/button.tsx'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { PrintButton } from '../../shared/export/print/list-outputs.tsx'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { entryHistoryQuery } from '../api/audit-queries.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { parseEntryJson } from '../sentences/parse-event.ts'
import { EntryContent } from './entry-content.tsx'
import { printedHistory } from './printed-history.ts'
import { QuestionRecordCard } from './question-record-card.tsx'
import { RevisionCard } from './revision-card.tsx'
import { newestFirst } from './revision-texts.ts'
import { words } from './screen-texts.ts'

/**
 * The number of revisions and questions shown at a time. Each is a card, and thousands at once would block the page.
 */
const REVISIONS_PER_STEP = 100

/** `/admin/audit/entry/{id}`: the history of an entry from its creation on, also of a deleted one. */
export function EntryHistory() {
  const t = useWords(words)
  const { id } = useParams({ from: '/admin/audit/entry/$id' })
  const { data, error, refetch } = useQuery(entryHistoryQuery(id))
  return (
    <AuditFrame title={t.title}>
      {data !== undefined ? (
        <RevisionsAndEntry history={data} id={id} />
      ) : error === null ? (
        <div className="grid gap-4" aria-busy="true">
          <SkeletonBar className="h-40 w-full" />
          <SkeletonBar className="h-56 w-full" />
        </div>
      ) : (
        <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
      )}
    </AuditFrame>
  )
}

function RevisionsAndEntry({ history, id }: { history: TransactionHistory; id: string }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [drawn, setDrawn] = useState(REVISIONS_PER_STEP)
  const last = history.revisions.at(-1)
  const all = newestFirst(history)
  const isDeleted = last !== undefined && last.after === null
  const entry = parseEntryJson(last?.after ?? last?.before ?? null)
  const { voucher } = history
  const shownVoucher = voucher !== null && isDeleted ? cancelledVoucher(voucher, language) : voucher
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_380px] lg:items-start lg:gap-6">
      <div className="grid gap-4 lg:sticky lg:top-4 lg:order-2">
        {isDeleted ? (
          <p className="flex items-start gap-2 rounded-sheet border-2 border-debit bg-debit-wash p-4 font-strong text-debit">
            <Trash2 className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
            {t.deleted}
          </p>
        ) : null}
        {entry === undefined ? null : (
          <EntryContent entry={entry} title={isDeleted ? t.lastBefore : t.stands} voucher={shownVoucher} />
        )}
        <Link to="/admin/audit/receipt/$id" params={{ id }} className={`${buttonLook('secondary')} w-full`}>
          <ReceiptText className="size-5" aria-hidden="true" />
          {t.receipt}
        </Link>
        <p className="text-ink-soft text-small">{t.receiptText}</p>
        <Link to="/admin/audit" search={{ transaction: id }} className={`${buttonLook('quiet')} w-full print:hidden`}>
          {t.events}
        </Link>
      </div>
      <section aria-label={t.revisions} className="grid min-w-0 gap-4 lg:order-1">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-heavy text-lead">{t.revisions}</h2>
          <div className="list-outputs">
            <PrintButton
              heading={{
                title: t.title,
                about:
                  entry === undefined
                    ? [shownVoucher ?? '']
                    : [shownVoucher ?? '', t[entry.kind], rupees(formatAmount(entry.paise))],
                period: '',
              }}
              read={async (inLanguage, onRead) => printedHistory(history, inLanguage, onRead)}
              wholeElsewhere={t.wholeAsFile}
            />
          </div>
        </div>
        {all
          .slice(0, drawn)
          .map((one) =>
            'question' in one ? (
              <QuestionRecordCard key={one.position} record={one} />
            ) : (
              <RevisionCard key={one.position} revision={one} />
            ),
          )}
        <LoadMoreButton
          is="earlier"
          query={{
            hasNextPage: all.length > drawn,
            isFetchingNextPage: false,
            fetchNextPage: async () => setDrawn(drawn + REVISIONS_PER_STEP),
          }}
        />
      </section>
    </div>
  )
}
