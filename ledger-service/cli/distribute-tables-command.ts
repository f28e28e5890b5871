import { checkCluster, distributeOverNodes } from '@ledger/migrations/cluster/distribute-tables.ts'
import type { CommandContext, CommandResult } from './command-context.ts'

/**
 * `distribute`: distributes the tables over the nodes of a Citus cluster, by company, and repairs the state that an
 * earlier version or a new node left (docs/scale.md). `distribute --check` changes nothing, and prints the differences
 * from the required state.
 */
export function distributeCommand(terminal: CommandContext, { isCheck }: { isCheck: boolean }): Promise<CommandResult> {
  return isCheck ? check(terminal) : spread(terminal)
}

async function check({ settings }: CommandContext): Promise<CommandResult> {
  const faults = await checkCluster(settings.databaseUrl)
  const isWell = faults.length === 0
  return { ok: isWell, json: { faults }, lines: isWell ? ['The cluster is as it has to be'] : faults }
}

async function spread({ settings, progress }: CommandContext): Promise<CommandResult> {
  const made = await distributeOverNodes(settings.databaseUrl, progress)
  const [spread, copied, given] = [made.distributed.length, made.reference.length, made.given.length]
  const lines = [
    ...(spread + copied > 0
      ? [`${spread} tables are spread over the nodes by company, ${copied} are whole at every node`]
      : []),
    ...(given > 0 ? [`${given} tables belong to the owner of the log now`] : []),
  ]
  return { ok: true, json: made, lines: lines.length > 0 ? lines : ['Every table is where it belongs already'] }
}
