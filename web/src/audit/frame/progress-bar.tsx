import type { ReadProgress } from '../../shared/api/long-running-request.ts'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'

export const progressWords = inBothLanguages(
  { progress: (done: string, of: string) => `${done} of ${of} events` },
  { progress: (done: string, of: string) => `${of} में से ${done} गतिविधियाँ` },
)

/** The progress of a long answer, as a bar and in figures. */
export function ProgressBar({ label, progress: { events, of } }: { label: string; progress: ReadProgress }) {
  const t = useWords(progressWords)
  return (
    <div className="grid gap-1">
      <progress
        aria-label={label}
        max={Math.max(1, of)}
        value={events}
        className="h-3 w-full appearance-none overflow-hidden rounded-brick bg-rule [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-accent"
      />
      <p className="figures text-ink-soft text-small">{t.progress(countText(events), countText(of))}</p>
    </div>
  )
}
