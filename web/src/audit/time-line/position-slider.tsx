import { isDay } from '@ledger/contracts/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { today } from '../../shared/api/today.ts'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { countText, dateText, timeText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { DayFormField } from '../../shared/period/day-form-field.tsx'
import { eventAtQuery, fetchBalancesAsOf } from '../api/audit-queries.ts'
import { eventSentence } from '../sentences/event-sentence.ts'
import { words } from './screen-texts.ts'
import { useDebouncedNumber } from './use-debounced-number.ts'

interface Props {
  label: string
  head: number
  position: number
  /** @param day the day that was chosen, `YYYY-MM-DD`, where the position is the last one recorded by its end */
  onMove(position: number, day?: string): void
  /** True where two sliders are side by side. */
  isNarrow?: boolean
}

const STEP_BUTTON_LOOK =
  'grid size-12 shrink-0 place-items-center rounded-brick border border-edge bg-sheet hover:border-ink'

/** Chooses a moment of the log: by dragging, by the arrow keys, by one event, or by a day. */
export function PositionSlider({ label, head, position, onMove, isNarrow = false }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const id = useId()
  const [day, setDay] = useState('')
  const settled = useDebouncedNumber(position)
  const { data: event } = useQuery({ ...eventAtQuery(settled), enabled: settled > 0 })
  const shown = event?.position === position ? event : undefined
  const place = position === 0 ? t.beginning : t.at(countText(position), countText(head))
  const when = shown === undefined ? '' : `${dateText(shown.recordedAt, language)}, ${timeText(shown.recordedAt)}`

  const goToDay = (chosen: string) => {
    setDay(chosen)
    if (!isDay(chosen)) return
    fetchBalancesAsOf({ query: { at: chosen } }).then(
      (moment) => onMove(moment.position, chosen),
      (error: Error) => showToast({ tone: 'problem', title: label, text: errorMessage(error) }),
    )
  }

  return (
    <section
      aria-labelledby={id}
      className="grid content-start gap-3 rounded-sheet border border-rule bg-sheet p-4 md:p-5"
    >
      <h2 id={id} className="flex flex-wrap items-baseline justify-between gap-x-4 font-heavy text-lead">
        {label}
        <span className="figures font-normal text-body text-ink-soft">{place}</span>
      </h2>
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-label={t.back}
          disabled={position === 0}
          className={STEP_BUTTON_LOOK}
          onClick={() => onMove(position - 1)}
        >
          <ChevronLeft className="size-6" aria-hidden="true" />
        </button>
        <input
          type="range"
          aria-label={`${label}: ${t.slider}`}
          aria-valuetext={when === '' ? place : `${place}, ${when}`}
          min={0}
          max={head}
          value={position}
          onChange={(change) => onMove(change.target.valueAsNumber)}
          className="h-12 min-w-0 flex-1 cursor-grab accent-accent-line active:cursor-grabbing"
        />
        <button
          type="button"
          aria-label={t.forward}
          disabled={position === head}
          className={STEP_BUTTON_LOOK}
          onClick={() => onMove(position + 1)}
        >
          <ChevronRight className="size-6" aria-hidden="true" />
        </button>
      </div>
      {/*
       * The sentence always has the height of two lines, so that the tables below do not jump while the slider moves.
       */}
      <div className={`grid gap-3 ${isNarrow ? '' : 'md:grid-cols-[minmax(0,1fr)_auto] md:items-start md:gap-6'}`}>
        <p className="min-h-18 md:min-h-12">
          {shown === undefined ? null : (
            <>
              <span className="line-clamp-2" title={eventSentence(shown, language)}>
                {eventSentence(shown, language)}
              </span>
              <span className="block text-ink-soft text-small">{when}</span>
            </>
          )}
        </p>
        <DayFormField label={t.day} value={day} max={today()} onChange={goToDay} />
      </div>
    </section>
  )
}
