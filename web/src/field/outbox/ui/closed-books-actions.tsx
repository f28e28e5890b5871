import type { ReactNode } from 'react'
import { newIdempotencyKey } from '../../../shared/api/api-client.ts'
import { today } from '../../../shared/api/today.ts'
import { Button } from '../../../shared/design/controls/button.tsx'
import { dateText } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../../shared/language/language-setting.ts'
import { bookOnOtherDay } from '../model/book-on-other-day.ts'
import type { OutboxEntry } from '../model/outbox-entry.ts'
import { retryRefused } from '../model/outbox-transitions.ts'
import type { PendingEntry } from '../model/pending-entries.ts'
import { applyDecision } from './apply-decision.ts'
import { words } from './screen-texts.ts'

interface Props {
  one: PendingEntry
  owner: string
  entry: OutboxEntry
}

/**
 * The ways out for an entry whose day was closed before it arrived: an expense is booked today, with its true day in
 * the narration, or anything is sent again once head office has opened the books.
 */
export function ClosedBooksActions({ one, owner, entry }: Props): ReactNode {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const isExpense = entry.what.kind === 'expense'
  const bookToday = () => {
    const paidOn = t.paidOn(dateText(one.row.date, language))
    applyDecision(owner, (all) => bookOnOtherDay(all, entry.id, { day: today(), paidOn, key: newIdempotencyKey() }))
  }
  const retry = () => applyDecision(owner, (all) => retryRefused(all, entry.id, newIdempotencyKey()))
  return (
    <>
      {entry.hasBillsOfAnswer ? <p className="text-small">{t.answerHasBill}</p> : null}
      <p className="text-small">{isExpense ? t.closedExpense : t.closedChange}</p>
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
        {isExpense ? <Button onClick={bookToday}>{t.bookToday}</Button> : null}
        <Button kind="secondary" onClick={retry}>
          {t.sendNow}
        </Button>
      </div>
    </>
  )
}
