import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { lowerPriority } from '@ledger/database/process/lower-priority.ts'
import { onParentGone } from '@ledger/database/process/on-parent-gone.ts'
import { sendToParent } from '@ledger/database/process/send-to-parent.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import { DatabaseError } from 'pg'
import type { MessageFromWorker, MessageToWorker, RunTaskMessage, SerializedError } from './process-messages.ts'
import { TASKS, type TaskContext } from './tasks.ts'

/**
 * A process beside the API: runs one job after the other, on connections of its own, until the API ends it or has
 * ended itself.
 */

// A balance request is more urgent than a job.
lowerPriority(10)

const sendToApi = (message: MessageFromWorker) => sendToParent(message)
onParentGone(() => process.exit())
// A signal to all processes of a terminal or a service is meant for the API, which first answers the requests that it
// has accepted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

/**
 * Bytes are collected up to this size, for fewer messages and fewer turns of the API's event loop: a pdf comes in
 * pieces of a few bytes.
 */
const FLUSH_AT_BYTES = 64 * 1024
let bufferedChunks: Uint8Array[] = []
let bufferedSize = 0
let resumeWriting: () => void = () => undefined
let sharedContext: Omit<TaskContext, 'companyId'> | undefined

function createTaskContext(databaseUrl: string): Omit<TaskContext, 'companyId'> {
  const pool = connectPool(databaseUrl, {
    name: 'site-ledger report',
    max: 2,
    isLowPriority: true,
    // PostgreSQL ends a statement within a second after its process has ended.
    options: '-c client_connection_check_interval=1000',
    onError: (error) => sendToApi({ complaint: error.message }),
  })
  return {
    db: kyselyOverPool(pool),
    progress: (done) => sendToApi({ progress: done }),
    async write(bytes) {
      bufferedChunks.push(bytes)
      bufferedSize += bytes.length
      if (bufferedSize >= FLUSH_AT_BYTES) await flushBytes()
    },
  }
}

function flushBytes(): Promise<void> {
  const bytes = Buffer.concat(bufferedChunks, bufferedSize)
  bufferedChunks = []
  bufferedSize = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  resumeWriting = resolve
  sendToApi({ bytes })
  return promise
}

process.on('message', (message: MessageToWorker) => {
  if ('databaseUrl' in message) sharedContext = createTaskContext(message.databaseUrl)
  else if ('more' in message) resumeWriting()
  else
    runTask(message).then(
      (done) => sendToApi({ done }),
      (error) => sendToApi({ failed: serializeError(error) }),
    )
})

/**
 * Runs a task. The caller (ProcessPool) checks that the input fits the name; the type of a table of functions cannot
 * express it.
 */
async function runTask({ run: { name, input }, companyId }: RunTaskMessage): Promise<unknown> {
  if (sharedContext === undefined) throw new Error('The address of the database has not arrived')
  const task = TASKS[name] as (context: TaskContext, input: unknown) => Promise<unknown>
  bufferedChunks = []
  bufferedSize = 0
  const result = await task({ ...sharedContext, companyId }, input)
  if (bufferedSize > 0) await flushBytes()
  return result
}

function serializeError(error: unknown): SerializedError {
  const { name, message, stack } = toError(error)
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return { isDatabase: error instanceof DatabaseError, name, message, code, stack }
}
