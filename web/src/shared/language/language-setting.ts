import type { Language } from '@ledger/contracts/languages.ts'
import { create } from 'zustand'

export type { Language }

/** §4: the key in local storage. Any value there except `englishContent` and `hindiContent` is ignored. */
const LANGUAGE_STORAGE_KEY = 'language'

interface LanguageState {
  readonly language: Language
  flip(): void
}

/** The language of the whole app. `<html lang>` and localStorage follow it. */
export const useLanguage = create<LanguageState>((set, get) => ({
  // A worker has no storage, so its job names the language.
  language: initialLanguage(globalThis.localStorage?.getItem(LANGUAGE_STORAGE_KEY), globalThis.navigator?.languages),
  flip() {
    const language = get().language === 'en' ? 'hi' : 'en'
    localStorage.setItem(LANGUAGE_STORAGE_KEY, language)
    set({ language })
  },
}))

/**
 * Returns the stored language or, on a first visit, the one that stands first among the phone's own languages.
 * @param preferred BCP 47 tags such as "hi-IN", the most preferred first
 */
export function initialLanguage(stored: string | null | undefined, preferred: readonly string[] = []): Language {
  const known = [stored, ...preferred.map((tag) => tag.split('-')[0]?.toLowerCase())]
  return known.find((language): language is Language => language === 'en' || language === 'hi') ?? 'en'
}

export function syncDocumentLanguage(): void {
  const mark = (language: Language) => {
    document.documentElement.lang = language
  }
  mark(useLanguage.getState().language)
  useLanguage.subscribe((state) => mark(state.language))
}
