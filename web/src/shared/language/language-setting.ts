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
  language: globalThis.localStorage?.getItem(LANGUAGE_STORAGE_KEY) === 'hi' ? 'hi' : 'en',
  flip() {
    const language = get().language === 'en' ? 'hi' : 'en'
    localStorage.setItem(LANGUAGE_STORAGE_KEY, language)
    set({ language })
  },
}))

export function syncDocumentLanguage(): void {
  const mark = (language: Language) => {
    document.documentElement.lang = language
  }
  mark(useLanguage.getState().language)
  useLanguage.subscribe((state) => mark(state.language))
}
