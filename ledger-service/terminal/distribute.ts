import { distribute } from '@ledger/migrations/distribute.ts'
import type { Outcome, Terminal } from './commands.ts'

/** `distribute`: spreads the tables over the nodes of a Citus cluster, by company (docs/scale.md). */
export async function distributeTables({ settings, progress }: Terminal): Promise<Outcome> {
  const made = await distribute(settings.databaseUrl, progress)
  const [spread, copied] = [made.distributed.length, made.reference.length]
  const lines =
    spread + copied === 0
      ? ['Every table is where it belongs already']
      : [`${spread} tables are spread over the nodes by company, ${copied} are whole at every node`]
  return { ok: true, json: made, lines }
}
