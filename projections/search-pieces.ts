/**
 * What of words the index of trigrams is asked for (migrations/steps/0013-search.ts). It reads the entries of each trigram from end to end, and one
 * that overlaps the one before says little that is new. So it is asked for pieces of the words that overlap less: whoever has the words has all of
 * them, one after the other, and few others do (docs/decisions/0037-fewer-trigrams.md).
 */

/** What JavaScript writes small as the server does: no letter among them becomes another one's. */
const KNOWN = /^[ -~\u0900-\u097f]+$/
/** Words, and what is between them. */
const TOKENS = /[0-9a-z]+|[^0-9a-z]+/g
/** Words that the index has so many trigrams of that it need not be asked where they begin and end. */
const LONG = /^([a-z]{3,}|([qz][0-7]{2}){2,})$/
/** As the index writes Devanagari: a letter and two digits. */
const DEVANAGARI = /^([qz][0-7]{2})+$/
/** Nobody can type one. */
const CUT = '\n'

/** A pattern for LIKE that every text has, as the index writes it, that has the words; undefined where only the server can write them so. */
export function patternOfPieces(words: string): string | undefined {
  if (!KNOWN.test(words)) return undefined
  const tokens = folded(words).match(TOKENS) ?? []
  const isLong = (at: number) => LONG.test(tokens[at] ?? '')
  const cut = tokens.map((token, at) => (isLong(at - 1) && isLong(at + 1) ? CUT : piecesOf(token).join(CUT))).join('')
  const pieces = cut.split(CUT).filter((piece) => piece !== '')
  return `%${pieces.map(escaped).join('%')}%`
}

/**
 * Of three letters each; of Devanagari two, of the first of them only how it ends. One letter is in nearly every text, so that it is asked for
 * together with a part of the one before.
 */
function piecesOf(token: string): string[] {
  if (!DEVANAGARI.test(token)) return inParts(token, 3)
  return inParts(token, 6).map((part) => (part.length > 3 ? CUT + part.slice(2) : part))
}

/** Parts of a length, the last one with what is left. */
function inParts(word: string, length: number): string[] {
  const parts: string[] = []
  let from = 0
  for (; word.length - from >= 2 * length; from += length) parts.push(word.slice(from, from + length))
  return [...parts, word.slice(from)]
}

/** As folded_text of the index. */
function folded(words: string): string {
  return words
    .toLowerCase()
    .replaceAll('\\', '\\\\')
    .replaceAll(/[\u0900-\u097f]/g, (letter) => {
      const code = letter.charCodeAt(0)
      return `${code < 0x940 ? 'q' : 'z'}${(code & 0o77).toString(8).padStart(2, '0')}`
    })
}

const PAIR = /^[0-9a-z]{2}$/i

/**
 * Two letters or digits have no trigram of their own, but behind each character that can stand before them they have one: a regular expression,
 * of which the index makes these, the beginning of a word among them. Undefined for what is no such pair.
 */
export function patternOfPair(words: string): string | undefined {
  return PAIR.test(words) ? `(^|[\\x01-\\x7f])${words.toLowerCase()}` : undefined
}

/** Text as a pattern for LIKE that is that text alone. */
export const escaped = (words: string) => words.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
