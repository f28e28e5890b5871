import { getPriority, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { DatabaseError } from 'pg'
import type { Failure, FromThread, ThreadData, ToThread } from './messages.ts'
import { TASKS, type TaskContext } from './tasks.ts'

/** A thread of the API: does one job after the other, on connections of its own, and ends where nobody wants the rest. */

// Of this thread alone, on Linux: whoever asks for a balance comes before a report.
if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 10))

const port = parentPort
if (!port) throw new Error('This is started as a thread')
const { databaseUrl, companyId } = workerData as ThreadData
const say = (message: FromThread, given: ArrayBuffer[] = []) => port.postMessage(message, given)

const pool = connectPool(databaseUrl, {
  name: 'site-ledger report',
  max: 2,
  // A statement whose thread is gone ends within a second.
  options: '-c client_connection_check_interval=1000',
  onError: (error) => say({ complaint: error.message }),
})

/** Fewer messages, and fewer turns of the API's loop: a pdf comes in pieces of a few bytes. */
const ENOUGH_BYTES = 64 * 1024
let gathered: Uint8Array[] = []
let size = 0
let more: () => void = () => undefined

const context: TaskContext = {
  db: connect(pool),
  companyId,
  progress: (done) => say({ progress: done }),
  async write(bytes) {
    gathered.push(bytes)
    size += bytes.length
    if (size >= ENOUGH_BYTES) await handOver()
  },
}

function handOver(): Promise<void> {
  const bytes = new Uint8Array(size)
  let at = 0
  for (const piece of gathered) {
    bytes.set(piece, at)
    at += piece.length
  }
  gathered = []
  size = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  more = resolve
  // Given away, not copied.
  say({ bytes }, [bytes.buffer])
  return promise
}

port.on('message', (message: ToThread) => {
  if ('more' in message) more()
  else if ('end' in message) process.exit()
  else
    run(message.run).then(
      (done) => say({ done }),
      (error) => say({ failed: told(error) }),
    )
})

/** The messages' type says which input belongs to which name; a table of functions cannot. */
async function run({ name, input }: Extract<ToThread, { run: unknown }>['run']): Promise<unknown> {
  const task = TASKS[name] as (context: TaskContext, input: unknown) => Promise<unknown>
  gathered = []
  size = 0
  const result = await task(context, input)
  if (size > 0) await handOver()
  return result
}

function told(error: unknown): Failure {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { isDatabase: error instanceof DatabaseError, name, message, code, stack }
}
