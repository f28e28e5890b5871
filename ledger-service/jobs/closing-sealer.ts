import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { COMPANY_SOURCE_SQL } from '@ledger/database/binary/bulk-insert.ts'
import { shareWhileRunning } from '@ledger/database/concurrency/share-while-running.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import type { AppendLog } from '../event-store/append/group-commit.ts'
import { closingsAfter, readClosingEvents, type SealInput, unsealedClosings } from '../proof/seals/closings-of-log.ts'
import type { SealedBalanceSource } from '../proof/seals/prove-sealed-balance.ts'
import type { Seal } from '../proof/seals/seal-closing.ts'
import type { CompanyProcessPool } from './process-pool.ts'

/** How much of the log is folded for the seal of a closing, in events. */
export interface SealProgress {
  done: number
  of: number
}

/** Seals the closings of one company. */
export interface ClosingSealer extends SealedBalanceSource {
  /**
   * Seals every closing that holds and has no seal. Calls at the same time share one run. After a crash the next call
   * does it again; where another process was faster, nothing is appended.
   */
  sealAll(): Promise<void>
  /** Returns how far the seal of a closing is; undefined where this process does not make it now. */
  progressOf(closing: number): SealProgress | undefined
  /** Ends the run, and waits for its end. */
  close(): Promise<void>
}

interface ClosingSealerDependencies {
  db: Kysely<Database>
  companyId: string
  log: AppendLog
  jobs: CompanyProcessPool
  clock: () => string
  onError: (error: Error) => void
}

export function openClosingSealer({
  db,
  companyId,
  log,
  jobs,
  clock,
  onError,
}: ClosingSealerDependencies): ClosingSealer {
  const ending = new AbortController()
  const progress = new Map<number, SealProgress>()
  let running: Promise<void> | undefined
  let isAskedAgain = false

  async function sealUntilNoneIsLeft(): Promise<void> {
    try {
      do {
        isAskedAgain = false
        for (const closing of unsealedClosings(closingsAfter(await readClosingEvents(db, companyId))))
          await seal(closing)
      } while (isAskedAgain && !ending.signal.aborted)
    } catch (error) {
      if (!ending.signal.aborted) onError(error as Error)
    } finally {
      // At once, so that a call that comes now begins a new run.
      running = undefined
    }
  }

  async function fold(closing: SealInput): Promise<Seal> {
    try {
      return await jobs.run('sealBooks', closing, {
        signal: ending.signal,
        onProgress: (done) => progress.set(closing.closing, done as SealProgress),
      })
    } finally {
      progress.delete(closing.closing)
    }
  }

  async function seal(closing: SealInput): Promise<void> {
    const { event, leaves } = await fold(closing)
    await log.submit({
      command: { type: 'SealBooks', seal: event, by: { system: SYSTEM_ACTOR }, now: clock() },
      meta: {},
      answer: () => ({ status: 200, body: '' }),
      sideStatements: [insertLeaves(companyId, closing.closing, leaves)],
    })
  }

  async function restore(closing: SealInput): Promise<void> {
    const { text, values } = insertLeaves(companyId, closing.closing, (await fold(closing)).leaves)
    await db.executeQuery(CompiledQuery.raw(text, values))
  }

  return {
    sealAll() {
      isAskedAgain = true
      running ??= sealUntilNoneIsLeft()
      return running
    },
    progressOf: (closing) => progress.get(closing),
    restoreLeaves: shareWhileRunning(restore, ({ closing }) => closing),
    entriesOf: (closing, account, signal) => jobs.run('sealedEntries', { ...closing, account }, { signal }),
    async close() {
      ending.abort(new Error('The company is closed'))
      await running
    },
  }
}

/** Stores the leaves of a seal; those that are stored already stay. */
function insertLeaves(companyId: string, closing: number, leaves: Seal['leaves']): SqlStatement {
  return {
    name: 'insert-sealed-balances',
    text: `INSERT INTO sealed_balances (company_id, closing, leaf, account, content)
      SELECT company_id, $2::bigint, place - 1, account, content
      FROM ${COMPANY_SOURCE_SQL} CROSS JOIN unnest($3::text[], $4::text[]) WITH ORDINALITY AS given (account, content, place)
      ON CONFLICT DO NOTHING`,
    values: [companyId, closing, leaves.map(({ account }) => account), leaves.map(({ content }) => content)],
  }
}
