import { openDedicatedConnection } from '@ledger/database/connection/dedicated-connection.ts'
import { onParentGone } from '@ledger/database/process/on-parent-gone.ts'
import { sendToParent } from '@ledger/database/process/send-to-parent.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { type ControlledTransaction, type Kysely, sql } from 'kysely'
import { summarizeSegment } from './log-segment.ts'
import type { VerificationReply, VerificationRequest, VerificationTarget } from './verification-process-pool.ts'

/** A process of a verification: reads one segment or some read models after the other, on a connection of its own. */

onParentGone(() => process.exit())
// A signal to all processes of a terminal or a service is meant for the verifying process, which then ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

/** A lost connection fails the next query on it. */
const onError = () => undefined
let connecting: Promise<Kysely<Database>>
let companyId: string
let reading: { snapshot: string; trx: ControlledTransaction<Database> } | undefined

process.on('message', (message: VerificationRequest) => {
  if ('of' in message) beginVerification(message.of)
  else handleRequest(message).then(sendReply, (error) => sendReply({ failed: toError(error).message }))
})
const sendReply = (message: VerificationReply) => sendToParent(message)

function beginVerification(of: VerificationTarget): void {
  companyId = of.companyId
  const options = '-c idle_in_transaction_session_timeout=0 -c client_connection_check_interval=1000'
  connecting = openDedicatedConnection(of.databaseUrl, {
    name: 'site-ledger verification',
    isLowPriority: true,
    options,
    onError,
  })
  connecting.catch(onError)
}

async function handleRequest(
  message: Exclude<VerificationRequest, { of: VerificationTarget }>,
): Promise<VerificationReply> {
  if ('readModels' in message) {
    await closeSnapshot()
    const names = new Set(message.readModels)
    return { readModels: await verifyReadModels(await connecting, companyId, names) }
  }
  return { segment: await summarizeSegment(await openSnapshot(message.snapshot), companyId, message.segment) }
}

/** Returns a transaction in the exported snapshot. */
async function openSnapshot(snapshot: string): Promise<ControlledTransaction<Database>> {
  if (reading?.snapshot === snapshot) return reading.trx
  await closeSnapshot()
  const trx = await (await connecting).startTransaction().setIsolationLevel('repeatable read').execute()
  reading = { snapshot, trx }
  await sql`SET TRANSACTION SNAPSHOT ${sql.lit(snapshot)}`.execute(trx)
  return trx
}

async function closeSnapshot(): Promise<void> {
  const before = reading?.trx
  reading = undefined
  await before?.rollback().execute()
}
