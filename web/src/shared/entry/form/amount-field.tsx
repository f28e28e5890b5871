import { amountLimitMessage } from '@ledger/contracts/money.ts'
import { type Ref, useState } from 'react'
import { AmountInput, withCommas } from '../../design/controls/amount-input.tsx'
import { FormField, type FormFieldParts } from '../../design/controls/form-field.tsx'
import { truncateQuotedText } from '../../forms/truncate-quoted-text.ts'
import { useRuleTranslation } from '../../forms/use-rule-translation.ts'
import { amountInWords } from '../../language/amount-in-words.ts'
import { useWords } from '../../language/in-both-languages.ts'
import { useLanguage } from '../../language/language-setting.ts'
import { FieldWithVoice } from '../../voice/field-with-voice.tsx'
import {
  type AmountFieldState,
  changeAmountField,
  groupedAmount,
  leaveAmountField,
  openAmountField,
  removeGrouping,
  shownAmount,
  textNotUnderstood,
} from './amount-field-state.ts'
import { words } from './screen-texts.ts'

interface Props {
  label: string
  error: string | undefined
  /** Always shown, behind the words about the amount itself. */
  hint?: string | undefined
  /** The form's field, as react-hook-form's Controller passes it on. */
  field: { name: string; value: string; ref: Ref<HTMLInputElement>; onBlur(): void; onChange(value: string): void }
  /** §1: with a microphone, on expense and transfer; there the amount stands below in words, too. */
  voice?: boolean
  /** The number pad that a form shows in place of the phone's keyboard; the field tells it when it has the focus. */
  pad?: AmountPadControl | undefined
}

export interface AmountPadControl {
  readonly isUsed: boolean
  onFocus(): void
  onBlur(): void
}

/**
 * An amount in rupees. Only digits and the dot can be typed, and a long amount is shown with its commas. A text that is
 * no amount, and an amount that the ledger does not take, are said in words at once.
 */
export function AmountField({ label, error, hint, field, voice = false, pad }: Props) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const language = useLanguage((state) => state.language)
  const [last, setLast] = useState(() => openAmountField(field.value))
  const current = last.value === field.value ? last : openAmountField(field.value)
  const turnTo = (next: AmountFieldState) => {
    setLast(next)
    if (next.value !== field.value) field.onChange(next.value)
  }
  const wrong = textNotUnderstood(current)
  const problem =
    wrong === '' ? (error ?? inWords(amountLimitMessage(field.value))) : t.notAnAmount(truncateQuotedText(wrong))
  const spoken = voice ? amountInWords(field.value, language) : undefined
  const grouped = pad?.isUsed ? undefined : withCommas(field.value)
  const shownBelow = [grouped, spoken, hint].filter((part) => part !== undefined).join(' · ') || undefined
  const shown = pad?.isUsed ? groupedAmount(shownAmount(field.value)) : shownAmount(field.value)
  const input = (parts: FormFieldParts) => (
    <AmountInput
      {...parts}
      {...field}
      inputMode={pad?.isUsed ? 'none' : 'decimal'}
      value={shown}
      onChange={({ target }) => turnTo(changeAmountField(current, removeGrouping(target.value, shown)))}
      onFocus={pad?.onFocus}
      onBlur={() => {
        turnTo(leaveAmountField(current))
        field.onBlur()
        pad?.onBlur()
      }}
    />
  )
  return (
    <FormField label={label} error={problem} hint={shownBelow}>
      {(parts) =>
        voice ? (
          <FieldWithVoice field={label} kind="amount" onHeard={field.onChange}>
            {input(parts)}
          </FieldWithVoice>
        ) : (
          input(parts)
        )
      }
    </FormField>
  )
}
