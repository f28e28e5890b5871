import { sayRules } from '../api/readers-words.ts'
import { useLanguage } from '../language/language.ts'
import { ruleInHindi } from '../language/rule-words.ts'

sayRules(ruleInHindi)

/** Turns the sentence of a broken rule into the reader's language; undefined stays undefined. */
export function useRuleWords(): (message: string | undefined) => string | undefined {
  const language = useLanguage((state) => state.language)
  return (message) => (message === undefined || language === 'en' ? message : ruleInHindi(message))
}
