import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import { machineEnvironmentVariables } from '@ledger/database/process/machine-environment-variables.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { type ReadModelVerification, toVerification } from '@ledger/projections/verification/verify-read-models.ts'
import { type Kysely, sql } from 'kysely'
import type { LogSegment, SegmentSummary } from './log-segment.ts'
import type { SegmentReader } from './parallel-verify.ts'

/** The database and the company whose log a process reads. */
export interface VerificationTarget {
  databaseUrl: string
  companyId: string
}

/** The first message names the company; later ones each request one piece of work. */
export type VerificationRequest =
  | { of: VerificationTarget }
  | { snapshot: string; segment: LogSegment }
  | { readModels: string[] }

export type VerificationReply =
  | { segment: SegmentSummary | undefined }
  | { readModels: ReadModelVerification }
  | { failed: string }

/** The processes of one verification, one for each core: the end of one cannot end this process (decision 14). */
export interface VerificationProcessPool {
  /** Returns a reader that reads in the transaction's snapshot, while the transaction lasts. */
  segmentReaderFor(trx: Kysely<Database>): Promise<SegmentReader>
  verifyReadModels(): Promise<ReadModelVerification>
  /** Kills the processes at once. They only read, so this is safe at any moment. */
  kill(): void
}

const VERIFICATION_PROCESS = new URL('./verification-process.ts', import.meta.url)
/** Each process has a connection, of a hundred that a server usually allows. */
const MAX_VERIFICATION_PROCESSES = 8
/** These two, whose rows grow with the log, take as long to compare as all others together. */
const LARGEST_READ_MODELS: string[] = ['ledger', 'activity']
const READ_MODEL_GROUPS = [
  LARGEST_READ_MODELS,
  PROJECTIONS.map(({ name }) => name).filter((name) => !LARGEST_READ_MODELS.includes(name)),
]

export function startVerificationProcesses(of: VerificationTarget): VerificationProcessPool {
  const children = Array.from({ length: Math.min(MAX_VERIFICATION_PROCESSES, availableParallelism()) }, () =>
    startVerificationProcess(of),
  )
  const idle = [...children]
  const queue = openFairQueue(children.length)

  /** Sends the message to the next idle process. */
  const ask = (message: VerificationRequest): Promise<VerificationReply> =>
    queue.run(of.companyId, async () => {
      const child = idle.pop()
      if (child === undefined) throw new RangeError('There is a process for each slot')
      try {
        return await awaitReply(child, message)
      } finally {
        idle.push(child)
      }
    })

  return {
    async segmentReaderFor(trx) {
      // The transaction is idle between two joined segments; it reads, and holds no lock that other transactions wait
      // for.
      await sql`SET LOCAL idle_in_transaction_session_timeout = '5min'`.execute(trx)
      const { rows } = await sql<{ snapshot: string }>`SELECT pg_export_snapshot() AS snapshot`.execute(trx)
      const snapshot = rows[0]?.snapshot ?? ''
      return {
        concurrency: children.length,
        async summarize(segment) {
          const answer = await ask({ snapshot, segment })
          if ('segment' in answer) return answer.segment
          throw new Error('A process answered something else')
        },
      }
    },
    async verifyReadModels() {
      const answers = await Promise.all(READ_MODEL_GROUPS.map((readModels) => ask({ readModels })))
      const found = answers.flatMap((answer) => ('readModels' in answer ? [answer.readModels] : []))
      return toVerification(found.flatMap(({ projections }) => projections))
    },
    kill() {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}

function startVerificationProcess(of: VerificationTarget): ChildProcess {
  const child = fork(VERIFICATION_PROCESS, {
    serialization: 'advanced',
    execArgv: [],
    env: machineEnvironmentVariables(process.env),
  })
  // The caller of a request receives the error.
  child.on('error', () => undefined)
  sendVerificationRequest(child, { of })
  return child
}

const sendVerificationRequest = (child: ChildProcess, message: VerificationRequest) =>
  child.send(message, () => undefined)

/** @throws the error of the process, or that it ended */
async function awaitReply(child: ChildProcess, message: VerificationRequest): Promise<VerificationReply> {
  const { promise, resolve, reject } = Promise.withResolvers<VerificationReply>()
  const ended = () => reject(new Error('A process of the verification ended'))
  if (!child.connected) ended()
  child.once('message', resolve).once('error', reject).once('exit', ended)
  sendVerificationRequest(child, message)
  try {
    const answer = await promise
    if ('failed' in answer) throw new Error(answer.failed)
    return answer
  } finally {
    child.off('message', resolve).off('error', reject).off('exit', ended)
  }
}
