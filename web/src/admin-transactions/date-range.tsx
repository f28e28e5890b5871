import { controlLook, Field } from '../design/field.tsx'
import { useWords } from '../language/words.ts'
import { words } from './words.ts'

interface Props {
  from: string
  to: string
  onChange(range: { from: string; to: string }): void
}

/** Whole days from and to, both inclusive (§2); either may be open. */
export function DateRange({ from, to, onChange }: Props) {
  const t = useWords(words)
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t.from}>
        {(parts) => (
          <input
            {...parts}
            type="date"
            value={from}
            max={to}
            onChange={(event) => onChange({ from: event.target.value, to })}
            className={`${controlLook} min-w-0`}
          />
        )}
      </Field>
      <Field label={t.to}>
        {(parts) => (
          <input
            {...parts}
            type="date"
            value={to}
            min={from}
            onChange={(event) => onChange({ from, to: event.target.value })}
            className={`${controlLook} min-w-0`}
          />
        )}
      </Field>
    </div>
  )
}
