import { APP_ROLE } from '@ledger/database/app-role.ts'
import { commitAndCheckWarnings } from '@ledger/database/connection/commit-and-check-warnings.ts'
import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import type { Queryable } from '@ledger/database/connection/queryable.ts'
import pg from 'pg'
import { CannotMigrate } from '../migration-error.ts'
import { settingsOfNodes, wrongNodeSettings } from './check-cluster-node-settings.ts'
import { createMissingNodeRoles, findMissingNodeRoles, hasCitus } from './create-missing-node-roles.ts'
import { revokeAppRoleSignIn, tablesWithOtherOwner, transferToLogOwner } from './transfer-tables-to-log-owner.ts'

/** The companies and their host names: small tables that every request reads, so every node has a full copy. */
const REFERENCE_TABLES = ['companies', 'company_hosts']

/**
 * Looked up by the hash of an id before the company is known, and written by every request: they stay on the
 * coordinator, to which every process connects.
 */
const COORDINATOR_TABLES = ['sessions']

/** The tables that were distributed now, by kind; tables that were distributed before are not included. */
export interface DistributedTables {
  distributed: string[]
  reference: string[]
  /** Tables that were distributed before and belonged to another role than the owner of the log. */
  given: string[]
}

/**
 * Distributes the tables and their rows over the nodes of a Citus cluster by company: all tables or, after an error,
 * none. It distributes every table with a `company_id` except the few above, and so also the tables of later steps. It
 * can run repeatedly.
 * @param ownerUrl the address of the owner of the tables on the coordinator, after migrate()
 * @throws CannotMigrate if the extension, the tables or a node is missing, if a node lacks a right that the owner may
 *   not grant, or if our processes are connected
 */
export function distributeOverNodes(ownerUrl: string, progress: (line: string) => void): Promise<DistributedTables> {
  return onCluster(ownerUrl, async (client) => {
    await createMissingNodeRoles(client)
    const made = await distributeMissingTables(client, progress, () => requireStoppedServices(client))
    for (const table of [...made.reference, ...made.distributed]) {
      // The moved rows are still in the coordinator's local files, where no query sees them.
      await client.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [table])
      // No connection setting makes a node find rows by key; it does so once it has statistics.
      await client.query(`ANALYZE ${table}`)
    }
    return made
  })
}

/**
 * Checks the cluster and changes nothing.
 * @returns a sentence for each difference from the required state, with the command that repairs it
 * @throws CannotMigrate as `distributeOverNodes` does, except for the differences that it would repair
 */
export function checkCluster(ownerUrl: string): Promise<string[]> {
  return onCluster(ownerUrl, async (client) => {
    const toSpread = await tablesToSpread(client)
    const ofOthers = await tablesWithOtherOwner(client)
    const lacks = await findMissingNodeRoles(client)
    return [
      ...toSpread.map(({ name }) => `${name} is not spread: npm run ledger -- distribute`),
      ...ofOthers.map(
        (name) =>
          `${name} does not belong to the owner of the log, so that a move by logical replication loses entries: npm run ledger -- distribute`,
      ),
      ...lacks.map(({ node, statement }) => `${node} lacks: ${statement}`),
      ...(await settingsOfNodes(client)).flatMap(wrongNodeSettings),
    ]
  })
}

