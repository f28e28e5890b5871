import type { Language } from '../languages.ts'
import { foldForSearch } from '../text/text-schemas.ts'

/** A purpose of the company's list: its name in English and Hindi, and the other texts that people type for it. */
export interface ListedPurpose {
  readonly name: string
  /** Empty where the English name is shown to everybody. */
  readonly hindi: string
  readonly aliases: readonly string[]
}

export const PURPOSE_LIMITS = { purposes: 500, aliases: 50, name: 100, alias: 200 }

/** Returns the form in which two texts of a purpose are equal, in any case, white space and digits of either script. */
export function purposeKey(text: string): string {
  const key = foldForSearch(text).toLowerCase()
  return key.length <= MAX_KEY_LENGTH ? key : [...key].slice(0, MAX_KEY_LENGTH).join('')
}
/** In characters, as the database limits it (migrations/steps/0044-purposes-and-budgets.ts). */
const MAX_KEY_LENGTH = 250

/** Returns every text that means the purpose. */
export const wordsOfPurpose = ({ name, hindi, aliases }: ListedPurpose): string[] =>
  [name, hindi, ...aliases].filter((word) => word !== '')

/** Returns the name of a purpose in a language. */
export const purposeNameIn = ({ name, hindi }: ListedPurpose, language: Language): string =>
  language === 'hi' && hindi !== '' ? hindi : name

/** Returns a text that belongs to two purposes, as the second of them writes it; undefined where there is none. */
export function findSharedWord(purposes: readonly ListedPurpose[]): string | undefined {
  const owners = new Map<string, number>()
  for (const [place, purpose] of purposes.entries())
    for (const word of wordsOfPurpose(purpose)) {
      const owner = owners.get(purposeKey(word))
      if (owner !== undefined && owner !== place) return word
      owners.set(purposeKey(word), place)
    }
  return undefined
}

/** Returns the list in the order of names, each text of a purpose once. */
export function tidyPurposes(purposes: readonly ListedPurpose[]): ListedPurpose[] {
  return purposes
    .map(({ name, hindi, aliases }) => {
      const seen = new Set([name, hindi].map(purposeKey))
      const once = aliases.filter((alias) => {
        const key = purposeKey(alias)
        return !seen.has(key) && seen.add(key)
      })
      return { name, hindi: purposeKey(hindi) === purposeKey(name) ? '' : hindi, aliases: once }
    })
    .sort((one, other) => (purposeKey(one.name) < purposeKey(other.name) ? -1 : 1))
}

/** Finds the listed purpose that a text means; undefined for a text that no purpose has. */
export type PurposeFinder = (text: string) => ListedPurpose | undefined

export function purposeFinder(purposes: readonly ListedPurpose[]): PurposeFinder {
  if (purposes.length === 0) return () => undefined
  const byKey = new Map(
    purposes.flatMap((purpose) => wordsOfPurpose(purpose).map((word) => [purposeKey(word), purpose])),
  )
  return (text) => byKey.get(purposeKey(text))
}

/** Returns the purposes of both lists that the other does not have in the same words. */
export function changedPurposes(change: Record<'before' | 'after', readonly ListedPurpose[]>) {
  const [before, after] = [change.before, change.after].map((list) => new Set(list.map(purposeAsText)))
  return {
    before: change.before.filter((purpose) => !after?.has(purposeAsText(purpose))),
    after: change.after.filter((purpose) => !before?.has(purposeAsText(purpose))),
  }
}

/** @example `Cement = सीमेंट = cemant` */
export const purposeAsText = (purpose: ListedPurpose): string => wordsOfPurpose(purpose).join(' = ')
