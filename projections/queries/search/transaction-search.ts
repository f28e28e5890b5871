import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { findLabelMatches } from '@ledger/contracts/display-labels.ts'
import { parseDisplayedDate } from '@ledger/contracts/parse-displayed-date.ts'
import { NEVER_PREPARE_COMMENT } from '@ledger/database/connection/auto-prepare.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { escapeLike, trigramLikePattern, twoCharacterRegex } from './trigram-pattern.ts'

/** A pattern for LIKE that finds the words anywhere, whatever characters they are made of. */
export function likePattern(words: string): string {
  return `%${escapeLike(words.trim())}%`
}

/** Rows of the lists that have the words: all of them, and by an index some more. */
export interface RowSearch {
  exact: RawBuilder<boolean>
  indexed: RawBuilder<boolean>
  /** The index is worth it where few rows have the words: it is asked for a pair by three dozen trigrams. */
  onlyIfRare: boolean
}

/** Without three characters that stand together there is nothing that an index of trigrams could find, but for a pair (trigram-pattern.ts). */
const TOO_SHORT_FOR_INDEX = /^[ -~]{1,2}$/

/**
 * §2: case does not count. What a row shows is found as it is shown, in either language: an amount with its sign and commas,
 * a payment mode by its name, money from head office and transfers by what they are called, a date by its day.
 * @param words at least one character that is no white space
 * @param namedSo the accounts that are called so, where rows say whose they are
 */
export function searchForWords(words: string, namedSo: readonly string[]): RowSearch {
  const pattern = likePattern(words)
  const amounts = parseAmountPart(words)
  const { headOffice, transfers, modes, purposes } = findLabelMatches(words)
  const owners = namedSo.length === 0 ? [] : [sql`account_id = ANY (${namedSo}::uuid[])`]
  const day = parseDisplayedDate(words)
  const days = day === undefined ? [] : [sql`(date >= ${startOfDay(day)} AND date < ${endOfDay(day)})`]
  return {
    exact: anyOfSql([
      // ILIKE makes small letters of the pattern, too, for every row.
      sql`lower(recipient || ' ' || purpose || ' ' || narration) LIKE lower(${pattern})`,
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

/** A purpose, in whichever case it was written. */
export const searchForPurpose = (purpose: string): RowSearch => ({
  exact: sql<boolean>`lower(purpose) = lower(${purpose})`,
  indexed: anyIndexedOrTrueSql([indexedSearchSql(purpose)]),
  onlyIfRare: twoCharacterRegex(purpose) !== undefined,
})

export const combineSearches = (searches: RowSearch[]): RowSearch => ({
  exact: sql<boolean>`${sql.join(
    searches.map(({ exact }) => exact),
    sql` AND `,
  )}`,
  indexed: sql<boolean>`${sql.join(
    searches.map(({ indexed }) => indexed),
    sql` AND `,
  )}`,
  onlyIfRare: searches.some(({ onlyIfRare: isForFew }) => isForFew),
})

/** The part of an amount that the words are, with or without a sign, the rupee's sign and commas; none where they are something else. */
function parseAmountPart(words: string): string[] {
  const amount = words
    .trim()
    .replace(/^[+−-]/, '')
    .replaceAll(/[,₹\s]/g, '')
  return /^[\d.]+$/.test(amount) ? [amount] : []
}

/** As the index has a row (migrations/steps/0013-search.ts). */
const SEARCHED_TEXT_SQL = sql`searched_text(recipient, purpose, narration, paise, payment_mode, type, transfer_from)`
const searchedTextLikeSql = (pattern: RawBuilder<unknown>) => sql`${SEARCHED_TEXT_SQL} LIKE ${pattern}`

/** Rows that have the words, and by the index some more; undefined where it could find nothing. */
function indexedSearchSql(words: string): RawBuilder<unknown> | undefined {
  const pair = twoCharacterRegex(words)
  if (pair !== undefined) return sql`${SEARCHED_TEXT_SQL} ~ ${pair}`
  if (TOO_SHORT_FOR_INDEX.test(words)) return undefined
  const pieces = trigramLikePattern(words)
  return searchedTextLikeSql(pieces === undefined ? sql`folded_pattern(${words})` : sql`${pieces}`)
}

/** Where the index finds nothing of one of them, all rows are looked at. */
function anyIndexedOrTrueSql(conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<boolean> {
  const found = conditions.filter((condition) => condition !== undefined)
  return found.length < conditions.length ? sql<boolean>`true` : anyOfSql(found)
}

/** By words that few rows have it is the index that is read, by others the rows of an account or of a period. */
const anyOfSql = (conditions: RawBuilder<unknown>[]) =>
  sql<boolean>`${sql.raw(NEVER_PREPARE_COMMENT)} (${sql.join(conditions, sql` OR `)})`

/** The accounts that have the words in their names or in those of their sites; hardly ever one, which the planner is to know. */
export async function findAccountsByName(db: Kysely<Database>, companyId: string, words: string): Promise<string[]> {
  const pattern = likePattern(words)
  const { rows } = await sql<{ account_id: string }>`SELECT account_id FROM directory WHERE company_id = ${companyId}
    AND (concat_ws(' ', first_name, last_name) ILIKE ${pattern} OR site_name ILIKE ${pattern})`.execute(db)
  return rows.map((row) => row.account_id)
}
