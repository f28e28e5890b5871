import { setTimeout as sleep } from 'node:timers/promises'
import { commitAndCheckWarnings } from '@ledger/database/connection/commit-and-check-warnings.ts'
import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import pg from 'pg'
import { CannotMigrate } from '../migration-error.ts'
import { settingsOfNodes, settingsPreventingMoves } from './check-cluster-node-settings.ts'
import { findMissingNodeRoles, requireNoMissingNodeRoles } from './create-missing-node-roles.ts'
import { isDistributed } from './distribute-tables.ts'
import { tablesWithOtherOwner } from './transfer-tables-to-log-owner.ts'

/** The result of a move; `from` equals `to` if no move was necessary. */
export interface CompanyMove {
  /** `host:port` */
  from: string
  to: string
  /** The number of companies in the shard, all of which moved. */
  companies: number
  /** Rows of all tables that both nodes had when the move was completed. */
  rows: number
}

/**
 * Moves the shard of a company to another node of the cluster during writes. The rows are copied and kept up to date
 * there; then writes wait while both nodes are compared. The move is completed only if every table has the same number
 * of rows and each log the same head on both nodes; otherwise nothing is moved.
 * @param ownerUrl the address of the owner of the tables on the coordinator
 * @param to `host:port`, as the cluster knows the node
 * @throws CannotMigrate if the cluster is not in the required state, the node does not exist, or the copy differs
 */
export async function moveCompanyToNode(ownerUrl: string, companyId: string, to: string): Promise<CompanyMove> {
  const options = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c search_path=public'
  const client = new pg.Client(clientSettings(ownerUrl, { name: 'site-ledger move', options }))
  client.on('error', () => undefined)
  client.on('notice', () => undefined)
  await client.connect()
  try {
    await requireMovable(client)
    const part = await partOf(client, companyId)
    if (part.node === to) return { from: to, to, companies: 0, rows: 0 }
    await requireNode(client, to)
    await waitForCleanup(client, to)
    return await move(client, part, to)
  } finally {
    await client.end()
  }
}

/** Citus looks for old rows every 15 s. Rows that are not dropped by then are left to its own refusal. */
const LONGEST_CLEANUP_MS = 120_000
const CLEANUP_POLL_MS = 1000

interface CompanyShard {
  shardId: string
  node: string
}

async function requireMovable(client: pg.ClientBase): Promise<void> {
  if (!(await isDistributed(client)))
    throw new CannotMigrate('The tables of this database are on one machine: there is no node to move a company to.')
  const [other] = await tablesWithOtherOwner(client)
  if (other)
    throw new CannotMigrate(
      `The table ${other} does not belong to the owner of the log: a move would lose entries. Run: npm run ledger -- distribute`,
    )
  requireNoMissingNodeRoles(await findMissingNodeRoles(client))
  const [fault] = (await settingsOfNodes(client)).flatMap(settingsPreventingMoves)
  if (fault) throw new CannotMigrate(fault)
}

async function partOf(client: pg.ClientBase, companyId: string): Promise<CompanyShard> {
  const { rows } = await client.query<CompanyShard>(
    `SELECT shardid::text AS "shardId", nodename || ':' || nodeport AS node FROM citus_shards
    WHERE shardid = get_shard_id_for_distribution_column('public.log_heads', $1::uuid)`,
    [companyId],
  )
  const [part] = rows
  if (!part) throw new CannotMigrate(`The cluster has no part for the company ${companyId}`)
  return part
}

async function requireNode(client: pg.ClientBase, to: string): Promise<void> {
  const { rows } = await client.query<{ node: string }>(
    `SELECT nodename || ':' || nodeport AS node FROM pg_dist_node WHERE isactive AND shouldhaveshards ORDER BY 1`,
  )
  const nodes = rows.map(({ node }) => node)
  if (!nodes.includes(to)) throw new CannotMigrate(`There is no node ${to}; the nodes are ${nodes.join(', ')}`)
}

/**
 * Waits until a node has dropped the rows of earlier moves: Citus moves no shard to a node that still has its old rows,
 * and drops them in the background.
 */
async function waitForCleanup(client: pg.ClientBase, node: string): Promise<void> {
  for (const begun = Date.now(); Date.now() - begun < LONGEST_CLEANUP_MS; await sleep(CLEANUP_POLL_MS)) {
    const { rows } = await client.query(
      `SELECT FROM pg_dist_cleanup JOIN pg_dist_node ON groupid = node_group_id
      WHERE nodename || ':' || nodeport = $1 LIMIT 1`,
      [node],
    )
    if (rows.length === 0) return
  }
}

