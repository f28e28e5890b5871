import { openConnection } from '@ledger/database/one-connection.ts'
import type { Database } from '@ledger/database/tables.ts'
import { verifyReadModels } from '@ledger/projections/verify.ts'
import { type ControlledTransaction, type Kysely, sql } from 'kysely'
import { foldStretch } from './stretch.ts'
import type { FromVerifyProcess, ToVerifyProcess, VerifyingOf } from './verify-processes.ts'

/** A process of a verification: reads one segment or some read models after the other, on a connection of its own. */

process.on('disconnect', () => process.exit())
// A signal to all processes of a terminal or a service is meant for the verifying process, which then ends this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

/** A lost connection fails the next query on it. */
const onError = () => undefined
let connecting: Promise<Kysely<Database>>
let companyId: string
let reading: { snapshot: string; trx: ControlledTransaction<Database> } | undefined

process.on('message', (message: ToVerifyProcess) => {
  if ('of' in message) begin(message.of)
  else answer(message).then(say, (error) => say({ failed: error instanceof Error ? error.message : String(error) }))
})
const say = (message: FromVerifyProcess) => void process.send?.(message)

function begin(of: VerifyingOf): void {
  companyId = of.companyId
  const options = '-c idle_in_transaction_session_timeout=0 -c client_connection_check_interval=1000'
  connecting = openConnection(of.databaseUrl, { name: 'site-ledger verification', comesLast: true, options, onError })
  connecting.catch(onError)
}

async function answer(message: Exclude<ToVerifyProcess, { of: VerifyingOf }>): Promise<FromVerifyProcess> {
  if ('readModels' in message) {
    await stopReading()
    const names = new Set(message.readModels)
    return { readModels: await verifyReadModels(await connecting, companyId, names) }
  }
  return { stretch: await foldStretch(await readIn(message.snapshot), companyId, message.stretch) }
}

/** Returns a transaction in the exported snapshot. */
async function readIn(snapshot: string): Promise<ControlledTransaction<Database>> {
  if (reading?.snapshot === snapshot) return reading.trx
  await stopReading()
  const trx = await (await connecting).startTransaction().setIsolationLevel('repeatable read').execute()
  reading = { snapshot, trx }
  await sql`SET TRANSACTION SNAPSHOT ${sql.lit(snapshot)}`.execute(trx)
  return trx
}

async function stopReading(): Promise<void> {
  const before = reading?.trx
  reading = undefined
  await before?.rollback().execute()
}
