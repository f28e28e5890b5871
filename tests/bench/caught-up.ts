import { setTimeout as sleep } from 'node:timers/promises'
import type { connect } from '@ledger/database/connect.ts'

/** Waits until every read model of every company has reached the end of its log. */
export async function untilCaughtUp(db: ReturnType<typeof connect>): Promise<void> {
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
