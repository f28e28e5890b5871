import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Database } from '@ledger/database/tables.ts'
import type { ModelsPlan, ModelTable } from '@ledger/projections/models-by-parts.ts'
import { type Kysely, sql } from 'kysely'
import type { StretchReader } from './sound-log.ts'
import type { Stretch, StretchFold } from './stretch.ts'

/** Whose log a process reads. */
export interface VerifyingOf {
  databaseUrl: string
  companyId: string
}

/** The first message says whose; then one thing after the other. */
export type ToVerifyProcess = { of: VerifyingOf } | ({ snapshot: string } & Reading)
/** A stretch of the log, or a table of a read model. */
type Reading = { stretch: Stretch } | { plan: ModelsPlan; table: ModelTable }

export type FromVerifyProcess = { stretch: StretchFold | undefined } | { rows: unknown } | { failed: string }

/** Processes of one verification, one for each core: none that is ended can take this one with it (decision 14). */
export interface VerifyProcesses {
  /** Reads what the transaction reads, as long as it lasts. */
  inSnapshotOf(trx: Kysely<Database>): Promise<StretchReader>
  /** At once, whatever they are at: they only read. */
  end(): void
}

const PROCESS = new URL('./verify-process.ts', import.meta.url)
/** Each has a connection, of a hundred that a server usually gives. */
const MOST = 8

export function startVerifyProcesses(of: VerifyingOf): VerifyProcesses {
  const children = Array.from({ length: Math.min(MOST, availableParallelism()) }, () => begin(of))
  const idle = [...children]
  const waiting: ((child: ChildProcess) => void)[] = []

  /** By the next one that has nothing to do. */
  async function ask(message: ToVerifyProcess): Promise<FromVerifyProcess> {
    const child = idle.pop() ?? (await new Promise<ChildProcess>((resolve) => waiting.push(resolve)))
    try {
      return await answerOf(child, message)
    } finally {
      const next = waiting.shift()
      if (next) next(child)
      else idle.push(child)
    }
  }

  return {
    async inSnapshotOf(trx) {
      // While stretches and rows are read nothing happens in it; it reads, and holds no lock that anybody waits for.
      await sql`SET LOCAL idle_in_transaction_session_timeout = '1h'`.execute(trx)
      const { rows } = await sql<{ snapshot: string }>`SELECT pg_export_snapshot() AS snapshot`.execute(trx)
      const snapshot = rows[0]?.snapshot ?? ''
      return {
        atOnce: children.length,
        async fold(stretch) {
          const answer = await ask({ snapshot, stretch })
          if ('stretch' in answer) return answer.stretch
          throw new Error('A process answered something else')
        },
        async rows(plan, table) {
          const answer = await ask({ snapshot, plan, table })
          if ('rows' in answer) return answer.rows
          throw new Error('A process answered something else')
        },
      }
    },
    end() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

function begin(of: VerifyingOf): ChildProcess {
  const child = fork(PROCESS, { serialization: 'advanced', execArgv: [] })
  // Heard by whoever asks it something.
  child.on('error', () => undefined)
  tell(child, { of })
  return child
}

const tell = (child: ChildProcess, message: ToVerifyProcess) => child.send(message, () => undefined)

/** @throws what was thrown there, or that it ended */
async function answerOf(child: ChildProcess, message: ToVerifyProcess): Promise<FromVerifyProcess> {
  const { promise, resolve, reject } = Promise.withResolvers<FromVerifyProcess>()
  const ended = () => reject(new Error('A process of the verification ended'))
  if (!child.connected) ended()
  child.once('message', resolve).once('error', reject).once('exit', ended)
  tell(child, message)
  try {
    const answer = await promise
    if ('failed' in answer) throw new Error(answer.failed)
    return answer
  } finally {
    child.off('message', resolve).off('error', reject).off('exit', ended)
  }
}