async function move(client: pg.ClientBase, part: CompanyShard, to: string): Promise<CompanyMove> {
  await client.query('BEGIN')
  const moved = await copied(client, part, to).catch(async (error: unknown) => {
    await client.query('ROLLBACK')
    // Citus can refuse as well, for example to a node that has not dropped old rows yet.
    throw error instanceof pg.DatabaseError ? new CannotMigrate(`Nothing was moved: ${error.message}`) : error
  })
  await commitAndCheckWarnings(client)
  return moved
}

/**
 * Copies the shard inside a transaction, whose commit completes the move.
 * @throws CannotMigrate if the copy differs
 */
async function copied(client: pg.ClientBase, { shardId, node: from }: CompanyShard, to: string): Promise<CompanyMove> {
  await client.query(
    `SELECT citus_move_shard_placement($1, s.nodename, s.nodeport, t.nodename, t.nodeport, 'force_logical')
    FROM pg_dist_node s, pg_dist_node t
    WHERE s.nodename || ':' || s.nodeport = $2 AND t.nodename || ':' || t.nodeport = $3`,
    [shardId, from, to],
  )
  // From here to the end of the transaction no process writes to the shard, and the old rows still exist.
  const [original, copy] = await holdingsOf(client, shardId, [from, to])
  const difference = firstContentDifference(original, copy)
  if (difference !== undefined) throw new CannotMigrate(`Nothing was moved: ${difference}`)
  const rows = Object.values(copy.rows).reduce((sum, count) => sum + count, 0)
  return { from, to, companies: Object.keys(copy.heads).length, rows }
}

/** The content of a shard on one node. */
export interface ShardContent {
  node: string
  /** The number of rows by table. */
  rows: Record<string, number>
  /** The end of each company's log, by company id. */
  heads: Record<string, string>
  /** Prepared transactions on the shard that are neither committed nor rolled back. */
  undecided: number
}

/** Returns the first difference between a copy and its original, as a sentence; undefined if there is none. */
export function firstContentDifference(original: ShardContent, copy: ShardContent): string | undefined {
  if (original.undecided > 0)
    return `${original.node} has transactions that are prepared and undecided; Citus settles them within a minute, try again`
  for (const [table, count] of Object.entries(original.rows))
    if (copy.rows[table] !== count)
      return `${table} has ${count} rows at ${original.node} and ${copy.rows[table]} at ${copy.node}`
  for (const [company, head] of Object.entries(original.heads))
    if (copy.heads[company] !== head)
      return `the log of ${company} ends with ${head} at ${original.node} and with ${copy.heads[company]} at ${copy.node}`
  return undefined
}

async function holdingsOf(
  client: pg.ClientBase,
  shardId: string,
  nodes: [string, string],
): Promise<[ShardContent, ShardContent]> {
  const { rows: statements } = await client.query<{ statement: string }>(
    `SELECT format('SELECT json_build_object(''rows'', (SELECT json_object_agg(name, rows) FROM (%s) AS counts),
        ''heads'', (SELECT coalesce(json_object_agg(company_id, position || '' '' || encode(hash, ''hex'')), ''{}'') FROM %s),
        ''undecided'', (SELECT count(DISTINCT virtualtransaction) FROM pg_locks WHERE pid IS NULL AND relation = ANY(%L::regclass[])))',
      string_agg(format('SELECT %L AS name, count(*) AS rows FROM %s', s.logicalrelid, shard_name(s.logicalrelid, s.shardid)), ' UNION ALL '),
      shard_name('public.log_heads', $1), array_agg(shard_name(s.logicalrelid, s.shardid))) AS statement
    FROM pg_dist_shard l JOIN pg_dist_partition lp USING (logicalrelid)
      JOIN pg_dist_partition p USING (colocationid) JOIN pg_dist_shard s ON s.logicalrelid = p.logicalrelid
    WHERE l.shardid = $1 AND s.shardminvalue = l.shardminvalue`,
    [shardId],
  )
  const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
    `SELECT nodename || ':' || nodeport AS node, success, result
    FROM run_command_on_all_nodes($1) JOIN pg_dist_node USING (nodeid)`,
    [statements[0]?.statement],
  )
  const at = (node: string): ShardContent => {
    const answer = rows.find((row) => row.node === node)
    if (!answer?.success) throw new CannotMigrate(`Nothing was moved: ${node} does not answer: ${answer?.result}`)
    const held: Omit<ShardContent, 'node'> = JSON.parse(answer.result)
    return { node, ...held }
  }
  return [at(nodes[0]), at(nodes[1])]
}
