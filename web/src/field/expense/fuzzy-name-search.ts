import { normalizeName } from '@ledger/contracts/text/text-schemas.ts'

/** A name, with the forms that a search compares. */
export interface SearchableName {
  readonly name: string
  /** The form in which two spellings are one beneficiary. */
  readonly same: string
  readonly words: readonly string[]
  readonly sounds: readonly string[]
}

export function toSearchableName(name: string): SearchableName {
  const same = normalizeName(name)
  const words = same.split(' ')
  let sounds: readonly string[] | undefined
  return {
    name,
    same,
    words,
    // Computed only where no spelling fits: 5,000 names take a slow phone a third of a second.
    get sounds() {
      sounds ??= words.map(phoneticKey)
      return sounds
    },
  }
}

/**
 * Returns the names that fit the typed or spoken text, in four groups: names that begin with it; names that have, for
 * each typed word, a word that begins with it; names that contain it; names that only sound so, in either script. Each
 * group has the order of the list.
 */
export function findNames(all: readonly SearchableName[], typed: string): readonly SearchableName[] {
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
  // One consonant begins half of all names, so alone it finds nothing, and beside others it must be a whole word.
  const isHeard =
    given.sounds.join('').length > 1 &&
    given.sounds.every((sound) => one.sounds.some((of) => (sound.length > 1 ? of.startsWith(sound) : of === sound)))
  return isHeard ? 3 : -1
}

/** The sound of each Devanagari letter as people write it in Latin letters, without aspiration and without length. */
const LATIN_SOUND_OF_DEVANAGARI: Readonly<Record<string, string>> = Object.fromEntries(
  ['k कख', 'g गघ', 'n ङञणनंँ', 'c चछ', 'j जझ', 't टठतथ', 'd डढदध', 'p प', 'f फ', 'b बभ', 'm म', 'y य', 'r र', 'l लळ']
    .concat(['v व', 's शषस', 'h ह', 'a अआइईउऊएऐओऔऑऍ'])
    .flatMap((line) => [...line.slice(2)].map((letter) => [letter, line.charAt(0)])),
)

/** The Latin spellings of one sound, each with its replacement, applied in this order. */
const LATIN_SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/ngh/g, 'nh'],
  [/ph/g, 'f'],
  [/ch/g, 'č'],
  [/c(?=[eiy])/g, 's'],
  [/[cq]k?/g, 'k'],
  [/č/g, 'c'],
  [/x/g, 'ks'],
  [/z/g, 'j'],
  [/w/g, 'v'],
  [/(?<=[kgcjtdbs])h/g, ''],
]

/**
 * Reduces a word to its consonants, so that शर्मा and Sharma are one. A vowel counts only at the start of the word, and
 * so does a y.
 * @param word in the form that `normalizeName` returns
 */
export function phoneticKey(word: string): string {
  const latin = LATIN_SPELLINGS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word)
  const letters = [...latin.normalize('NFD')].map((letter) => LATIN_SOUND_OF_DEVANAGARI[letter] ?? letter).join('')
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[aeiou]/g, 'a')
    .replace(/(?!^)[ay]/g, '')
    .replace(/m(?=[pb])/g, 'n')
    .replace(/(\p{L})\1+/gu, '$1')
}
