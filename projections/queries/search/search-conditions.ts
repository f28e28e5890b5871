import { endOfDay, startOfDay } from '@ledger/contracts/dates.ts'
import { INCOMING_SUFFIX } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import { findLabelMatches } from '@ledger/contracts/labels/find-label-matches.ts'
import { parseDisplayedDate } from '@ledger/contracts/parse-displayed-date.ts'
import { purposeKey } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { parseAmountRange } from '@ledger/contracts/text/amount-range.ts'
import { foldForSearch } from '@ledger/contracts/text/text-schemas.ts'
import { NEVER_PREPARE_COMMENT } from '@ledger/database/connection/auto-prepare.ts'
import { type RawBuilder, sql } from 'kysely'
import { ENTRY_COLUMNS, joinedTextSql } from '../../read-models/entry-columns.ts'
import { purposeKeySql } from '../purposes/listed-purposes.ts'
import { inSpansAmongOthersSql } from '../sites/rows-in-spans-sql.ts'
import type { PartiesNamed } from './find-parties-named.ts'
import { escapeLike, trigramLikePattern, twoCharacterRegex } from './trigram-pattern.ts'
import { hasAnyWordSql, likePattern } from './word-sql.ts'

/**
 * Conditions for the rows that have the words: `exact` finds these rows, `indexed` finds them by an index, and some
 * more; it is undefined where the index can find nothing.
 */
export interface SearchConditions {
  exact: RawBuilder<boolean>
  indexed: RawBuilder<boolean> | undefined
  /** The index helps only where few rows have the words: a pair of characters asks it for three dozen trigrams. */
  onlyIfRare: boolean
}

/**
 * Fewer than three characters in a row have no trigram that the index could find, except for a pair
 * (trigram-pattern.ts).
 */
const TOO_SHORT_FOR_INDEX = /^[ -~]{1,2}$/

/**
 * Returns a search of rows for a word. §2: case does not count. A row is found by what it shows, in either language: an
 * amount with its sign and commas, a payment mode by its name, money from head office and transfers by their labels, a
 * date by its day. A comparison or a range finds amounts and nothing else.
 * @param word at least one character, as `splitSearchWords` returns it
 * @param spellings the other spellings of the word, as `findSpellings` returns them
 * @param named the accounts and beneficiaries that the word names
 */
export function wordSearchConditions(
  word: string,
  spellings: readonly string[],
  { owners, spans, parties, beneficiaries }: PartiesNamed,
): SearchConditions {
  const range = parseAmountRange(word)
  if (range !== undefined) {
    const isInRange = anyOfSql([sql`paise BETWEEN ${range.fromPaise}::bigint AND ${range.toPaise}::bigint`])
    return { exact: isInRange, indexed: isInRange, onlyIfRare: false }
  }
  const amounts = parseAmountPart(word)
  const { headOffice, transfers, modes, purposes } = findLabelMatches(word)
  const ofOwners = [
    ...(owners.length === 0 ? [] : [sql`account_id = ANY (${owners}::uuid[])`]),
    ...(spans.length === 0 ? [] : [inSpansAmongOthersSql(spans)]),
  ]
  const beneficiaryNames = beneficiaries.map(({ name }) => name)
  const day = parseDisplayedDate(word)
  const days = day === undefined ? [] : [sql`(date >= ${startOfDay(day)} AND date < ${endOfDay(day)})`]
  return {
    exact: anyOfSql([
      hasAnyWordSql(WORDS_SQL, [word, ...spellings]),
      ...amounts.map((amount) => sql`(paise / 100.0)::numeric(20, 2)::text LIKE ${likePattern(amount)}`),
      ...(modes.length === 0 ? [] : [sql`payment_mode = ANY (${modes}::text[])`]),
      ...(purposes.length === 0 ? [] : [sql`purpose = ANY (${purposes}::text[])`]),
      ...(headOffice ? [sql`(type = 'credit' AND transfer_from IS NULL)`] : []),
      ...(transfers ? [sql`transfer_from IS NOT NULL`] : []),
      ...(parties.length === 0 ? [] : [sql`(transfer_from IS NOT NULL AND recipient = ANY (${parties}::text[]))`]),
      ...(beneficiaryNames.length === 0
        ? []
        : [sql`(transfer_from IS NULL AND type = 'debit' AND recipient = ANY (${beneficiaryNames}::text[]))`]),
      ...days,
      ...ofOwners,
    ]),
    indexed: anyIndexedSql([
      ...[word, ...spellings].map(indexedPhraseSql),
      ...amounts.filter((amount) => amount !== word).map(indexedSearchSql),
      ...modes.map((mode) => searchedTextLikeSql(sql`${`%\n${escapeLike(mode)}%`}`)),
      ...purposes.map(indexedSearchSql),
      ...(headOffice ? [searchedTextLikeSql(sql`${'%\nhead office%'}`)] : []),
      ...(transfers ? [TRANSFERS_SQL] : []),
      ...parties.map((party) => indexedPhraseSql(party) ?? TRANSFERS_SQL),
      ...(beneficiaryNames.length === 0
        ? []
        : [sql`beneficiary_id = ANY (${beneficiaries.map(({ id }) => id)}::text[])`]),
      ...days,
      ...ofOwners,
    ]),
    onlyIfRare: twoCharacterRegex(word) !== undefined,
  }
}

