import { type Ref, useState } from 'react'
import { AmountInput, withCommas } from '../../design/controls/amount-input.tsx'
import { FormField, type FormFieldParts } from '../../design/controls/form-field.tsx'
import { amountInWords } from '../../language/amount-in-words.ts'
import { amountDigits } from '../../language/format-money-and-dates.ts'
import { useLanguage } from '../../language/language-setting.ts'
import { FieldWithVoice } from '../../voice/field-with-voice.tsx'

interface Props {
  label: string
  error: string | undefined
  /** Always shown, behind the words about the amount itself. */
  hint?: string | undefined
  /** The form's field, as react-hook-form's Controller passes it on. */
  field: { name: string; value: string; ref: Ref<HTMLInputElement>; onBlur(): void; onChange(value: string): void }
  /** §1: with a microphone, on expense and transfer. */
  voice?: boolean
}

/** An amount in rupees. Only digits and the dot can be typed, and a long amount is shown with its commas. */
export function AmountField({ label, error, hint, field, voice = false }: Props) {
  const language = useLanguage((state) => state.language)
  const [heard, setHeard] = useState<string>()
  // A spoken amount is repeated in words until the field changes.
  const said = heard !== undefined && heard === field.value ? amountInWords(heard, language) : undefined
  const shown = [withCommas(field.value), said, hint].filter((part) => part !== undefined).join(' · ') || undefined
  const input = (parts: FormFieldParts) => (
    <AmountInput
      {...parts}
      {...field}
      maxLength={12}
      onChange={(event) => field.onChange(amountDigits(event.target.value))}
    />
  )
  return (
    <FormField label={label} error={error} hint={shown}>
      {(parts) =>
        voice ? (
          <FieldWithVoice
            field={label}
            kind="amount"
            onHeard={(amount) => {
              setHeard(amount)
              field.onChange(amount)
            }}
          >
            {input(parts)}
          </FieldWithVoice>
        ) : (
          input(parts)
        )
      }
    </FormField>
  )
}
