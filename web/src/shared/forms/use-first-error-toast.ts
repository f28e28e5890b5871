import type { FieldErrors } from 'react-hook-form'
import { showToast } from '../design/toast/toast-store.ts'
import { brokenRuleTitle } from '../language/broken-rule-title.ts'
import { useWords } from '../language/in-both-languages.ts'
import { useRuleTranslation } from './use-rule-translation.ts'

/**
 * Shows the first error of a form in a toast too, beside the one at its field, because a user who has scrolled to the
 * button does not see the field.
 * @param order the fields in the order of §5
 * @returns the callback for the errors of a form's `handleSubmit`
 */
export function useFirstErrorToast(order: readonly string[]) {
  const { title } = useWords(brokenRuleTitle)
  const inWords = useRuleTranslation()
  return (errors: FieldErrors) => {
    const message = order.map((name) => errors[name]?.message).find((text) => typeof text === 'string')
    if (typeof message === 'string') showToast({ tone: 'problem', title, text: inWords(message) })
  }
}
