import { useLanguage } from '../../shared/language/language-setting.ts'
import { useProjectionLabel } from './use-projection-label.ts'
import { problemInHindi } from './verification-problems-hindi.ts'

/** Returns a function that translates a sentence of the verification. An unknown sentence stays as it is. */
export function useVerificationProblemTranslation(): (sentence: string) => string {
  const language = useLanguage((state) => state.language)
  const name = useProjectionLabel()
  return (sentence) => (language === 'hi' ? problemInHindi(sentence, name) : undefined) ?? sentence
}
