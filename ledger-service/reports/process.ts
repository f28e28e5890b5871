import { connect, connectPool } from '@ledger/database/connect.ts'
import { giveWay } from '@ledger/database/processes.ts'
import { DatabaseError } from 'pg'
import type { Failure, FromProcess, RunMessage, ToProcess } from './messages.ts'
import { TASKS, type TaskContext } from './tasks.ts'

/**
 * A process beside the API: runs one report after the other, on connections of its own, until the API ends it or has
 * ended itself.
 */

// A balance request is more urgent than a report.
giveWay(10)

const say = (message: FromProcess) => void process.send?.(message)
process.on('disconnect', () => process.exit())
// A signal to all processes of a terminal or a service is meant for the API, which first answers the requests that it
// has accepted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

/**
 * Bytes are collected up to this size, for fewer messages and fewer turns of the API's event loop: a pdf comes in
 * pieces of a few bytes.
 */
const ENOUGH_BYTES = 64 * 1024
let gathered: Uint8Array[] = []
let size = 0
let more: () => void = () => undefined
let shared: Omit<TaskContext, 'companyId'> | undefined

function contextOf(databaseUrl: string): Omit<TaskContext, 'companyId'> {
  const pool = connectPool(databaseUrl, {
    name: 'site-ledger report',
    max: 2,
    comesLast: true,
    // PostgreSQL ends a statement within a second after its process has ended.
    options: '-c client_connection_check_interval=1000',
    onError: (error) => say({ complaint: error.message }),
  })
  return {
    db: connect(pool),
    progress: (done) => say({ progress: done }),
    async write(bytes) {
      gathered.push(bytes)
      size += bytes.length
      if (size >= ENOUGH_BYTES) await handOver()
    },
  }
}

function handOver(): Promise<void> {
  const bytes = Buffer.concat(gathered, size)
  gathered = []
  size = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  more = resolve
  say({ bytes })
  return promise
}

process.on('message', (message: ToProcess) => {
  if ('databaseUrl' in message) shared = contextOf(message.databaseUrl)
  else if ('more' in message) more()
  else
    run(message).then(
      (done) => say({ done }),
      (error) => say({ failed: told(error) }),
    )
})

/**
 * Runs a task. The caller (Processes) checks that the input fits the name; the type of a table of functions cannot
 * express it.
 */
async function run({ run: { name, input }, companyId }: RunMessage): Promise<unknown> {
  if (shared === undefined) throw new Error('Nobody has said where the database is')
  const task = TASKS[name] as (context: TaskContext, input: unknown) => Promise<unknown>
  gathered = []
  size = 0
  const result = await task({ ...shared, companyId }, input)
  if (size > 0) await handOver()
  return result
}

function told(error: unknown): Failure {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { isDatabase: error instanceof DatabaseError, name, message, code, stack }
}
