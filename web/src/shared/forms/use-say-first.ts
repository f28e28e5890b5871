import type { FieldErrors } from 'react-hook-form'
import { showToast } from '../design/toast-store.ts'
import { inBothLanguages, useWords } from '../language/words.ts'
import { useRuleWords } from './use-rule-words.ts'

const words = inBothLanguages({ error: 'Error' }, { error: 'गड़बड़' })

/**
 * What is wrong in a form stands beside its field; the first of it is said in a toast too, so that whoever has scrolled to
 * the button does not tap it in vain.
 * @param order the fields in the order of §5
 * @returns what a form's `handleSubmit` calls with its errors
 */
export function useSayFirst(order: readonly string[]) {
  const t = useWords(words)
  const inWords = useRuleWords()
  return (errors: FieldErrors) => {
    const message = order.map((name) => errors[name]?.message).find((text) => typeof text === 'string')
    if (typeof message === 'string') showToast({ tone: 'problem', title: t.error, text: inWords(message) })
  }
}
