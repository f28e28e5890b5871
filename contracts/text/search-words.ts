import { parseDisplayedDate } from '../parse-displayed-date.ts'
import { joinAmountRanges } from './amount-range.ts'
import { soundsLikeTyped, wordReadings } from './sound/word-sound.ts'
import { wordsOfText } from './sound/words-of-text.ts'
import { foldForSearch } from './text-schemas.ts'

/** The words after these are one more: each costs a condition for all that a row shows. */
const MAX_SEARCHED_WORDS = 10

const DATE_OR_WORD = /(?<!\S)\d{1,2} \S+ \d{4}(?!\S)|\S+/g
/** A mobile number as a contact list has it: +91 98765 43210. */
const WITH_COUNTRY_CODE = /(?<!\S)\+91[\s-]*(\d{5})[\s-]?(\d{5})(?!\S)/g
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u

/**
 * Returns the words of a search, folded but for their case, each once: an entry has all of them, in any order and in
 * any field. A date is one word, and so is a comparison or a range of amounts. A mobile number loses its +91. Beside
 * other words, those without a letter or a digit are left out, such as a dash.
 */
export function splitSearchWords(q: string): string[] {
  const numbers = foldForSearch(q).replaceAll(WITH_COUNTRY_CODE, '$1$2')
  const words = (joinAmountRanges(numbers).match(DATE_OR_WORD) ?? []).flatMap((word) =>
    parseDisplayedDate(word) === undefined ? word.split(' ') : [word],
  )
  const telling = words.filter((word) => LETTER_OR_DIGIT.test(word))
  const all = [...new Set(telling.length === 0 ? words : telling)]
  const rest = all.splice(MAX_SEARCHED_WORDS)
  return rest.length === 0 ? all : [...all, rest.join(' ')]
}

/**
 * Returns whether a text has all words of a search, as `splitSearchWords` returns them: each as it is written, or as it
 * sounds in either script.
 */
export function hasSearchWords(text: string, words: readonly string[]): boolean {
  const folded = foldForSearch(text).toLowerCase()
  return words.every((word) => {
    const typed = word.toLowerCase()
    if (typed.split(' ').every((part) => folded.includes(part))) return true
    const readings = wordReadings(typed)
    return readings.length > 0 && wordsOfText(text).some((of) => soundsLikeTyped(wordReadings(of), readings))
  })
}
