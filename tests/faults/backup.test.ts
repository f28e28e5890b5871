import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { asOf } from '@ledger/ledger-service/proof/as-of.ts'
import { exportLines } from '@ledger/ledger-service/proof/export.ts'
import { importLog } from '@ledger/ledger-service/proof/import.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verify.ts'
import { catchUp } from '@ledger/projections/projector.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDatabase } from '../environment/database.ts'
import { temporaryFolder } from '../environment/folder.ts'
import { seed } from '../environment/seed.ts'
import { startFieldLoad } from './field-load.ts'
import { type LedgerProcesses, startLedgerProcesses } from './ledger-processes.ts'

/** R14: a backup under load, restored elsewhere, verified. */
const isFull = process.env.FAULT_RUNS === 'full'
const ROUNDS = isFull ? 20 : 2

const onError = (error: Error) => expect.unreachable(error.message)
const open = (url: string) => connect(connectPool(url, { name: 'test backup', max: 2, onError }))
type Db = ReturnType<typeof open>
let ledger: LedgerProcesses
beforeAll(async () => {
  ledger = await startLedgerProcesses()
})
afterAll(() => ledger.close())

const hashesUpTo = async (db: Db, position: number) =>
  (await db.selectFrom('events').select('hash').where('position', '<=', position).orderBy('position').execute()).map(
    ({ hash }) => hash.toString('hex'),
  )

test('R14: a log that is exported while it grows comes back whole, with the same hashes and balances', {
  timeout: isFull ? 900_000 : 120_000,
}, async () => {
  const load = await startFieldLoad(ledger.origin, seed)
  const source = open(ledger.database.url)
  const { company_id: companyId } = await source.selectFrom('companies').select('company_id').executeTakeFirstOrThrow()
  const file = join(temporaryFolder(), 'backup.ndjson')
  const sizes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(600)
    const lines: string[] = []
    for await (const line of exportLines(source, companyId)) lines.push(line)
    writeFileSync(file, lines.join(''))
    const elsewhere = await createDatabase()
    const restored = open(elsewhere.url)
    try {
      const { events } = await importLog(elsewhere.url, file, () => undefined)
      expect(await hashesUpTo(restored, Number.MAX_SAFE_INTEGER)).toEqual(await hashesUpTo(source, events))
      await catchUp({ db: restored, companyId, onStopped: (name) => expect.unreachable(name) })
      const report = await verifyLedger({ db: restored, companyId, publicKey: undefined })
      expect(report).toMatchObject({ ok: true, events, states: 'equal', problems: [] })
      expect(await asOf(restored, companyId, { position: events })).toEqual(
        await asOf(source, companyId, { position: events }),
      )
      sizes.push(events)
    } finally {
      await restored.destroy()
      await elsewhere.drop()
    }
  }
  await load.stop()
  await source.destroy()
  process.stdout.write(`R14 (seed ${seed}): ${ROUNDS} backups, of ${sizes.join(', ')} events\n`)
  // The backups differ in size, so the log did grow during the run.
  expect(new Set(sizes).size).toBe(ROUNDS)
})
