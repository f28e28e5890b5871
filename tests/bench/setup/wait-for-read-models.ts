import { setTimeout as sleep } from 'node:timers/promises'
import type { kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'

/** Waits until every read model of every company has reached the end of its log. */
export async function waitForReadModels(db: ReturnType<typeof kyselyOverPool>): Promise<void> {
  for (;;) {
    const behind = await db
      .selectFrom('log_heads')
      .innerJoin('checkpoints', 'checkpoints.company_id', 'log_heads.company_id')
      .select('projection')
      .whereRef('checkpoints.position', '<', 'log_heads.position')
      .execute()
    if (behind.length === 0) return
    await sleep(100)
  }
}
