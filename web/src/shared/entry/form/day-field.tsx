import { isDay } from '@ledger/contracts/dates.ts'
import { type Ref, useState } from 'react'
import { afterPress } from '../../design/after-press.ts'
import { controlLook, FormField } from '../../design/controls/form-field.tsx'
import { useDebouncedText } from '../../forms/use-debounced-text.ts'
import { dayText } from '../../language/format-money-and-dates.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { useLanguage } from '../../language/language-setting.ts'
import { words } from './screen-texts.ts'

interface Props {
  label: string
  /** As typed: `YYYY-MM-DD` of any year, or "" where none is chosen or the date is not whole. */
  value: string
  /** @param isHalf the field shows a part of a date, and `day` is "" */
  onChange(day: string, isHalf: boolean): void
  /** The first and the last day that the calendar offers; "" for any. */
  min?: string
  max?: string
  error?: string | undefined
  name?: string
  ref?: Ref<HTMLInputElement>
  onBlur?(): void
}

/** A year is typed digit by digit, and 0026 is on the way to 2026: what is wrong is said after a pause. */
const YEAR_TYPING_PAUSE_MS = 1000
/** The year of the last day has four digits, so that a browser takes no fifth one. */
const LAST_DAY = '2999-12-31'

/**
 * A day, and below it the same day in words, because many phones write it as mm/dd, where 03/04 is read as the third of
 * April. A date that is not whole, and a year that cannot be meant, are said in words.
 */
export function DayField({ label, value, onChange, onBlur, min, max, error, ...input }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const [isHalf, setHalf] = useState(false)
  const settled = useDebouncedText(value, YEAR_TYPING_PAUSE_MS)
  const isWrongYear = value !== '' && value === settled && !isDay(value)
  // The buttons of a day fill in a field that was left half typed.
  const problem = isHalf && value === '' ? t.halfDate : isWrongYear ? t.wrongYear(value.split('-')[0] ?? '') : error
  return (
    <FormField label={label} error={problem} hint={isDay(value) ? dayText(value, language) : undefined}>
      {(parts) => (
        <input
          {...parts}
          {...input}
          type="date"
          data-empty={(value === '' && !isHalf) || undefined}
          min={min || undefined}
          max={max || LAST_DAY}
          value={value}
          onChange={({ target }) => {
            setHalf(false)
            onChange(target.value, target.validity.badInput)
          }}
          onBlur={({ target }) => {
            // While a date is begun, its value stays "", so no change tells of it.
            afterPress(() => setHalf(target.validity.badInput))
            onBlur?.()
          }}
          className={`${controlLook} figures min-w-0`}
        />
      )}
    </FormField>
  )
}
