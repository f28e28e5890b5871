import { useLanguage } from '../../shared/language/language.ts'
import { problemInHindi } from './problem-words.ts'
import { useProjectionName } from './projection-name.ts'

/** Turns a sentence of the verification into the reader's language; one that is not known stays as it was written down. */
export function useProblemText(): (sentence: string) => string {
  const language = useLanguage((state) => state.language)
  const name = useProjectionName()
  return (sentence) => (language === 'hi' ? problemInHindi(sentence, name) : undefined) ?? sentence
}
