import { X } from 'lucide-react'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'

const words = inBothLanguages(
  { takeAway: (filter: string) => `Take the filter away: ${filter}` },
  { takeAway: (filter: string) => `यह छाँट हटाएँ: ${filter}` },
)

interface Props<Name> {
  /** An empty text is a filter that is not set. */
  filters: readonly (readonly [name: Name, text: string])[]
  onTakeAway(name: Name): void
  className?: string
}

/** The filters that a link brought and no field shows, each with the way out of it. */
export function FilterChips<Name extends string>({ filters, onTakeAway, className = '' }: Props<Name>) {
  const t = useWords(words)
  const chosen = filters.filter(([, text]) => text !== '')
  if (chosen.length === 0) return null
  return (
    <ul className={`flex flex-wrap gap-2 px-4 pb-3 print:hidden ${className}`}>
      {chosen.map(([name, text]) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t.takeAway(text)}
            onClick={() => onTakeAway(name)}
            className="flex min-h-11 items-center gap-2 rounded-brick border border-edge px-3 font-strong"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
