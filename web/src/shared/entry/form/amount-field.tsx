import { amountLimitMessage } from '@ledger/contracts/money.ts'
import { type Ref, useState } from 'react'
import { AmountInput, withCommas } from '../../design/controls/amount-input.tsx'
import { FormField, type FormFieldParts } from '../../design/controls/form-field.tsx'
import { cutShort } from '../../forms/cut-short.ts'
import { useRuleTranslation } from '../../forms/use-rule-translation.ts'
import { amountInWords } from '../../language/amount-in-words.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { useLanguage } from '../../language/language-setting.ts'
import { FieldWithVoice } from '../../voice/field-with-voice.tsx'
import {
  type AmountText,
  changeAmountText,
  leaveAmountText,
  openAmountText,
  shownAmount,
  textNotUnderstood,
} from './amount-text.ts'
import { words } from './screen-texts.ts'

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

/**
 * An amount in rupees. Only digits and the dot can be typed, and a long amount is shown with its commas. A text that is
 * no amount, and an amount that the ledger does not take, are said in words at once.
 */
export function AmountField({ label, error, hint, field, voice = false }: Props) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const language = useLanguage((state) => state.language)
  const [heard, setHeard] = useState<string>()
  const [last, setLast] = useState(() => openAmountText(field.value))
  const current = last.value === field.value ? last : openAmountText(field.value)
  const turnTo = (next: AmountText) => {
    setLast(next)
    if (next.value !== field.value) field.onChange(next.value)
  }
  const wrong = textNotUnderstood(current)
  const problem = wrong === '' ? (error ?? inWords(amountLimitMessage(field.value))) : t.notAnAmount(cutShort(wrong))
  // A spoken amount is repeated in words until the field changes.
  const said = heard !== undefined && heard === field.value ? amountInWords(heard, language) : undefined
  const shownBelow = [withCommas(field.value), said, hint].filter((part) => part !== undefined).join(' · ') || undefined
  const input = (parts: FormFieldParts) => (
    <AmountInput
      {...parts}
      {...field}
      value={shownAmount(field.value)}
      onChange={(event) => turnTo(changeAmountText(current, event.target.value))}
      onBlur={() => {
        turnTo(leaveAmountText(current))
        field.onBlur()
      }}
    />
  )
  return (
    <FormField label={label} error={problem} hint={shownBelow}>
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
