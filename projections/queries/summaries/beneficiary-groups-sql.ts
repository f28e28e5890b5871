import { type RawBuilder, sql } from 'kysely'

/**
 * Returns rows (what, key, paise, count) in which each spelling of a beneficiary has the key of its group; the caller
 * adds up rows of one key. Where nothing was renamed or merged, the join finds an empty table.
 * @param paid rows (what, key, paise, count)
 */
export const foldedByGroupSql = (companyId: string, paid: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  SELECT what, coalesce(g.group_id, key) AS key, paise, count FROM ${paid} AS spent
  LEFT JOIN beneficiary_groups g ON g.company_id = ${companyId} AND what = 'beneficiary' AND g.beneficiary_id = key)`

/** Returns the name of the beneficiary that has an id; the id itself where there is none. */
export const beneficiaryNameSql = (companyId: string, id: RawBuilder<unknown>): RawBuilder<string> => sql`coalesce(
  (SELECT g.name FROM beneficiary_groups g WHERE g.company_id = ${companyId} AND g.beneficiary_id = ${id}),
  (SELECT b.name FROM beneficiaries b WHERE b.company_id = ${companyId} AND b.beneficiary_id = ${id}), ${id})`
