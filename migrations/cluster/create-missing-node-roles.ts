import { APP_ROLE } from '@ledger/database/app-role.ts'
import type { Queryable } from '@ledger/database/connection/queryable.ts'
import { CannotMigrate } from '../migration-error.ts'

export async function hasCitus(client: Queryable): Promise<boolean> {
  const { rows } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`)
  return rows.length > 0
}

/** A difference between a node and the coordinator, and the statement that removes it. */
export interface MissingNodeRole {
  /** `host:port` */
  node: string
  statement: string
  /** False if the statement has a placeholder for a password, which only a person can fill in. */
  isWhole: boolean
}

/** Runs on the coordinator: the roles that may use this database, their memberships, and the owner of the database. */
const WANTED = `WITH users AS (
    SELECT oid, rolname, rolcanlogin FROM pg_roles WHERE pg_has_role(oid, '${APP_ROLE}', 'MEMBER') AND NOT rolsuper
      AND (rolname = '${APP_ROLE}' OR has_database_privilege(oid, current_database(), 'CONNECT'))
  ), wanted AS (
    SELECT json_build_object(
      'owner', (SELECT datdba::regrole::text FROM pg_database WHERE datname = current_database()),
      'roles', (SELECT json_agg(json_build_object('name', rolname, 'login', rolcanlogin)) FROM users),
      'members', (SELECT coalesce(json_agg(json_build_object('given', r.rolname, 'taker', m.rolname)), '[]')
        FROM pg_auth_members a JOIN pg_roles r ON r.oid = a.roleid JOIN users m ON m.oid = a.member
        WHERE pg_has_role(a.roleid, '${APP_ROLE}', 'MEMBER') AND NOT r.rolsuper)) AS json
  )`

/**
 * Runs at a node, as a template for format(): returns an array of the missing objects, in the order in which they can
 * be created.
 */
const LACKING = `WITH wanted AS (SELECT %L::json AS json),
    roles AS (SELECT name, login FROM wanted, json_to_recordset(json -> 'roles') AS each (name text, login boolean)),
    members AS (SELECT given, taker FROM wanted, json_to_recordset(json -> 'members') AS each (given text, taker text)),
    here AS (SELECT datname AS name, datdba::regrole::text AS owner FROM pg_database WHERE datname = current_database()),
    lacks AS (
      SELECT 1 AS turn, NOT login AS "isWhole",
        format('CREATE ROLE %%I', name) || CASE WHEN login THEN ' LOGIN PASSWORD ''…''' ELSE '' END AS statement
        FROM roles WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = name)
      UNION ALL SELECT 2, true, format('GRANT %%I TO %%I', given, taker) FROM members WHERE NOT EXISTS (
        SELECT FROM pg_auth_members a JOIN pg_roles r ON r.oid = a.roleid JOIN pg_roles m ON m.oid = a.member
        WHERE r.rolname = given AND m.rolname = taker)
      UNION ALL SELECT 3, true, format('ALTER DATABASE %%I OWNER TO %%s', here.name, json ->> 'owner') FROM wanted, here
        WHERE here.owner <> json ->> 'owner'
      UNION ALL SELECT 4, true, format('GRANT CONNECT, TEMPORARY ON DATABASE %%I TO %%I', here.name, r.rolname)
        FROM here, roles JOIN pg_roles r ON r.rolname = roles.name
        WHERE login AND NOT has_database_privilege(r.oid, here.name, 'CONNECT')
    )
  SELECT coalesce(json_agg(json_build_object('statement', statement, 'isWhole', "isWhole") ORDER BY turn, statement), '[]')
  FROM lacks`

/**
 * Returns the roles, memberships and rights on the database that the coordinator has and a node does not. Citus creates
 * roles at a node that joins, but not all of their memberships, and does not change the owner of the node's database.
 * @throws CannotMigrate if a node does not answer
 */
export async function findMissingNodeRoles(client: Queryable): Promise<MissingNodeRole[]> {
  const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
    `${WANTED} SELECT there.nodename || ':' || there.nodeport AS node, there.success, there.result
    FROM wanted, run_command_on_workers(format($1, wanted.json)) AS there ORDER BY 1`,
    [LACKING],
  )
  return rows.flatMap(({ node, success, result }) => {
    if (!success) throw new CannotMigrate(`The node ${node} does not answer: ${result}`)
    const lacks: Omit<MissingNodeRole, 'node'>[] = JSON.parse(result)
    return lacks.map((lack) => ({ node, ...lack }))
  })
}

/**
 * Creates the missing objects at the nodes of a cluster, as far as the owner may. Citus propagates a membership only if
 * it knows the member already, which for the owner happens with the first distributed table. Does nothing without
 * Citus.
 * @throws CannotMigrate with the statements that a superuser must run
 */
export async function createMissingNodeRoles(client: Queryable): Promise<void> {
  if (!(await hasCitus(client))) return
  for (const { node, statement, isWhole } of await findMissingNodeRoles(client)) {
    // A statement that the owner may not run is still missing in the check below.
    if (isWhole)
      await client.query(
        `SELECT master_run_on_worker(ARRAY[nodename], ARRAY[nodeport], ARRAY[$2], false) FROM pg_dist_node
        WHERE nodename || ':' || nodeport = $1`,
        [node, statement],
      )
  }
  requireNoMissingNodeRoles(await findMissingNodeRoles(client))
}

/**
 * Does nothing if there are no differences.
 * @throws CannotMigrate with the statements
 */
export function requireNoMissingNodeRoles(lacks: readonly MissingNodeRole[]): void {
  if (lacks.length === 0) return
  const lines = lacks.map(({ node, statement }) => `  on ${node}: ${statement};`)
  throw new CannotMigrate(
    `Nodes lack what the coordinator has. Run as a superuser, in the database postgres of the node:\n${lines.join('\n')}`,
  )
}