async function onCluster<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const options = '-c statement_timeout=0 -c search_path=public'
  const client = new pg.Client(clientSettings(ownerUrl, { name: 'site-ledger distribute', options }))
  client.on('error', () => undefined)
  client.on('notice', () => undefined)
  await client.connect()
  try {
    await requireCluster(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

type CoordinatorClient = pg.ClientBase

/** Returns whether the tables are distributed over nodes. */
export async function isDistributed(client: Queryable): Promise<boolean> {
  if (!(await hasCitus(client))) return false
  const { rows } = await client.query(
    `SELECT FROM pg_dist_partition WHERE logicalrelid = to_regclass('public.log_heads')`,
  )
  return rows.length > 0
}

async function requireCluster(client: CoordinatorClient): Promise<void> {
  if (!(await hasCitus(client)))
    throw new CannotMigrate(
      'This database has no Citus: its tables stay on one machine. docs/scale.md says how a cluster is made.',
    )
  const { rows: schema } = await client.query(`SELECT FROM pg_class WHERE oid = to_regclass('public.log_heads')`)
  if (schema.length === 0)
    throw new CannotMigrate('There is no ledger in this database yet: npm run setup makes its tables.')
  const { rows } = await client.query<{ nodes: number }>(
    'SELECT count(*)::integer AS nodes FROM pg_dist_node WHERE isactive AND shouldhaveshards',
  )
  if (!rows[0]?.nodes)
    throw new CannotMigrate('The cluster has no node for the tables: SELECT citus_add_node(…), as docs/scale.md says.')
}

/**
 * Refuses to run while a process of ours is connected: it plans for local tables, and would wait for locks until it
 * times out.
 */
async function requireStoppedServices(client: CoordinatorClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'site-ledger %' ORDER BY 1`,
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new CannotMigrate(`Stop the API, the worker and the signer first; connected are: ${names}`)
}

/**
 * Distributes the functions that indexes use, in the order of their creation, because the server does not record which
 * function calls another.
 */
async function distributeFunctions(client: CoordinatorClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    ORDER BY p.oid`,
  )
  for (const { name } of rows) await client.query('SELECT create_distributed_function($1::regprocedure)', [name])
}

/**
 * Distributes the tables that are not distributed yet, and makes the owner of the log the owner of all distributed
 * tables (transfer-tables-to-log-owner.ts).
 * @param before is called if there are tables to distribute
 */
export async function distributeMissingTables(
  client: CoordinatorClient,
  progress: (line: string) => void,
  before: () => Promise<void> = async () => undefined,
): Promise<DistributedTables> {
  const rows = await tablesToSpread(client)
  const made: DistributedTables = { distributed: [], reference: [], given: await tablesWithOtherOwner(client) }
  if (rows.length > 0) await before()
  await client.query('BEGIN')
  try {
    // One connection to each node: with several in one transaction, each would wait for what another has created.
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
    await transferToLogOwner(client, made.given)
    if (made.given.length > 0) await revokeAppRoleSignIn(client)
    if (rows.length > 0) await distributeFunctions(client)
    for (const [index, { name, reference, isAppsOwn }] of rows.entries()) {
      progress(`${name} (${index + 1} of ${rows.length})`)
      if (isAppsOwn) await transferToLogOwner(client, [name])
      if (reference) await client.query('SELECT create_reference_table($1::regclass)', [name])
      else
        await client.query(`SELECT create_distributed_table($1::regclass, 'company_id', colocate_with => $2)`, [
          ...[name, name === 'log_heads' ? 'none' : 'log_heads'],
        ])
      ;(reference ? made.reference : made.distributed).push(name)
    }
    await commitAndCheckWarnings(client)
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  return made
}

interface ToSpread {
  name: string
  reference: boolean
  /** Without a cluster the app's role owns the table, because a rebuild makes and swaps it. */
  isAppsOwn: boolean
}

async function tablesToSpread(client: CoordinatorClient): Promise<ToSpread[]> {
  const { rows } = await client.query<ToSpread>(
    `SELECT c.oid::regclass::text AS name, c.relname = ANY($1) AS reference, c.relowner = $3::regrole AS "isAppsOwn"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'read') AND c.relkind = 'r' AND c.relname <> ALL($2)
      AND EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'company_id' AND NOT a.attisdropped)
      AND NOT EXISTS (SELECT FROM pg_dist_partition p WHERE p.logicalrelid = c.oid)
      AND NOT relation_is_a_known_shard(c.oid)
    ORDER BY c.relname <> 'log_heads', n.nspname, c.relname`,
    [REFERENCE_TABLES, COORDINATOR_TABLES, APP_ROLE],
  )
  return rows
}
