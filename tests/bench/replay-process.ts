// One reading of the whole log in a process of its own, so that its memory is measured apart. REPLAY says what for.

import { connect, connectPool } from '@ledger/database/connect.ts'
import { sealedEvents } from '@ledger/ledger-service/event-store/rows.ts'
import { asOf } from '@ledger/ledger-service/proof/as-of.ts'
import { BEGINNING, type ChainEnd, firstBad } from '@ledger/ledger-service/proof/check-chain.ts'
import { verifyLog } from '@ledger/ledger-service/proof/verify.ts'
import { headPosition } from '@ledger/projections/log.ts'
import { catchUp, PROJECTIONS } from '@ledger/projections/projector.ts'
import { rebuild } from '@ledger/projections/rebuild.ts'

const databaseUrl = process.env.DATABASE_URL ?? ''
const onError = (error: Error) => {
  throw error
}
const options = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c synchronous_commit=off'
const pool = connectPool(databaseUrl, { name: 'bench replay', max: 3, onError, options })
const db = connect(pool)
const { company_id: companyId } = await db.selectFrom('log_heads').select('company_id').executeTakeFirstOrThrow()
const events = await headPosition(db, companyId)

const TASKS: Record<string, () => Promise<void>> = {
  /** Position, previous hash, own hash and time of every event: what a change in the middle cannot pass. */
  async chain() {
    let end: ChainEnd = BEGINNING
    for await (const page of sealedEvents(db, companyId)) {
      const bad = firstBad(end, page)
      if (bad) throw new Error(`The event at ${bad.position} is bad: ${bad.reason}`)
      end = page.at(-1) ?? end
    }
  },
  /** The chain, the Merkle tree, the states for deciding. */
  async verify() {
    const report = await verifyLog({ db, companyId, publicKey: undefined })
    if (!report.ok) throw new Error(JSON.stringify(report))
  },
  async catchUp() {
    await catchUp({ db, companyId, onStopped: (name) => onError(new Error(`${name} stopped`)) })
  },
  async rebuild() {
    await rebuild({ databaseUrl, companyId, projections: PROJECTIONS, onError })
  },
  async asOf() {
    await asOf(db, companyId, { position: events })
  },
  /** Between two snapshots, as far from both as it can be. */
  async asOfAgain() {
    await asOf(db, companyId, { position: events - 1 })
  },
}

const task = TASKS[process.env.REPLAY ?? '']
if (!task) throw new RangeError('REPLAY names no task')
const idleBytes = process.memoryUsage().rss
const begun = performance.now()
await task()
const seconds = (performance.now() - begun) / 1000
await pool.end()
process.send?.({ events, seconds, peakBytes: process.resourceUsage().maxRSS * 1024, idleBytes })
