import { ChevronDown } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { DESK_CONTROL } from './drop-menu.tsx'

const words = inBothLanguages(
  { all: (label: string) => `${label}: all`, other: (label: string) => `${label}: one that is closed` },
  { all: (label: string) => `${label}: सभी`, other: (label: string) => `${label}: जो बंद है` },
)

interface Props {
  label: string
  /** "" for all. */
  value: string
  onChange(value: string): void
  children: ReactNode
}

/** A filter of one row above a desk's table: its first choice is all, with the name of the filter. */
export function DeskFilterSelect({ label, value, onChange, children }: Props) {
  const t = useWords(words)
  const select = useRef<HTMLSelectElement>(null)
  const [isMissing, setMissing] = useState(false)
  // A closed account, or names that are still loading: without a choice of its own the value would read as all.
  useLayoutEffect(() => {
    const options = [...(select.current?.options ?? [])].filter(({ dataset }) => dataset.missing === undefined)
    setMissing(value !== '' && options.every((option) => option.value !== value))
  })
  return (
    <div data-field className="relative">
      <select
        ref={select}
        aria-label={label}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className={`${DESK_CONTROL} max-w-36 appearance-none [field-sizing:content] truncate pr-7 ${value === '' ? '' : 'border-ink font-strong'}`}
      >
        <option value="">{t.all(label)}</option>
        {children}
        {isMissing ? (
          <option data-missing="" value={value}>
            {t.other(label)}
          </option>
        ) : null}
      </select>
      <ChevronDown className="pointer-events-none absolute top-2.5 right-2 size-4" aria-hidden="true" />
    </div>
  )
}
