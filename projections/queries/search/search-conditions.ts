import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { findLabelMatches } from '@ledger/contracts/labels/transaction-labels.ts'
import { parseDisplayedDate } from '@ledger/contracts/parse-displayed-date.ts'
import { NEVER_PREPARE_COMMENT } from '@ledger/database/connection/auto-prepare.ts'
import { type RawBuilder, sql } from 'kysely'
import { ENTRY_COLUMNS, joinedTextSql } from '../../read-models/entry-columns.ts'
import { escapeLike, trigramLikePattern, twoCharacterRegex } from './trigram-pattern.ts'

/** Returns a LIKE pattern that finds the words anywhere, whatever characters they are made of. */
export function likePattern(words: string): string {
  return `%${escapeLike(words.trim())}%`
}

/**
 * Conditions for the rows that have the words: `exact` finds these rows, `indexed` finds them by an index, and some
 * more.
 */
export interface SearchConditions {
  exact: RawBuilder<boolean>
  indexed: RawBuilder<boolean>
  /** The index helps only where few rows have the words: a pair of characters asks it for three dozen trigrams. */
  onlyIfRare: boolean
}

/**
 * Fewer than three characters in a row have no trigram that the index could find, except for a pair
 * (trigram-pattern.ts).
 */
const TOO_SHORT_FOR_INDEX = /^[ -~]{1,2}$/

/**
 * Returns a search of rows for words. §2: case does not count. A row is found by what it shows, in either language: an
 * amount with its sign and commas, a payment mode by its name, money from head office and transfers by their labels, a
 * date by its day.
 * @param words at least one character that is no white space
 * @param namedSo the accounts with this name, where rows show their owners
 */
export function wordSearchConditions(words: string, namedSo: readonly string[]): SearchConditions {
  const pattern = likePattern(words)
  const amounts = parseAmountPart(words)
  const { headOffice, transfers, modes, purposes } = findLabelMatches(words)
  const owners = namedSo.length === 0 ? [] : [sql`account_id = ANY (${namedSo}::uuid[])`]
  const day = parseDisplayedDate(words)
  const days = day === undefined ? [] : [sql`(date >= ${startOfDay(day)} AND date < ${endOfDay(day)})`]
  return {
    exact: anyOfSql([
      // ILIKE would also lowercase the pattern, for every row.
      sql`lower(${WORDS_SQL}) LIKE lower(${pattern})`,
      ...amounts.map((amount) => sql`(paise / 100.0)::numeric(20, 2)::text LIKE ${likePattern(amount)}`),
      ...(modes.length === 0 ? [] : [sql`payment_mode = ANY (${modes}::text[])`]),
      ...(purposes.length === 0 ? [] : [sql`purpose = ANY (${purposes}::text[])`]),
      ...(headOffice ? [sql`(type = 'credit' AND transfer_from IS NULL)`] : []),
      ...(transfers ? [sql`transfer_from IS NOT NULL`] : []),
      ...days,
      ...owners,
    ]),
    indexed: anyIndexedOrTrueSql([
      indexedSearchSql(words.trim()),
      ...amounts.filter((amount) => amount !== words.trim()).map(indexedSearchSql),
      ...modes.map((mode) => searchedTextLikeSql(sql`${`%\n${escapeLike(mode)}%`}`)),
      ...purposes.map(indexedSearchSql),
      ...(headOffice ? [searchedTextLikeSql(sql`${'%\nhead office%'}`)] : []),
      ...(transfers ? [searchedTextLikeSql(sql`${'%\ntransfer%'}`)] : []),
      ...days,
      ...owners,
    ]),
    onlyIfRare: twoCharacterRegex(words.trim()) !== undefined,
  }
}

/** Returns a search for a purpose, in any case. */
export const purposeSearchConditions = (purpose: string): SearchConditions => ({
  exact: sql<boolean>`lower(purpose) = lower(${purpose})`,
  indexed: anyIndexedOrTrueSql([indexedSearchSql(purpose)]),
  onlyIfRare: twoCharacterRegex(purpose) !== undefined,
})

export const combineSearches = (searches: SearchConditions[]): SearchConditions => ({
  exact: sql<boolean>`${sql.join(
    searches.map(({ exact }) => exact),
    sql` AND `,
  )}`,
  indexed: sql<boolean>`${sql.join(
    searches.map(({ indexed }) => indexed),
    sql` AND `,
  )}`,
  onlyIfRare: searches.some(({ onlyIfRare }) => onlyIfRare),
})

/**
 * Returns the part of an amount that the words are, without sign, rupee sign and commas; none where they are something
 * else.
 */
function parseAmountPart(words: string): string[] {
  const amount = words
    .trim()
    .replace(/^[+−-]/, '')
    .replaceAll(/[,₹\s]/g, '')
  return /^[\d.]+$/.test(amount) ? [amount] : []
}

/** The columns that match by their text; a payment mode matches by its label. */
const TEXT_COLUMNS = ENTRY_COLUMNS.filter((column) => column !== 'payment_mode')
const WORDS_SQL = sql.raw(joinedTextSql(['recipient', ...TEXT_COLUMNS]))
const TEXTS_AFTER_PURPOSE_SQL = joinedTextSql(TEXT_COLUMNS.filter((column) => column !== 'purpose'))
/** The text of a row as the index has it (migrations/steps/0013-search.ts). */
const SEARCHED_TEXT_SQL = sql.raw(
  `searched_text(recipient, purpose, ${TEXTS_AFTER_PURPOSE_SQL}, paise, payment_mode, type, transfer_from)`,
)
const searchedTextLikeSql = (pattern: RawBuilder<unknown>) => sql`${SEARCHED_TEXT_SQL} LIKE ${pattern}`

/**
 * Returns the condition for rows that have the words, and by the index some more; undefined where the index can find
 * nothing.
 */
function indexedSearchSql(words: string): RawBuilder<unknown> | undefined {
  const pair = twoCharacterRegex(words)
  if (pair !== undefined) return sql`${SEARCHED_TEXT_SQL} ~ ${pair}`
  if (TOO_SHORT_FOR_INDEX.test(words)) return undefined
  const pieces = trigramLikePattern(words)
  return searchedTextLikeSql(pieces === undefined ? sql`folded_pattern(${words})` : sql`${pieces}`)
}

/**
 * Returns any of the conditions; `true` where the index can find nothing for one of them, so that all rows are read.
 */
function anyIndexedOrTrueSql(conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<boolean> {
  const found = conditions.filter((condition) => condition !== undefined)
  return found.length < conditions.length ? sql<boolean>`true` : anyOfSql(found)
}

/**
 * Joins the conditions by OR. Rare words are found by their index, others among the rows of an account or a period, so
 * the statement is planned each time.
 */
const anyOfSql = (conditions: RawBuilder<unknown>[]) =>
  sql<boolean>`${sql.raw(NEVER_PREPARE_COMMENT)} (${sql.join(conditions, sql` OR `)})`
