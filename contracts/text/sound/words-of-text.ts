import { foldForSearch } from '../text-schemas.ts'

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/**
 * Returns the words of a text, folded and in small letters, as `wordReadings` takes them. A word with a digit in it is
 * one word, and has no sound.
 */
export function wordsOfText(text: string): string[] {
  return foldForSearch(text).toLowerCase().match(WORD) ?? []
}
