import pg from 'pg'
import { commit } from '../database/connection/commit.ts'
import { APP_ROLE, clientSettings } from '../database/connection/connection-pool.ts'
import { hasCitus, lacksOfNodes, mendNodes } from './cluster-nodes.ts'
import { closeAppRole, giveToOwnerOfLog, tablesOfOthers } from './cluster-owner.ts'
import { settingFaults, settingsOfNodes } from './cluster-settings.ts'
import { CannotMigrate } from './migration-error.ts'

/** Which companies there are, and at which hosts: small, asked by everybody, and whole at every node. */
const REFERENCE_TABLES = ['companies', 'company_hosts']

/** Found by the hash of an id, before anything is known, and written by every request: they stay where every process connects. */
const COORDINATOR_TABLES = ['sessions']

/** What each table was made: where it was already, it is not among them. */
export interface DistributedTables {
  distributed: string[]
  reference: string[]
  /** Those that were spread already and belonged to another than the owner of the log. */
  given: string[]
}

/**
 * Spreads the tables over the nodes of a Citus cluster by their company, with what is in them: all of them or, where something goes wrong, none. Every
 * table with a `company_id` is spread but for the few above, so that a later step's is, too. Safe to run again.
 * @param ownerUrl the address of the owner of the tables on the coordinator, after migrate()
 * @throws CannotMigrate where the extension, the tables or a node is missing, a node lacks a right that the owner may not give, or processes of ours are connected
 */
export function distributeOverNodes(ownerUrl: string, progress: (line: string) => void): Promise<DistributedTables> {
  return onCluster(ownerUrl, async (client) => {
    await mendNodes(client)
    const made = await distributeMissingTables(client, progress, () => requireStoppedServices(client))
    for (const table of [...made.reference, ...made.distributed]) {
      // What was moved lies on in the coordinator's own files, where no query sees it.
      await client.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [table])
      // No setting of a connection makes a node go by key; it does so when it knows how many rows there are.
      await client.query(`ANALYZE ${table}`)
    }
    return made
  })
}

/**
 * Changes nothing.
 * @returns a sentence for each thing that is not as it has to be, with what mends it
 * @throws CannotMigrate as `distributeOverNodes` does, but for what it would mend
 */
export function checkCluster(ownerUrl: string): Promise<string[]> {
  return onCluster(ownerUrl, async (client) => {
    const toSpread = await tablesToSpread(client)
    const ofOthers = await tablesOfOthers(client)
    const lacks = await lacksOfNodes(client)
    return [
      ...toSpread.map(({ name }) => `${name} is not spread: npm run ledger -- distribute`),
      ...ofOthers.map(
        (name) =>
          `${name} does not belong to the owner of the log, so that a move by logical replication loses entries: npm run ledger -- distribute`,
      ),
      ...lacks.map(({ node, statement }) => `${node} lacks: ${statement}`),
      ...(await settingsOfNodes(client)).flatMap(settingFaults),
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

/** Whether the tables are spread over nodes. */
export async function isDistributed(client: Pick<pg.Pool, 'query'>): Promise<boolean> {
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

/** A process of ours that is connected plans for tables that are here, and would wait for locks until it gives up. */
async function requireStoppedServices(client: CoordinatorClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'site-ledger %' ORDER BY 1`,
  )
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new CannotMigrate(`Stop the API, the worker and the signer first; connected are: ${names}`)
}

/** What an index is made of. In the order in which they were made: of what is called inside another, the server keeps no note. */
async function distributeFunctions(client: CoordinatorClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    ORDER BY p.oid`,
  )
  for (const { name } of rows) await client.query('SELECT create_distributed_function($1::regprocedure)', [name])
}

/**
 * Spreads the tables that are not yet spread, and gives all that are to the owner of the log (cluster-owner.ts).
 * @param before is called where there are any to spread
 */
export async function distributeMissingTables(
  client: CoordinatorClient,
  progress: (line: string) => void,
  before: () => Promise<void> = async () => undefined,
): Promise<DistributedTables> {
  const rows = await tablesToSpread(client)
  const made: DistributedTables = { distributed: [], reference: [], given: await tablesOfOthers(client) }
  if (rows.length > 0) await before()
  await client.query('BEGIN')
  try {
    // One connection to each node: in a transaction each of several would wait for what another has made.
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`)
    await giveToOwnerOfLog(client, made.given)
    if (made.given.length > 0) await closeAppRole(client)
    if (rows.length > 0) await distributeFunctions(client)
    for (const [index, { name, reference, isAppsOwn }] of rows.entries()) {
      progress(`${name} (${index + 1} of ${rows.length})`)
      if (isAppsOwn) await giveToOwnerOfLog(client, [name])
      if (reference) await client.query('SELECT create_reference_table($1::regclass)', [name])
      else
        await client.query(`SELECT create_distributed_table($1::regclass, 'company_id', colocate_with => $2)`, [
          ...[name, name === 'log_heads' ? 'none' : 'log_heads'],
        ])
      ;(reference ? made.reference : made.distributed).push(name)
    }
    await commit(client)
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
  return made
}

interface ToSpread {
  name: string
  reference: boolean
  /** A rebuild makes and swaps it where there is no cluster. */
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
