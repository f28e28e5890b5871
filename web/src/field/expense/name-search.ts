import { sameName } from '@ledger/contracts/text.ts'

/** A name, and what is looked at when somebody looks for it. */
export interface Sought {
  readonly name: string
  /** The form in which two spellings are one beneficiary. */
  readonly same: string
  readonly words: readonly string[]
  readonly sounds: readonly string[]
}

export function sought(name: string): Sought {
  const same = sameName(name)
  const words = same.split(' ')
  let sounds: readonly string[] | undefined
  return {
    name,
    same,
    words,
    // Only for what no spelling fits: a slow phone would think of 5,000 names for a third of a second.
    get sounds() {
      sounds ??= words.map(soundOf)
      return sounds
    },
  }
}

/**
 * The names that fit what was typed or said: first those that begin with it, then those of whose words each typed one begins
 * one, then those that hold it, last those that only sound so, in either script. Each group keeps the order of the list.
 */
export function findNames(all: readonly Sought[], typed: string): readonly Sought[] {
  const given = sought(typed)
  if (given.same === '') return all
  const groups: Sought[][] = [[], [], [], []]
  for (const one of all) groups[fitOf(one, given)]?.push(one)
  return groups.flat()
}

function fitOf(one: Sought, given: Sought): number {
  if (one.same.startsWith(given.same)) return 0
  if (given.words.every((word) => one.words.some((of) => of.startsWith(word)))) return 1
  if (one.same.includes(given.same)) return 2
  // One consonant begins half of all names: alone it says nothing, and among others it is a word of its own.
  const isHeard =
    given.sounds.join('').length > 1 &&
    given.sounds.every((sound) => one.sounds.some((of) => (sound.length > 1 ? of.startsWith(sound) : of === sound)))
  return isHeard ? 3 : -1
}

/** What a Devanagari letter sounds like, as far as people write it in Latin letters: without breath and without length. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  ['k कख', 'g गघ', 'n ङञणनंँ', 'c चछ', 'j जझ', 't टठतथ', 'd डढदध', 'p प', 'f फ', 'b बभ', 'm म', 'y य', 'r र', 'l लळ']
    .concat(['v व', 's शषस', 'h ह', 'a अआइईउऊएऐओऔऑऍ'])
    .flatMap((line) => [...line.slice(2)].map((letter) => [letter, line.charAt(0)])),
)

/** The Latin spellings of one sound, each with what stands for it; in this order. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
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
 * A word by its consonants, so that शर्मा and Sharma are one: a vowel counts where it begins the word, a y only there.
 * @param word as `sameName` leaves it
 */
export function soundOf(word: string): string {
  const latin = SPELLINGS.reduce((text, [spelling, sound]) => text.replace(spelling, sound), word)
  const letters = [...latin.normalize('NFD')].map((letter) => LETTERS[letter] ?? letter).join('')
  return letters
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[aeiou]/g, 'a')
    .replace(/(?!^)[ay]/g, '')
    .replace(/m(?=[pb])/g, 'n')
    .replace(/(\p{L})\1+/gu, '$1')
}
