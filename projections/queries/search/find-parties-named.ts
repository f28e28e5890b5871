import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'
import { readSupervisorSpans, type SiteSpan } from '../sites/site-spans.ts'
import { likePattern, searchFormSql } from './word-sql.ts'

/** Returns the read models of the names and numbers that a search looks at, where there is one. */
export const projectionsOfNames = (q: string | undefined): ProjectionName[] =>
  q?.trim() ? ['directory', 'activity', 'words', 'vouchers', 'beneficiaries'] : []

/** The accounts that a word names, by a name of today or of before, and the beneficiaries that it names. */
export interface PartiesNamed {
  /** Inner ids, where rows show their owners. */
  owners: readonly string[]
  /** The entries of supervisors whose rows show a site that the word names. */
  spans: readonly SiteSpan[]
  /**
   * All names of those that had another name before, as the rows of transfers have them. The others are found by the
   * text of a row.
   */
  parties: readonly string[]
  /**
   * All spellings of the beneficiaries that were renamed or merged, and that the word names by any of them; each with
   * the name that its rows have.
   */
  beneficiaries: readonly { id: string; name: string }[]
}

/**
 * Returns for each word, given in all its spellings, the accounts that it names, in the name or the site of today or of
 * before: hardly ever one; the entries of supervisors at a site that it names; and the beneficiaries of several
 * spellings. A separate query lets the planner use that. The names of before stand in the events that changed them,
 * which are few.
 */
export async function findPartiesNamed(
  db: Kysely<Database>,
  companyId: string,
  words: readonly (readonly string[])[],
): Promise<PartiesNamed[]> {
  if (words.length === 0) return []
  const asked = words.flatMap((spellings, index) => spellings.map((word) => ({ place: index + 1, word })))
  const { rows } = await sql<NamedRow>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM unnest(${asked.map(({ word }) => likePattern(word))}::text[], ${asked.map(({ place }) => place)}::int[]) AS asked (pattern, place)),
    named AS MATERIALIZED (
      SELECT account_id, trim(first_name || ' ' || last_name) AS name, coalesce(site_name, '') AS site
      FROM directory WHERE company_id = ${companyId}
      UNION ALL
      SELECT (e.data ->> 'account')::uuid, trim((e.data -> 'before' ->> 'firstName') || ' ' || (e.data -> 'before' ->> 'lastName')),
        coalesce(e.data -> 'before' ->> 'site', '')
      FROM activity a JOIN events e ON e.company_id = a.company_id AND e.position = a.position
      WHERE a.company_id = ${companyId} AND e.company_id = ${companyId} AND a.type = 'AccountEdited'),
    accounts AS (
      SELECT account_id, CASE WHEN count(DISTINCT name) > 1 THEN to_json(array_agg(DISTINCT name)) END AS names
      FROM named GROUP BY account_id),
    folded AS MATERIALIZED (
      SELECT account_id, ${searchFormSql(sql`name`)} AS name, ${searchFormSql(sql`(name || chr(10) || site)`)} AS text,
        ${searchFormSql(sql`site`)} AS site FROM named),
    found AS (
      SELECT place, account_id, bool_or(name LIKE lower(pattern)) AS "isByName",
        bool_or(site LIKE lower(pattern)) AS "isBySite"
      FROM asked JOIN folded ON text LIKE lower(pattern) GROUP BY 1, 2)
    SELECT place, account_id AS account, "isByName", "isBySite", names FROM found JOIN accounts USING (account_id)
    UNION ALL
    SELECT place, NULL, true, false, json_agg(json_build_object('id', b.beneficiary_id, 'name', b.name))
    FROM (SELECT DISTINCT place, group_id FROM asked JOIN beneficiary_groups g ON g.company_id = ${companyId}
      AND ${searchFormSql(sql`(g.name || chr(10) || g.spelling)`)} LIKE lower(pattern)) AS groups
    JOIN beneficiary_groups member ON member.company_id = ${companyId} AND member.group_id = groups.group_id
    JOIN beneficiaries b ON b.company_id = ${companyId} AND b.beneficiary_id = member.beneficiary_id
    GROUP BY place`.execute(db)
  const sites = new Set(rows.flatMap(({ account, isBySite }) => (account !== null && isBySite ? account : [])))
  const spans = Map.groupBy(await readSupervisorSpans(db, companyId, [...sites]), ({ group }) => group)
  return words.map((_, index) => {
    const ofWord = rows.filter(({ place }) => place === index + 1)
    const parties = ofWord.flatMap(({ account, isByName, names }) =>
      account !== null && isByName && names !== null ? (JSON.parse(names) as string[]) : [],
    )
    const beneficiaries = ofWord.flatMap(({ account, names }) =>
      account === null && names !== null ? (JSON.parse(names) as PartiesNamed['beneficiaries']) : [],
    )
    return {
      owners: ofWord.flatMap(({ account }) => account ?? []),
      spans: ofWord.flatMap(({ account, isBySite }) => (isBySite && spans.get(account ?? '')) || []),
      ...{ parties, beneficiaries },
    }
  })
}

interface NamedRow {
  place: number
  account: string | null
  isByName: boolean
  isBySite: boolean
  names: string | null
}
