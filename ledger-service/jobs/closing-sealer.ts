import { SYSTEM_ACTOR } from '@ledger/contracts/events/event-schemas.ts'
import { COMPANY_SOURCE_SQL } from '@ledger/database/binary/unnest-columns.ts'
import { shareWhileRunning } from '@ledger/database/concurrency/share-while-running.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { CompiledQuery, type Kysely } from 'kysely'
import type { AppendLog } from '../event-store/append/group-commit.ts'
import { closingsAfter, readClosingEvents, type SealInput, unsealedClosings } from '../proof/seals/closings-of-log.ts'
import type { SealedBalanceSource } from '../proof/seals/prove-sealed-balance.ts'
import type { Seal } from '../proof/seals/seal-closing.ts'
import type { CompanyJobPools } from './job-pools.ts'

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
  jobs: Pick<CompanyJobPools, 'seals' | 'fileExports'>
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
      return await jobs.seals.run('sealBooks', closing, {
        signal: ending.signal,
        onProgress: (done) => progress.set(closing.closing, done as SealProgress),
      })
    } finally {
      progress.delete(closing.closing)
    }
  }

  /**
   * The leaves are stored before the event, so that no append waits for them. Until the event is there nothing reads
   * them; after a crash in between, the next run folds and seals once more.
   */
  async function seal(closing: SealInput): Promise<void> {
    const { event, leaves } = await fold(closing)
    await storeLeaves(closing, leaves)
    await log.submit({
      command: { type: 'SealBooks', seal: event, by: { system: SYSTEM_ACTOR }, now: clock() },
      meta: {},
      answer: () => ({ status: 200, body: '' }),
    })
  }

  /** Those that are stored already stay. */
  async function storeLeaves({ closing }: SealInput, leaves: Seal['leaves']): Promise<void> {
    const values = [companyId, closing, leaves.map(({ account }) => account), leaves.map(({ content }) => content)]
    await db.executeQuery(CompiledQuery.raw(INSERT_LEAVES_SQL, values))
  }

  return {
    sealAll() {
      isAskedAgain = true
      running ??= sealUntilNoneIsLeft()
      return running
    },
    progressOf: (closing) => progress.get(closing),
    restoreLeaves: shareWhileRunning(
      async (closing: SealInput) => storeLeaves(closing, (await fold(closing)).leaves),
      ({ closing }) => closing,
    ),
    leafOf: ({ closing }, account, signal) => jobs.fileExports.run('sealedLeaf', { closing, account }, { signal }),
    entriesOf: (closing, account, signal) => jobs.fileExports.run('sealedEntries', { ...closing, account }, { signal }),
    async close() {
      ending.abort(new Error('The company is closed'))
      await running
    },
  }
}

const INSERT_LEAVES_SQL = `INSERT INTO sealed_balances (company_id, closing, leaf, account, content)
  SELECT company_id, $2::bigint, place - 1, account, content
  FROM ${COMPANY_SOURCE_SQL} CROSS JOIN unnest($3::text[], $4::text[]) WITH ORDINALITY AS given (account, content, place)
  ON CONFLICT DO NOTHING`
