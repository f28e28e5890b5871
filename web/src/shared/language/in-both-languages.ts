import { type Language, useLanguage } from './language-setting.ts'

type WordOrTemplate = string | ((...values: never[]) => string)
type WordsByKey = Readonly<Record<string, WordOrTemplate>>
type Translated<T extends WordsByKey> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => string ? (...values: V) => string : string
}

export interface WordsInBothLanguages<T> {
  readonly en: T
  readonly hi: T
}

/**
 * Pairs the words of one screen, English beside Hindi. A key that Hindi lacks, has too many or with other values does
 * not compile. They are in the screen's folder, so they load with the screen and not before it.
 */
export function inBothLanguages<T extends WordsByKey>(
  en: T,
  hi: Translated<NoInfer<T>>,
): WordsInBothLanguages<Translated<T>>
export function inBothLanguages(en: WordsByKey, hi: WordsByKey): WordsInBothLanguages<WordsByKey> {
  return { en, hi }
}

/** Returns a screen's words in the current language. */
export function useWords<T>(words: WordsInBothLanguages<T>): T {
  return words[useLanguage((state) => state.language)]
}

/** Returns the same outside of rendering. */
export function currentWords<T>(words: WordsInBothLanguages<T>): T {
  return words[currentLanguage()]
}

export function currentLanguage(): Language {
  return useLanguage.getState().language
}
