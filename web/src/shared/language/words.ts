import { type Language, useLanguage } from './language.ts'

type Saying = string | ((...values: never[]) => string)
type Sayings = Readonly<Record<string, Saying>>
type Translated<T extends Sayings> = {
  readonly [K in keyof T]: T[K] extends (...values: infer V) => string ? (...values: V) => string : string
}

export interface Words<T> {
  readonly en: T
  readonly hi: T
}

/**
 * Pairs the words of one screen, English beside Hindi. A key that Hindi lacks, has too many or with other values does
 * not compile. They are in the screen's folder, so they load with the screen and not before it.
 */
export function inBothLanguages<T extends Sayings>(en: T, hi: Translated<NoInfer<T>>): Words<Translated<T>>
export function inBothLanguages(en: Sayings, hi: Sayings): Words<Sayings> {
  return { en, hi }
}

/** Returns a screen's words in the current language. */
export function useWords<T>(words: Words<T>): T {
  return words[useLanguage((state) => state.language)]
}

/** Returns the same outside of rendering. */
export function wordsNow<T>(words: Words<T>): T {
  return words[currentLanguage()]
}

export function currentLanguage(): Language {
  return useLanguage.getState().language
}
