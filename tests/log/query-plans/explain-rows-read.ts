import type { CompiledQuery } from 'kysely'
import type pg from 'pg'

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
  [removed: `Rows Removed by ${string}`]: number | undefined
}

/**
 * Runs a statement again and returns how many rows its steps returned and discarded: the most of one step, and the
 * discarded rows of all steps.
 */
export async function explainRowsRead(
  pool: pg.Pool,
  { sql, parameters }: CompiledQuery,
): Promise<{ most: number; inVain: number }> {
  const answer = await pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...parameters])
  const [{ Plan: root }] = JSON.parse(answer.rows[0]?.['QUERY PLAN'] ?? '') as [{ Plan: PlanNode }]
  let [most, inVain] = [0, 0]
  const look = (node: PlanNode): void => {
    const loops = node['Actual Loops']
    most = Math.max(most, node['Actual Rows'] * loops)
    for (const [name, rows] of Object.entries(node))
      if (name.startsWith('Rows Removed by ')) inVain += Number(rows) * loops
    for (const child of node.Plans ?? []) look(child)
  }
  look(root)
  return { most, inVain }
}
