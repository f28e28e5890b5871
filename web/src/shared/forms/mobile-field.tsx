import { parseTypedMobile } from '@ledger/contracts/text/parse-typed-mobile.ts'
import { type ComponentProps, useState } from 'react'
import { controlLook, FormField } from '../design/controls/form-field.tsx'
import { inBothLanguages, useWords } from '../language/in-both-languages.ts'
import { truncateQuotedText } from './truncate-quoted-text.ts'

const words = inBothLanguages(
  { tooLong: (text: string) => `“${text}” has more than 10 digits. Please write only the 10-digit mobile number` },
  { tooLong: (text: string) => `“${text}” में 10 से ज़्यादा अंक हैं। सिर्फ़ 10 अंकों का मोबाइल नंबर लिखें` },
)

interface Props extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  label: string
  hint?: string | undefined
  /** Shown beside the label where the field may stay empty. */
  optional?: string | undefined
  error: string | undefined
  value: string
  onChange(digits: string): void
}

/**
 * A mobile number: ten digits at most (§5). A text with more is refused in words: the field still shows the number
 * before it, and the form gets the text, so that it takes no other number than the one that was meant.
 */
export function MobileField({ label, hint, optional, error, value, onChange, ...input }: Props) {
  const t = useWords(words)
  const [last, setLast] = useState({ value, shown: value, refused: '' })
  const current = last.value === value ? last : { value, shown: parseTypedMobile(value) ?? '', refused: '' }
  const { shown, refused } = current
  const change = (text: string) => {
    // An eleventh key counts on, so that +91 in front can be typed as well as pasted.
    const isNextKey = shown.length === 10 && refused.startsWith(shown) && text.startsWith(shown)
    const whole = isNextKey ? refused + text.slice(shown.length) : text
    const digits = parseTypedMobile(whole)
    const next = { value: digits ?? whole, shown: digits ?? shown, refused: digits === undefined ? whole : '' }
    setLast(next)
    if (next.value !== value) onChange(next.value)
  }
  const problem = refused === '' ? error : t.tooLong(truncateQuotedText(refused))
  return (
    <FormField label={label} hint={hint} optional={optional} error={problem}>
      {(parts) => (
        <input
          {...parts}
          {...input}
          value={shown}
          onChange={(event) => change(event.target.value)}
          type="tel"
          inputMode="numeric"
          className={`${controlLook} figures tracking-wider`}
        />
      )}
    </FormField>
  )
}
