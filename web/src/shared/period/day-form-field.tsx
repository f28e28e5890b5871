import { isDay } from '@ledger/contracts/dates.ts'
import type { Ref } from 'react'
import { controlLook, FormField } from '../design/controls/form-field.tsx'
import { useIsDesk } from '../design/use-is-desk.ts'
import { DayField } from '../entry/form/day-field.tsx'
import { dayText } from '../language/format-money-and-dates.ts'
import { useWords } from '../language/in-both-languages.ts'
import { useLanguage } from '../language/language-setting.ts'
import { DayInput } from './day-input.tsx'
import { words } from './screen-texts.ts'
import { isWrittenByApi } from './typed-day.ts'
import { useTypedDay } from './use-typed-day.ts'

interface Props {
  label: string
  /** `YYYY-MM-DD`, "" for none, or the text that is no day yet, which the rules of a form refuse. */
  value: string
  onChange(value: string): void
  /** The last day that the calendar offers. */
  max?: string
  error?: string | undefined
  name?: string
  ref?: Ref<HTMLInputElement>
  onBlur?(): void
}

/** A day of a form of head office: typed or picked at a desk, the phone's own field on a narrower screen. */
export function DayFormField(props: Props) {
  const { value } = props
  if (useIsDesk()) return <DeskField {...props} />
  return <DayField {...props} value={isWrittenByApi(value) ? value : ''} />
}

/** The line below the field has the day in words, the form of a day, or what is wrong: none of them moves the form. */
function DeskField({ label, value, onChange, onBlur, max = '', error, name, ref }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const draft = useTypedDay({ value, onChange, passesDraft: true })
  const shown = draft.problem ?? error
  // The empty field has its form in it.
  const form = draft.text === '' ? '\u00a0' : t.form
  return (
    <FormField
      label={label}
      error={shown}
      hint={isDay(value) ? dayText(value, language) : shown === undefined ? form : undefined}
    >
      {(parts) => (
        <DayInput
          draft={draft}
          value={isDay(value) ? value : ''}
          pickLabel={t.pick}
          max={max}
          input={{ ...parts, name, ref, onBlur, className: `${controlLook} figures min-w-0 pr-9` }}
        />
      )}
    </FormField>
  )
}
