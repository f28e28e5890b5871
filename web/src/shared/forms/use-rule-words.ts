import { sayRules } from '../api/readers-words.ts'
import { useLanguage } from '../language/language.ts'
import { ruleInHindi } from '../language/rule-words.ts'

sayRules(ruleInHindi)

/** Returns a function that translates the sentence of a broken rule; undefined stays undefined. */
export function useRuleWords(): (message: string | undefined) => string | undefined {
  const language = useLanguage((state) => state.language)
  return (message) => (message === undefined || language === 'en' ? message : ruleInHindi(message))
}
