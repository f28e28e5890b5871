import { isDay } from '@ledger/contracts/dates.ts'
import type { Ref } from 'react'
import { controlLook, FormField } from '../../design/controls/form-field.tsx'
import { dayText } from '../../language/format-money-and-dates.ts'
import { useLanguage } from '../../language/language-setting.ts'

interface Props {
  label: string
  /** `YYYY-MM-DD`, or "" where none is chosen. */
  value: string
  onChange(day: string): void
  /** The first and the last day that the calendar offers; "" for any. */
  min?: string
  max?: string
  error?: string | undefined
  name?: string
  ref?: Ref<HTMLInputElement>
  onBlur?(): void
}

/**
 * A day, and below it the same day in words, because many phones write it as mm/dd, where 03/04 is read as the third of
 * April.
 */
export function DayField({ label, value, onChange, error, ...input }: Props) {
  const language = useLanguage((state) => state.language)
  return (
    <FormField label={label} error={error} hint={isDay(value) ? dayText(value, language) : undefined}>
      {(parts) => (
        <input
          {...parts}
          {...input}
          type="date"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlLook} figures min-w-0`}
        />
      )}
    </FormField>
  )
}
