import type { Language } from '@ledger/contracts/languages.ts'
import { create } from 'zustand'

export type { Language }

/** §4: the key in local storage. Any value there except `en` and `hi` is ignored. */
const KEY = 'language'

interface LanguageState {
  readonly language: Language
  flip(): void
}

/** The language of the whole app. `<html lang>` and localStorage follow it. */
export const useLanguage = create<LanguageState>((set, get) => ({
  // A worker has no storage, so its job names the language.
  language: globalThis.localStorage?.getItem(KEY) === 'hi' ? 'hi' : 'en',
  flip() {
    const language = get().language === 'en' ? 'hi' : 'en'
    localStorage.setItem(KEY, language)
    set({ language })
  },
}))

export function markDocument(): void {
  const mark = (language: Language) => {
    document.documentElement.lang = language
  }
  mark(useLanguage.getState().language)
  useLanguage.subscribe((state) => mark(state.language))
}
