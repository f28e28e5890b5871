import { type RawBuilder, sql } from 'kysely'
import { escapeLike } from './trigram-pattern.ts'

/** The digits of Devanagari, which become Latin ones, and the invisible characters that texts have had. */
const FOLDED_CHARACTERS_SQL = sql.raw(
  `U&'${[
    ...['0966', '0967', '0968', '0969', '096A', '096B', '096C', '096D', '096E', '096F'],
    ...['00AD', '200B', '200C', '200D', '2060', 'FE0E', 'FE0F', 'FEFF'],
  ]
    .map((code) => `\\${code}`)
    .join('')}'`,
)

/**
 * A character outside of those that the fold leaves as they are: ASCII, Devanagari without its digits, its nukta and
 * the letters that NFKC takes apart, and some signs. It decides four times as fast as the fold, for most texts.
 */
const MAY_CHANGE_SQL = sql.raw(
  `U&'[^ -~\\000A\\0900-\\093B\\093D-\\0957\\0960-\\0965\\0970-\\097F\\2013\\2014\\2018\\2019\\201C\\201D\\20B9]'`,
)

/**
 * Returns a text in the form in which it is searched: as of contracts/text/text-schemas.ts, foldForSearch, in small
 * letters.
 */
export const searchFormSql = (text: RawBuilder<unknown>) =>
  sql<string>`CASE WHEN ${text} !~ ${MAY_CHANGE_SQL} THEN lower(${text})
    ELSE lower(normalize(translate(${text}, ${FOLDED_CHARACTERS_SQL}, '0123456789'), NFKC)) END`

/** Returns the condition that a text has a word anywhere, in whatever form both are written; each part of a date. */
function hasWordSql(text: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  // ILIKE would lowercase the pattern for every row.
  const parts = word.split(' ').map((part) => sql`${searchFormSql(text)} LIKE lower(${likePattern(part)})`)
  return sql<boolean>`(${sql.join(parts, sql` AND `)})`
}

/**
 * Returns the condition that a text has one of the spellings of a word; the text is brought into the form of a search
 * once for all of them.
 */
export function hasAnyWordSql(text: RawBuilder<unknown>, spellings: readonly string[]): RawBuilder<boolean> {
  const [word = '', ...others] = spellings
  if (others.length === 0) return hasWordSql(text, word)
  const patterns = spellings.map((spelling) => sql`lower(${likePattern(spelling)})`)
  return sql<boolean>`(${searchFormSql(text)} LIKE ANY (ARRAY[${sql.join(patterns)}]))`
}

/** Returns a LIKE pattern that finds the words anywhere, whatever characters they are made of. */
export function likePattern(words: string): string {
  return `%${escapeLike(words.trim())}%`
}
