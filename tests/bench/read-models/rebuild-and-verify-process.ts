// Reads the whole log once in its own process, so that its memory is measured separately. REPLAY selects the task.

import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import { readBalancesAsOf } from '@ledger/ledger-service/proof/point-in-time/balances-as-of.ts'
import { startVerificationProcesses } from '@ledger/ledger-service/proof/verification/verification-process-pool.ts'
import { verifyLedger, verifyLog } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { rebuildProjections } from '@ledger/projections/rebuild/rebuild.ts'
import { MultiCompanyComparer } from '@ledger/projections/verification/multi-company-comparer.ts'
import { postgresCpuClock, processCpuClock } from '../measure/cpu-time.ts'
import { prepareCopyBaseline } from './copy-baseline.ts'
import { readLogInThreads } from './log-read-threads.ts'

const databaseUrl = process.env.DATABASE_URL ?? ''
const onError = (error: Error) => {
  throw error
}
const options = '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c synchronous_commit=off'
const pool = connectPool(databaseUrl, { name: 'bench replay', max: 3, onError, options })
const db = kyselyOverPool(pool)
const { company_id: companyId } = await db.selectFrom('log_heads').select('company_id').executeTakeFirstOrThrow()
const events = await readHeadPosition(db, companyId)

/** Each task prepares what must exist before its time begins, and returns the measured work. */
const TASKS: Record<string, () => Promise<() => Promise<unknown>>> = {
  /** The limit of S5: the same rows by COPY. */
  copyLimit: () => prepareCopyBaseline(db, databaseUrl, companyId, onError),
  /** The limit of S8: the same bytes, read and hashed. */
  hashLimit: async () => () => readLogInThreads({ databaseUrl, companyId, work: 'hash' }, events),
  /** The limit of `everything`: also each row of every read model. */
  hashEverything: async () => () => readLogInThreads({ databaseUrl, companyId, work: 'hash' }, events, readTables()),
  /** Position, previous hash, own hash and time of every event, which reveal a change in the middle. */
  chain: async () => () => readLogInThreads({ databaseUrl, companyId, work: 'chain' }, events),
  /** The chain, the Merkle tree, the states for deciding and the stored balances, as the product verifies them. */
  verify: async () => async () => {
    const processes = startVerificationProcesses({ databaseUrl, companyId })
    const report = await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) =>
        verifyLog({ db: trx, companyId, publicKey: undefined }, undefined, await processes.segmentReaderFor(trx)),
      )
    processes.kill()
    if (!report.ok) throw new Error(JSON.stringify(report))
  },
  /** Also every row of the read models. */
  everything: async () => async () => {
    const report = await verifyLedger({ db, databaseUrl, companyId, publicKey: undefined })
    if (!report.ok) throw new Error(JSON.stringify(report))
  },
  /** The read models alone, in this process, as the worker compares them at night. */
  readModels: async () => async () => {
    const comparison = new MultiCompanyComparer(databaseUrl, onError)
    const verification = await comparison.compare(companyId)
    await comparison.close()
    if (!verification.ok) throw new Error(JSON.stringify(verification))
  },
  rebuild: async () => () => rebuildProjections({ databaseUrl, companyId, projections: PROJECTIONS, onError }),
  asOf: async () => () => readBalancesAsOf(db, companyId, { position: events }),
  /** Between two snapshots, as far from both as possible. */
  asOfAgain: async () => () => readBalancesAsOf(db, companyId, { position: events - 1 }),
}

const readTables = () => PROJECTIONS.flatMap(({ tables }) => tables.map((table) => ({ table })))

const task = TASKS[process.env.REPLAY ?? '']
if (!task) throw new RangeError('REPLAY names no task')
/** The largest memory of each child process of this one, in bytes, where the system reports it. */
const children = new Map<string, number>()
function sampleChildrenMemory(): void {
  try {
    for (const pid of readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')) {
      const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      children.set(pid, Number(kilobytes ?? 0) * 1024)
    }
  } catch {
    // There are no children, or they have ended.
  }
}

const run = await task()
const idleBytes = process.memoryUsage().rss
/** Seconds of CPU: of this process with its children, and of the server. */
const clocks = { node: processCpuClock(process.pid), postgres: postgresCpuClock(Number(process.env.POSTGRES_PID)) }
const before = { node: clocks.node(), postgres: clocks.postgres() }
const begun = performance.now()
const looking = setInterval(sampleChildrenMemory, 100)
await run()
const seconds = (performance.now() - begun) / 1000
clearInterval(looking)
await childrenEnded()
const cpu = { node: clocks.node() - before.node, postgres: clocks.postgres() - before.postgres }
await pool.end()
const childrenBytes = [...children.values()].reduce((sum, bytes) => sum + bytes, 0)
const peakBytes = process.resourceUsage().maxRSS * 1024
process.send?.({ events, seconds, cpu, peakBytes, idleBytes, childrenBytes })

/** Waits until the child processes have ended, because only then does the system count their CPU time. */
async function childrenEnded(): Promise<void> {
  for (let waited = 0; waited < 5000; waited += 50) {
    try {
      if (readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim() === '') return
    } catch {
      return
    }
    await sleep(50)
  }
}
