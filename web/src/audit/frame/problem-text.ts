import { useLanguage } from '../../shared/language/language.ts'
import { problemInHindi } from './problem-words.ts'
import { useProjectionName } from './projection-name.ts'

/** Returns a function that translates a sentence of the verification. An unknown sentence stays as it is. */
export function useProblemText(): (sentence: string) => string {
  const language = useLanguage((state) => state.language)
  const name = useProjectionName()
  return (sentence) => (language === 'hi' ? problemInHindi(sentence, name) : undefined) ?? sentence
}
