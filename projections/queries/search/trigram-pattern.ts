/**
 * Builds the patterns by which the trigram index is searched
 * (migrations/steps/0013-search-text-and-trigram-index.ts). The index reads the entries of each trigram from end to
 * end, and a trigram that overlaps the one before excludes little more. A pattern therefore has pieces of the words
 * that overlap less: a text with the words has all of them, one after the other, and few other texts do
 * (docs/decisions/0011-indexes-and-sums.md).
 */

/** Text that JavaScript lowercases as the server does: none of its letters becomes another one. */
const FOLDABLE_TEXT = /^[ -~\u0900-\u097f]+$/
/** Words, and the characters between them. */
const TOKEN_PATTERN = /[0-9a-z]+|[^0-9a-z]+/g
/** Words with so many trigrams in the index that their beginning and end need not be searched for. */
const LONG_WORD = /^([a-z]{3,}|([qz][0-7]{2}){2,})$/
/** Devanagari as the index writes it: a letter and two digits. */
const FOLDED_DEVANAGARI = /^([qz][0-7]{2})+$/
/** The letters of Hindi that most texts have. */
const FREQUENT_LETTERS = new Set(['ा', '्', 'र', 'े', 'क', 'न', 'ि', 'स', 'ी', 'ं'].map(foldForIndex))
/** No user can type one. */
const PIECE_BREAK = '\n'

/**
 * Returns a LIKE pattern that matches every text with the words, in the form of the index; undefined where only the
 * server can write the words in that form.
 */
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

/** @param goesOn whether the pattern continues without a break after the token */
function tokenPieces(token: string, goesOn: boolean): string[] {
  if (!FOLDED_DEVANAGARI.test(token)) return splitEvery(token, 3)
  const parts = splitEvery(token, 6)
  return parts.map((part, at) =>
    part.length > 3 ? PIECE_BREAK + devanagariPiece(part, goesOn && at + 1 === parts.length) : part,
  )
}

/**
 * Returns the piece for two Devanagari letters: the end of the first and the beginning of the second, and the end of
 * the second unless nearly every text has it. One letter is in half of all texts, so it is searched for together with a
 * part of the one before, or with the end of its word.
 */
function devanagariPiece(letters: string, goesOn: boolean): string {
  const piece = letters.slice(2)
  if (!FREQUENT_LETTERS.has(letters.slice(-3))) return piece
  if (!goesOn) return piece.slice(0, -1)
  return letters.length === 6 ? letters.slice(-2) : piece
}

/** Splits a word into parts of a length; the last part also has the rest. */
function splitEvery(word: string, length: number): string[] {
  const parts: string[] = []
  let from = 0
  for (; word.length - from >= 2 * length; from += length) parts.push(word.slice(from, from + length))
  return [...parts, word.slice(from)]
}

/** Returns the words as `folded_text` of the index writes them. */
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
 * Returns a regular expression for two letters or digits; undefined for any other text. A pair has no trigram of its
 * own, but one with each character that can stand before it, the beginning of a word among them: the index derives
 * these from the expression.
 */
export function twoCharacterRegex(words: string): string | undefined {
  return TWO_CHARACTERS.test(words) ? `(^|[\\x01-\\x7f])${words.toLowerCase()}` : undefined
}

/** Returns a text as a LIKE pattern that matches this text alone. */
export const escapeLike = (words: string) => words.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
