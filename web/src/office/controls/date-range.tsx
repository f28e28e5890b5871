import { DayField } from '../../shared/entry/form/day-field.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from '../transactions/screen-texts.ts'

interface Props {
  from: string
  to: string
  className?: string
  onChange(range: { from: string; to: string }): void
}

/** Whole days from and to, both inclusive (§2); either may be open. */
export function DateRange({ from, to, className = '', onChange }: Props) {
  const t = useWords(words)
  return (
    <div className={`grid gap-3 min-[380px]:grid-cols-2 ${className}`}>
      <DayField label={t.from} value={from} max={to} onChange={(day) => onChange({ from: day, to })} />
      <DayField label={t.to} value={to} min={from} onChange={(day) => onChange({ from, to: day })} />
    </div>
  )
}
