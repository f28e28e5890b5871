import { devanagariSounds } from './devanagari-sounds.ts'
import { latinSounds } from './latin-sounds.ts'

/** One way in which a word can be read. */
export interface WordReading {
  /** The consonants by which words are looked up, a small letter each: the phonetic key. */
  readonly consonants: string
  /**
   * The vowels before, between and after the consonants: one more than these. Each has a capital for every sound that
   * its spelling can stand for, and a small letter for one that it has in English words alone; `N` is no vowel at the
   * beginning or the end, and `A` is none between consonants.
   */
  readonly vowels: readonly string[]
  readonly isLatin: boolean
}

/**
 * Returns how a word can be read, by the rules of docs/search.md; none for a word without a consonant, or with another
 * character than Latin and Devanagari letters, such as a digit.
 * @param word in the form of `foldForSearch`, in small letters
 */
export function wordReadings(word: string): WordReading[] {
  const isLatin = LATIN_WORD.test(word)
  const spellings = isLatin ? latinSounds(word) : DEVANAGARI_WORD.test(word) ? devanagariSounds(word) : []
  const readings = spellings
    .map((spelled) => ({ ...toReading(spelled), isLatin }))
    .filter(({ consonants }) => consonants !== '')
  return readings.filter(({ consonants, vowels }, at) => {
    const isSame = (other: WordReading) => other.consonants === consonants && other.vowels.join() === vowels.join()
    return readings.findIndex(isSame) === at
  })
}

const DEVANAGARI_WORD = /^[\u0900-\u0963\u0970-\u097f\u200c\u200d]+$/
const LATIN_WORD = /^[a-z]+$/

/** A consonant, or one or more vowels in brackets. */
const SOUND = /[a-z]|(?:\[[A-Za-z]*\]|[Q-])+/g
/** Vowels that are spoken as one sound of their own, by both scripts: i or u, and another one. */
const VOWEL_PAIRS: readonly (readonly [RegExp, string])[] = [
  [/\[I\](?:\[[A-HJ-Z]+\]|Q)/, '[X]'],
  [/\[U\](?:\[[A-TV-Z]+\]|Q)/, '[Z]'],
]

function toReading(spelled: string): Omit<WordReading, 'isLatin'> {
  const joined = VOWEL_PAIRS.reduce((text, [pair, sound]) => text.replace(pair, sound), spelled)
  let consonants = ''
  const vowels: string[] = ['']
  for (const [sound] of joined.matchAll(SOUND)) {
    if (/^[a-z]$/.test(sound)) {
      // A double consonant is one.
      if (consonants.endsWith(sound) && /^-?$/.test(vowels.at(-1) ?? '')) {
        vowels[vowels.length - 1] = ''
        continue
      }
      consonants += sound
      vowels.push('')
    } else vowels[vowels.length - 1] += sound.replaceAll(/[[\]]/g, '')
  }
  return withoutPlainVowels(consonants, vowels)
}

/** Writes vowels that are not there as `A` or `N`, and the m before a lip's consonant as n: Mumbai, मुंबई. */
function withoutPlainVowels(consonants: string, vowels: readonly string[]): Omit<WordReading, 'isLatin'> {
  const last = vowels.length - 1
  const sounds = vowels.map((vowel, at) => {
    // At the end of a word only a vowel after two consonants is spoken: मिश्र, but राम.
    const isAfterTwo = at === last && vowel === 'Q' && vowels[at - 1] === '-'
    const spoken = vowel.replaceAll(/[Q-]/g, '')
    if (isAfterTwo) return 'NA'
    return spoken === '' ? (at === 0 || at === last ? 'N' : 'A') : spoken
  })
  const nasals = [...consonants].map((letter, at) =>
    letter === 'm' && /[pbfv]/.test(consonants[at + 1] ?? '') && sounds[at + 1]?.includes('A') ? 'n' : letter,
  )
  return { consonants: nasals.join(''), vowels: sounds }
}

/**
 * Returns whether two words sound alike, in either script: one reading of each has the same consonants, and vowels that
 * can be the same at each place. Words with one consonant are alike across the scripts alone: tea is not to.
 */
export function soundAlike(one: readonly WordReading[], other: readonly WordReading[]): boolean {
  return one.some((a) =>
    other.some(
      (b) =>
        a.consonants === b.consonants &&
        (a.consonants.length > 1 || a.isLatin !== b.isLatin) &&
        a.vowels.every((vowel, at) => haveCommonSound(vowel, b.vowels[at] ?? '')),
    ),
  )
}

/** Fewer consonants begin too many words. */
export const MIN_CONSONANTS_OF_BEGINNING = 3

/** Returns whether a word sounds as the typed one, or goes on after it: so far, only the last vowel may be missing. */
export function soundsLikeTyped(word: readonly WordReading[], typed: readonly WordReading[]): boolean {
  if (soundAlike(word, typed)) return true
  return typed.some(
    ({ consonants, vowels }) =>
      consonants.length >= MIN_CONSONANTS_OF_BEGINNING &&
      word.some(
        (of) =>
          of.consonants.startsWith(consonants) &&
          vowels.every((vowel, at) => {
            const isOpenEnd = at === vowels.length - 1 && vowel.includes('N')
            return isOpenEnd || haveCommonSound(vowel, of.vowels[at] ?? '')
          }),
      ),
  )
}

/** A sound of English words is no reason that two Latin spellings are one: karan, kiran. */
const haveCommonSound = (one: string, other: string) =>
  [...one].some((sound) => {
    const [spoken, english] = [sound.toUpperCase(), sound.toLowerCase()]
    return other.includes(spoken) || (sound === spoken && other.includes(english))
  })
