import { registerRuleTranslation } from '../api/error-messages.ts'
import { useLanguage } from '../language/language-setting.ts'
import { validationMessageInHindi } from '../language/validation-messages-hindi.ts'

registerRuleTranslation(validationMessageInHindi)

/** Returns a function that translates the sentence of a broken rule; undefined stays undefined. */
export function useRuleTranslation(): (message: string | undefined) => string | undefined {
  const language = useLanguage((state) => state.language)
  return (message) => (message === undefined || language === 'en' ? message : validationMessageInHindi(message))
}
