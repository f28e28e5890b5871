import type { Queryable } from '@ledger/database/connection/queryable.ts'
import { CannotMigrate } from '../migration-error.ts'

/** The settings of a node's server on which moving companies depends. */
export interface NodeSettings {
  /** `host:port` */
  node: string
  walLevel: string
  synchronousCommit: string
  maxPreparedTransactions: number
}

const NODE_SETTINGS_SQL = `SELECT json_build_object('walLevel', current_setting('wal_level'),
  'synchronousCommit', current_setting('synchronous_commit'),
  'maxPreparedTransactions', current_setting('max_prepared_transactions')::integer)`

/**
 * Returns the settings of each node.
 * @throws CannotMigrate if a node does not answer
 */
export async function settingsOfNodes(client: Queryable): Promise<NodeSettings[]> {
  const { rows } = await client.query<{ node: string; success: boolean; result: string }>(
    `SELECT nodename || ':' || nodeport AS node, success, result FROM run_command_on_workers($1) ORDER BY 1`,
    [NODE_SETTINGS_SQL],
  )
  return rows.map(({ node, success, result }) => {
    if (!success) throw new CannotMigrate(`The node ${node} does not answer: ${result}`)
    const settings: Omit<NodeSettings, 'node'> = JSON.parse(result)
    return { node, ...settings }
  })
}

/** Returns the settings that prevent a move of companies without loss, a sentence each. */
export function settingsPreventingMoves({ node, walLevel, synchronousCommit }: NodeSettings): string[] {
  const faults: string[] = []
  if (walLevel !== 'logical')
    faults.push(`wal_level is ${walLevel}: set it to logical to move companies, and restart the server`)
  // A commit that is not yet written lies after the position up to which Citus waits.
  if (synchronousCommit === 'off')
    faults.push('synchronous_commit is off: a move, or a crash, loses entries that were acknowledged')
  return faults.map((fault) => `${node}: ${fault}`)
}

/**
 * Returns the settings of a node that differ from docs/scale.md, as far as the owner may read them, a sentence each.
 */
export function wrongNodeSettings(settings: NodeSettings): string[] {
  const { node, maxPreparedTransactions } = settings
  const faults = settingsPreventingMoves(settings)
  if (maxPreparedTransactions === 0)
    faults.push(`${node}: max_prepared_transactions is 0: set it to max_connections, and restart the server`)
  return faults
}