/** Returns a search for the rows of a transaction, two for a transfer. */
export function rowsOfTransactionConditions(transaction: string): SearchConditions {
  const isRow = anyOfSql([sql`row_id IN (${transaction}, ${transaction + INCOMING_SUFFIX})`])
  return { exact: isRow, indexed: isRow, onlyIfRare: false }
}

/**
 * Returns a search for a purpose, in any case.
 * @param words all words of the listed purpose that it is; none where it is not listed
 */
export function purposeSearchConditions(purpose: string, words: readonly string[]): SearchConditions {
  if (words.length === 0)
    return {
      exact: sql<boolean>`lower(purpose) = lower(${purpose})`,
      indexed: indexedPhraseSql(purpose),
      onlyIfRare: twoCharacterRegex(purpose) !== undefined,
    }
  return {
    exact: sql<boolean>`${purposeKeySql(sql`purpose`)} = ANY (${words.map(purposeKey)}::text[])`,
    indexed: anyIndexedSql(words.map(indexedPhraseSql)),
    onlyIfRare: words.some((word) => twoCharacterRegex(word) !== undefined),
  }
}

/** Returns the search for all words of several. A pair of characters is left to the check of each row, where it can. */
export function combineSearches(searches: SearchConditions[]): SearchConditions {
  const indexed = searches.filter((search) => search.indexed !== undefined)
  const telling = indexed.filter(({ onlyIfRare }) => !onlyIfRare)
  const asked = (telling.length === 0 ? indexed : telling).flatMap((search) => search.indexed ?? [])
  return {
    exact: allOfSql(searches.map(({ exact }) => exact)),
    indexed: asked.length === 0 ? undefined : allOfSql(asked),
    onlyIfRare: asked.length > 0 && telling.length === 0,
  }
}

const allOfSql = (conditions: RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` AND `)})`

/**
 * Returns the part of an amount that a word is, without sign, rupee sign and commas; none where it is something else.
 */
function parseAmountPart(word: string): string[] {
  const amount = word.replace(/^[+−-]/, '').replaceAll(/[,₹]/g, '')
  return /^[\d.]+$/.test(amount) ? [amount] : []
}

/** The columns that match by their text; a payment mode matches by its label. */
const TEXT_COLUMNS = ENTRY_COLUMNS.filter((column) => column !== 'payment_mode')
const WORDS_SQL = sql.raw(joinedTextSql(['recipient', ...TEXT_COLUMNS]))
const TEXTS_AFTER_PURPOSE_SQL = joinedTextSql(TEXT_COLUMNS.filter((column) => column !== 'purpose'))
/** The text of a row as the index has it (migrations/steps/0013-search-text-and-trigram-index.ts). */
const SEARCHED_TEXT_SQL = sql.raw(
  `searched_text(recipient, purpose, ${TEXTS_AFTER_PURPOSE_SQL}, paise, payment_mode, type, transfer_from)`,
)
const searchedTextLikeSql = (pattern: RawBuilder<unknown>) => sql`${SEARCHED_TEXT_SQL} LIKE ${pattern}`

const TRANSFERS_SQL = searchedTextLikeSql(sql`${'%\ntransfer%'}`)

/**
 * Returns the condition for rows that have the word, and by the index some more; undefined where the index can find
 * nothing.
 * @param word in the form of `foldForSearch`
 */
function indexedSearchSql(word: string): RawBuilder<unknown> | undefined {
  const pair = twoCharacterRegex(word)
  if (pair !== undefined) return sql`${SEARCHED_TEXT_SQL} ~ ${pair}`
  if (TOO_SHORT_FOR_INDEX.test(word)) return undefined
  const pieces = trigramLikePattern(word)
  return searchedTextLikeSql(pieces === undefined ? sql`folded_pattern(${word})` : sql`${pieces}`)
}

/** Returns the same for a text of several words, whatever white space is between them. */
function indexedPhraseSql(text: string): RawBuilder<boolean> | undefined {
  const words = foldForSearch(text).split(' ')
  const telling = words.length === 1 ? words : words.filter((word) => twoCharacterRegex(word) === undefined)
  const found = telling.flatMap((word) => indexedSearchSql(word) ?? [])
  return found.length === 0 ? undefined : allOfSql(found)
}

/**
 * Returns any of the conditions; undefined where the index can find nothing for one of them, so that all rows are read.
 */
function anyIndexedSql(conditions: (RawBuilder<unknown> | undefined)[]): RawBuilder<boolean> | undefined {
  const found = conditions.filter((condition) => condition !== undefined)
  return found.length < conditions.length ? undefined : anyOfSql(found)
}

/**
 * Joins the conditions by OR. Rare words are found by their index, others among the rows of an account or a period, so
 * the statement is planned each time.
 */
const anyOfSql = (conditions: RawBuilder<unknown>[]) =>
  sql<boolean>`${sql.raw(NEVER_PREPARE_COMMENT)} (${sql.join(conditions, sql` OR `)})`
