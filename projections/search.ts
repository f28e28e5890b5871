import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { foundDay } from '@ledger/contracts/shown-days.ts'
import { foundInShownWords } from '@ledger/contracts/shown-words.ts'
import { PLANNED_EACH_TIME } from '@ledger/database/prepared.ts'
import type { Database } from '@ledger/database/tables.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { escaped, patternOfPair, patternOfPieces } from './search-pieces.ts'

/** A pattern for LIKE that finds the words anywhere, whatever characters they are made of. */
export function contains(words: string): string {
  return `%${escaped(words.trim())}%`
}

/** Rows of the lists that have the words: all of them, and by an index some more. */
export interface Search {
  exact: RawBuilder<boolean>
  indexed: RawBuilder<boolean>
  /** The index is worth it where few rows have the words: it is asked for a pair by three dozen trigrams. */
  isForFew: boolean
}

/** Without three characters that stand together there is nothing that an index of trigrams could find, but for a pair (search-pieces.ts). */
const TOO_SHORT = /^[ -~]{1,2}$/

/**
 * §2: case does not count. What a row shows is found as it is shown, in either language: an amount with its sign and commas,
 * a payment mode by its name, money from head office and transfers by what they are called, a date by its day.
 * @param words at least one character that is no white space
 * @param namedSo the accounts that are called so, where rows say whose they are
 */
export function mentions(words: string, namedSo: readonly string[]): Search {
  const pattern = contains(words)
  const amounts = amountsLike(words)
  const { headOffice, transfers, modes, purposes } = foundInShownWords(words)
  const owners = namedSo.length === 0 ? [] : [sql`account_id = ANY (${namedSo}::uuid[])`]
  const day = foundDay(words)
  const days = day === undefined ? [] : [sql`(date >= ${startOfDay(day)} AND date < ${endOfDay(day)})`]
  return {
    exact: anyOf([
      // ILIKE makes small letters of the pattern, too, for every row.
      sql`lower(recipient || ' ' || purpose || ' ' || narration) LIKE lower(${pattern})`,
      ...amounts.map((amount) => sql`(paise / 100.0)::numeric(20, 2)::text LIKE ${contains(amount)}`),
      ...(modes.length === 0 ? [] : [sql`payment_mode = ANY (${modes}::text[])`]),
      ...(purposes.length === 0 ? [] : [sql`purpose = ANY (${purposes}::text[])`]),
      ...(headOffice ? [sql`(type = 'credit' AND transfer_from IS NULL)`] : []),
      ...(transfers ? [sql`transfer_from IS NOT NULL`] : []),
      ...days,
      ...owners,
    ]),
    indexed: everyOf([
      inIndex(words.trim()),
      ...amounts.filter((amount) => amount !== words.trim()).map(inIndex),
      ...modes.map((mode) => has(sql`${`%\n${escaped(mode)}%`}`)),
      ...purposes.map(inIndex),
      ...(headOffice ? [has(sql`${'%\nhead office%'}`)] : []),
      ...(transfers ? [has(sql`${'%\ntransfer%'}`)] : []),
      ...days,
      ...owners,
    ]),
    isForFew: patternOfPair(words.trim()) !== undefined,
  }
}

/** A purpose, in whichever case it was written. */
export const hasPurpose = (purpose: string): Search => ({
  exact: sql<boolean>`lower(purpose) = lower(${purpose})`,
  indexed: everyOf([inIndex(purpose)]),
  isForFew: patternOfPair(purpose) !== undefined,
})

export const allOf = (searches: Search[]): Search => ({
  exact: sql<boolean>`${sql.join(
    searches.map(({ exact }) => exact),
    sql` AND `,
  )}`,
  indexed: sql<boolean>`${sql.join(
    searches.map(({ indexed }) => indexed),
    sql` AND `,
  )}`,
  isForFew: searches.some(({ isForFew }) => isForFew),
})

/** The part of an amount that the words are, with or without a sign, the rupee's sign and commas; none where they are something else. */
function amountsLike(words: string): string[] {
  const amount = words
    .trim()
    .replace(/^[+−-]/, '')
    .replaceAll(/[,₹\s]/g, '')
  return /^[\d.]+$/.test(amount) ? [amount] : []
}

/** As the index has a row (migrations/steps/0013-search.ts). */
const SEARCHED = sql`searched_text(recipient, purpose, narration, paise, payment_mode, type, transfer_from)`
const has = (pattern: RawBuilder<unknown>) => sql`${SEARCHED} LIKE ${pattern}`

/** Rows that have the words, and by the index some more; undefined where it could find nothing. */
function inIndex(words: string): RawBuilder<unknown> | undefined {
  const pair = patternOfPair(words)
  if (pair !== undefined) return sql`${SEARCHED} ~ ${pair}`
  if (TOO_SHORT.test(words)) return undefined
  const pieces = patternOfPieces(words)
  return has(pieces === undefined ? sql`folded_pattern(${words})` : sql`${pieces}`)
}

/** Where the index finds nothing of one of them, all rows are looked at. */
function everyOf(conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<boolean> {
  const found = conditions.filter((condition) => condition !== undefined)
  return found.length < conditions.length ? sql<boolean>`true` : anyOf(found)
}

/** By words that few rows have it is the index that is read, by others the rows of an account or of a period. */
const anyOf = (conditions: RawBuilder<unknown>[]) =>
  sql<boolean>`${sql.raw(PLANNED_EACH_TIME)} (${sql.join(conditions, sql` OR `)})`

/** The accounts that have the words in their names or in those of their sites; hardly ever one, which the planner is to know. */
export async function accountsNamed(db: Kysely<Database>, companyId: string, words: string): Promise<string[]> {
  const pattern = contains(words)
  const { rows } = await sql<{ account_id: string }>`SELECT account_id FROM directory WHERE company_id = ${companyId}
    AND (concat_ws(' ', first_name, last_name) ILIKE ${pattern} OR site_name ILIKE ${pattern})`.execute(db)
  return rows.map((row) => row.account_id)
}
