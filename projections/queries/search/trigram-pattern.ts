/**
 * What of words the index of trigrams is asked for (migrations/steps/0013-search.ts). It reads the entries of each trigram from end to end, and one
 * that overlaps the one before says little that is new. So it is asked for pieces of the words that overlap less: whoever has the words has all of
 * them, one after the other, and few others do (docs/decisions/0037-fewer-trigrams.md).
 */

/** What JavaScript writes small as the server does: no letter among them becomes another one's. */
const FOLDABLE_TEXT = /^[ -~\u0900-\u097f]+$/
/** Words, and what is between them. */
const TOKEN_PATTERN = /[0-9a-z]+|[^0-9a-z]+/g
/** Words that the index has so many trigrams of that it need not be asked where they begin and end. */
const LONG_WORD = /^([a-z]{3,}|([qz][0-7]{2}){2,})$/
/** As the index writes Devanagari: a letter and two digits. */
const FOLDED_DEVANAGARI = /^([qz][0-7]{2})+$/
/** The letters of Hindi that most texts have. */
const FREQUENT_LETTERS = new Set(['ा', '्', 'र', 'े', 'क', 'न', 'ि', 'स', 'ी', 'ं'].map(foldForIndex))
/** Nobody can type one. */
const PIECE_BREAK = '\n'

/** A pattern for LIKE that every text has, as the index writes it, that has the words; undefined where only the server can write them so. */
export function trigramLikePattern(words: string): string | undefined {
  if (!FOLDABLE_TEXT.test(words)) return undefined
  const tokens = foldForIndex(words).match(TOKEN_PATTERN) ?? []
  const isLong = (at: number) => LONG_WORD.test(tokens[at] ?? '')
  const isCut = (at: number) => isLong(at - 1) && isLong(at + 1)
  const cut = tokens.map((token, at) =>
    isCut(at) ? PIECE_BREAK : tokenPieces(token, at + 1 < tokens.length && !isCut(at + 1)).join(PIECE_BREAK),
  )
  const pieces = cut.join('').split(PIECE_BREAK)
  return `%${pieces
    .filter((piece) => piece !== '')
    .map(escapeLike)
    .join('%')}%`
}

/** @param goesOn whether what comes after the token is asked for together with its end */
function tokenPieces(token: string, goesOn: boolean): string[] {
  if (!FOLDED_DEVANAGARI.test(token)) return splitEvery(token, 3)
  const parts = splitEvery(token, 6)
  return parts.map((part, at) =>
    part.length > 3 ? PIECE_BREAK + devanagariPiece(part, goesOn && at + 1 === parts.length) : part,
  )
}

/**
 * Of Devanagari two letters: how the first ends and how the second begins, and how that ends unless nearly every text has it. One letter is
 * in half of all texts, so that it is asked for together with a part of the one before, or with the end of its word.
 */
function devanagariPiece(letters: string, goesOn: boolean): string {
  const piece = letters.slice(2)
  if (!FREQUENT_LETTERS.has(letters.slice(-3))) return piece
  if (!goesOn) return piece.slice(0, -1)
  return letters.length === 6 ? letters.slice(-2) : piece
}

/** Parts of a length, the last one with what is left. */
function splitEvery(word: string, length: number): string[] {
  const parts: string[] = []
  let from = 0
  for (; word.length - from >= 2 * length; from += length) parts.push(word.slice(from, from + length))
  return [...parts, word.slice(from)]
}

/** As folded_text of the index. */
function foldForIndex(words: string): string {
  return words
    .toLowerCase()
    .replaceAll('\\', '\\\\')
    .replaceAll(/[\u0900-\u097f]/g, (letter) => {
      const code = letter.charCodeAt(0)
      return `${code < 0x940 ? 'q' : 'z'}${(code & 0o77).toString(8).padStart(2, '0')}`
    })
}

const TWO_CHARACTERS = /^[0-9a-z]{2}$/i

/**
 * Two letters or digits have no trigram of their own, but behind each character that can stand before them they have one: a regular expression,
 * of which the index makes these, the beginning of a word among them. Undefined for what is no such pair.
 */
export function twoCharacterRegex(words: string): string | undefined {
  return TWO_CHARACTERS.test(words) ? `(^|[\\x01-\\x7f])${words.toLowerCase()}` : undefined
}

/** Text as a pattern for LIKE that is that text alone. */
export const escapeLike = (words: string) => words.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
