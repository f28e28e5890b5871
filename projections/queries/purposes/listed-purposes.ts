import {
  type ListedPurpose,
  purposeFinder,
  purposeKey,
  wordsOfPurpose,
} from '@ledger/contracts/purposes/company-purpose-list.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'

/** The list of purposes, and its revision, which is 1 where no list was ever made. */
export interface PurposeList {
  readonly revision: number
  readonly purposes: readonly ListedPurpose[]
}

/** Returns the list that holds. */
export async function readPurposeList(db: Kysely<Database>, companyId: string): Promise<PurposeList> {
  const row = await db
    .selectFrom('purposes')
    .select(['revision', 'list'])
    .where('company_id', '=', companyId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { revision: row.revision, purposes: JSON.parse(row.list) } : { revision: 1, purposes: [] }
}

/**
 * The form of a text in which two texts of a purpose are equal, as of
 * contracts/purposes/company-purpose-list.ts.
 */
export const purposeKeySql = (text: RawBuilder<unknown>) => sql<string>`public.purpose_key(${text})`

/**
 * Returns sums by purpose and other subjects with each listed purpose under its name, whatever word it had. Without a
 * list the sums stay as they are.
 * @param paid rows (what, key, paise, count)
 */
export function foldPurposesSql(paid: RawBuilder<unknown>, purposes: readonly ListedPurpose[]): RawBuilder<unknown> {
  if (purposes.length === 0) return paid
  // Each word once: a purpose may have the same word twice, and the join would double its sums.
  const listed = new Map(
    purposes.flatMap((purpose) => wordsOfPurpose(purpose).map((word) => [purposeKey(word), purpose.name])),
  )
  const [words, names] = [[...listed.keys()], [...listed.values()]]
  return sql`(SELECT what, coalesce(listed.name, key) AS key, paise, count FROM ${paid} AS typed
    LEFT JOIN unnest(${words}::text[], ${names}::text[]) AS listed (word, name)
      ON what = 'purpose' AND listed.word = ${purposeKeySql(sql`key`)})`
}

/** Returns all words of the listed purpose that a text means; none for a text that is not listed. */
export async function findPurposeWords(db: Kysely<Database>, companyId: string, text: string): Promise<string[]> {
  const found = purposeFinder((await readPurposeList(db, companyId)).purposes)(text)
  return found ? wordsOfPurpose(found) : []
}
