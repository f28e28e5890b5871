import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { machineEnvironment } from '@ledger/database/processes.ts'
import type { Database } from '@ledger/database/tables.ts'
import { PROJECTIONS } from '@ledger/projections/projector.ts'
import type { Verification } from '@ledger/projections/verify.ts'
import { type Kysely, sql } from 'kysely'
import type { StretchReader } from './sound-log.ts'
import type { Stretch, StretchFold } from './stretch.ts'

/** The database and the company whose log a process reads. */
export interface VerifyingOf {
  databaseUrl: string
  companyId: string
}

/** The first message names the company; later ones each request one piece of work. */
export type ToVerifyProcess = { of: VerifyingOf } | { snapshot: string; stretch: Stretch } | { readModels: string[] }

export type FromVerifyProcess = { stretch: StretchFold | undefined } | { readModels: Verification } | { failed: string }

/** The processes of one verification, one for each core: the end of one cannot end this process (decision 14). */
export interface VerifyProcesses {
  /** Returns a reader that reads in the transaction's snapshot, while the transaction lasts. */
  inSnapshotOf(trx: Kysely<Database>): Promise<StretchReader>
  readModels(): Promise<Verification>
  /** Ends them at once, whatever they do: they only read. */
  end(): void
}

const PROCESS = new URL('./verify-process.ts', import.meta.url)
/** Each process has a connection, of a hundred that a server usually allows. */
const MOST = 8
/** These two, whose rows grow with the log, take as long to compare as all others together. */
const LARGEST: string[] = ['ledger', 'activity']
const GROUPS = [LARGEST, PROJECTIONS.map(({ name }) => name).filter((name) => !LARGEST.includes(name))]

export function startVerifyProcesses(of: VerifyingOf): VerifyProcesses {
  const children = Array.from({ length: Math.min(MOST, availableParallelism()) }, () => begin(of))
  const idle = [...children]
  const waiting: ((child: ChildProcess) => void)[] = []

  /** Sends the message to the next idle process. */
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
      // The transaction is idle between two joined segments; it reads, and holds no lock that other transactions wait
      // for.
      await sql`SET LOCAL idle_in_transaction_session_timeout = '5min'`.execute(trx)
      const { rows } = await sql<{ snapshot: string }>`SELECT pg_export_snapshot() AS snapshot`.execute(trx)
      const snapshot = rows[0]?.snapshot ?? ''
      return {
        atOnce: children.length,
        async fold(stretch) {
          const answer = await ask({ snapshot, stretch })
          if ('stretch' in answer) return answer.stretch
          throw new Error('A process answered something else')
        },
      }
    },
    async readModels() {
      const answers = await Promise.all(GROUPS.map((readModels) => ask({ readModels })))
      const found = answers.flatMap((answer) => ('readModels' in answer ? [answer.readModels] : []))
      const projections = found.flatMap((each) => each.projections)
      return {
        ok: found.every(({ ok }) => ok),
        projections: PROJECTIONS.flatMap(({ name }) => projections.find((each) => each.name === name) ?? []),
      }
    },
    end() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

function begin(of: VerifyingOf): ChildProcess {
  const child = fork(PROCESS, { serialization: 'advanced', execArgv: [], env: machineEnvironment(process.env) })
  // The caller of a request receives the error.
  child.on('error', () => undefined)
  tell(child, { of })
  return child
}

const tell = (child: ChildProcess, message: ToVerifyProcess) => child.send(message, () => undefined)

/** @throws the error of the process, or that it ended */
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
