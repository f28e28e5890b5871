import { CircleAlert, Clock } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../../shared/api/error-messages.ts'
import { Button } from '../../../shared/design/controls/button.tsx'
import { BillCount } from '../../../shared/entry/list/bill-count.tsx'
import { dateText, timeText } from '../../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../../shared/language/language-setting.ts'
import type { AskedQuestion } from '../../store-filled-by-lazy-parts.ts'
import { canBeCorrected } from '../model/classify-failure.ts'
import { toApiError } from '../model/outbox.ts'
import type { AnswerEntry } from '../model/outbox-entry.ts'
import { discardEntry, isReplaceable } from '../model/outbox-transitions.ts'
import { applyDecision } from './apply-decision.ts'
import { words } from './screen-texts.ts'

interface Props {
  one: AnswerEntry
  owner: string
  onAnswer(question: AskedQuestion): void
}

/** A waiting answer in the sheet of waiting entries: the question, the answer, why it waits, and the actions on it. */
export function PendingAnswerItem({ one, owner, onAnswer }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [isAsking, setAsking] = useState(false)
  const { what, refused, enteredAt, bills = [] } = one
  const isOpen = isReplaceable(one)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div>
        <p className="text-ink-soft text-small">{t.answer}</p>
        <p className="break-words text-small">{what.asked}</p>
        <p className="whitespace-pre-line break-words font-strong">{what.text}</p>
        <p className="text-ink-soft text-small">
          {t.entered(`${dateText(enteredAt, language)}, ${timeText(enteredAt)}`)}
          <BillCount count={bills.length} />
        </p>
      </div>
      {refused ? (
        <p className="flex items-start gap-1.5 font-strong text-debit">
          <CircleAlert className="mt-1 size-4 shrink-0" aria-hidden="true" />
          {errorMessage(toApiError(refused))}
        </p>
      ) : isOpen ? null : (
        <p className="flex items-start gap-1.5 text-small">
          <Clock className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
          {t.mayBeThere}
        </p>
      )}
      {isAsking ? (
        <div className="grid gap-2">
          <p className="font-strong">{t.sureAnswer}</p>
          <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
            <Button kind="secondary" onClick={() => setAsking(false)}>
              {t.cancel}
            </Button>
            <Button kind="danger" onClick={() => applyDecision(owner, (all) => discardEntry(all, one.id))}>
              {t.throwAway}
            </Button>
          </div>
        </div>
      ) : isOpen ? (
        <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
          {refused && !canBeCorrected(refused) ? null : (
            <Button kind="secondary" onClick={() => onAnswer({ id: what.question, text: what.asked })}>
              {refused ? t.mend : t.change}
            </Button>
          )}
          <Button kind="secondary" onClick={() => setAsking(true)}>
            {t.throwAway}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
