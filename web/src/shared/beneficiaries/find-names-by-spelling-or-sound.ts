import { memoize } from '@ledger/contracts/text/memoize.ts'
import { soundsLikeTyped, type WordReading, wordReadings } from '@ledger/contracts/text/sound/word-sound.ts'
import { foldForSearch, normalizeName } from '@ledger/contracts/text/text-schemas.ts'

/** A name, with the forms that a search compares. */
export interface SearchableName {
  readonly name: string
  /** The form in which two spellings are one beneficiary. */
  readonly same: string
  readonly words: readonly string[]
  /** How each of the words can be read. */
  readonly readings: readonly (readonly WordReading[])[]
}

export function toSearchableName(name: string): SearchableName {
  const same = normalizeName(name)
  const words = foldForSearch(name).toLowerCase().split(' ')
  let readings: SearchableName['readings'] | undefined
  return {
    name,
    same,
    words,
    // Computed only where no spelling fits: 5,000 names take a slow phone a third of a second.
    get readings() {
      readings ??= words.map(readingsOfWord)
      return readings
    },
  }
}

/** Names share most of their words. */
const readingsOfWord = memoize(10_000, (word: string): readonly WordReading[] =>
  wordReadings(word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')),
)

/**
 * Returns the names that fit the typed or spoken text, in four groups: names that begin with it; names that have, for
 * each typed word, a word that begins with it; names that contain it; names that only sound so, in either script. Each
 * group has the order of the list.
 */
export function findNamesBySpellingOrSound(all: readonly SearchableName[], typed: string): readonly SearchableName[] {
  const given = toSearchableName(typed)
  if (given.same === '') return all
  const groups: SearchableName[][] = [[], [], [], []]
  for (const one of all) groups[matchRank(one, given)]?.push(one)
  return groups.flat()
}

function matchRank(one: SearchableName, given: SearchableName): number {
  if (one.same.startsWith(given.same)) return 0
  if (given.words.every((word) => one.words.some((of) => of.startsWith(word)))) return 1
  if (one.same.includes(given.same)) return 2
  const isHeard = given.words.every(
    (word, at) =>
      one.words.some((of) => of.startsWith(word)) ||
      one.readings.some((of) => soundsLikeTyped(of, given.readings[at] ?? [])),
  )
  return isHeard ? 3 : -1
}
