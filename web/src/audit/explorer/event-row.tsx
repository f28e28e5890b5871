import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { ChevronRight } from 'lucide-react'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { eventSentence } from '../sentences/event-sentence.ts'

const MARKED_EVENT_TYPES: readonly string[] = ['TransactionDeleted', 'SignInRefused', 'AccountClosed']

/** One event: its sentence, its time, and its position in the log. A click anywhere opens the raw event. */
export function EventRow({ event, onOpen }: { event: AuditEvent; onOpen(): void }) {
  const language = useLanguage((state) => state.language)
  const mark = MARKED_EVENT_TYPES.includes(event.type) ? 'border-l-debit' : 'border-l-transparent'
  return (
    <li className={`border-rule border-b border-l-4 last:border-b-0 ${mark}`}>
      <button
        type="button"
        onClick={onOpen}
        className="flex min-h-16 w-full items-center gap-3 py-3 pr-2 pl-3 text-left hover:bg-ground focus-visible:-outline-offset-3 md:pl-4"
      >
        <span className="min-w-0 flex-1">
          <span className="block break-words">{eventSentence(event, language)}</span>
          <span className="mt-0.5 flex flex-wrap gap-x-3 text-ink-soft text-small">
            <span>
              {dateText(event.recordedAt, language)}, <span className="figures">{timeText(event.recordedAt)}</span>
            </span>
            <span className="figures">#{countText(event.position)}</span>
          </span>
        </span>
        <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
      </button>
    </li>
  )
}
