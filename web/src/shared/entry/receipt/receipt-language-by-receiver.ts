import { LANGUAGES, type Language } from '@ledger/contracts/languages.ts'
import { currentLanguage } from '../../language/in-both-languages.ts'
import { receiptLanguagesKey, useFieldSession } from '../../session/field-session.ts'

/**
 * In local storage, of each account its own: the language last chosen for each receiver, the latest last. The ledger
 * does not know the language of a person, and a receiver's name is what a row has. A sign-out deletes it.
 */
const storageKey = () => receiptLanguagesKey(useFieldSession.getState().user?.account)
const MAX_RECEIVERS = 100

type LanguageOfReceiver = readonly [receiver: string, language: Language]

/** Returns the language last chosen for a receiver on this phone; that of the app where none was chosen. */
export function receiptLanguageOf(receiver: string): Language {
  return storedChoices().find(([name]) => name === receiver)?.[1] ?? currentLanguage()
}

export function rememberReceiptLanguage(receiver: string, language: Language): void {
  const others = storedChoices().filter(([name]) => name !== receiver)
  localStorage.setItem(storageKey(), JSON.stringify([...others, [receiver, language]].slice(-MAX_RECEIVERS)))
}

function storedChoices(): LanguageOfReceiver[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isChoice) : []
  } catch {
    return []
  }
}

const isChoice = (value: unknown): value is LanguageOfReceiver =>
  Array.isArray(value) && typeof value[0] === 'string' && LANGUAGES.includes(value[1])
