import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { exportLogLines } from '@ledger/ledger-service/proof/import-export/export-log.ts'
import { importLog } from '@ledger/ledger-service/proof/import-export/import-log.ts'
import { readBalancesAsOf } from '@ledger/ledger-service/proof/point-in-time/balances-as-of.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../environment/database/test-database.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { startRandomFieldLoad } from '../random-field-load.ts'

/** R14: a backup under load, restored elsewhere, verified. */
const ROUNDS = 20

const onError = (error: Error) => expect.unreachable(error.message)
const open = (url: string) => kyselyOverPool(connectPool(url, { name: 'test backup', max: 2, onError }))
type Db = ReturnType<typeof open>
let ledger: ProductProcesses
beforeAll(async () => {
  ledger = await startProductProcesses()
})
afterAll(() => ledger.close())

const hashesUpTo = async (db: Db, position: number) =>
  (await db.selectFrom('events').select('hash').where('position', '<=', position).orderBy('position').execute()).map(
    ({ hash }) => hash.toString('hex'),
  )

test('R14: a log that is exported while it grows comes back whole, with the same hashes and balances', {
  timeout: 900_000,
}, async () => {
  const load = await startRandomFieldLoad(ledger.origin, randomSeed)
  const source = open(ledger.database.url)
  const { company_id: companyId } = await source.selectFrom('companies').select('company_id').executeTakeFirstOrThrow()
  const file = join(temporaryFolder(), 'backup.ndjson')
  const sizes: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await sleep(600)
    const lines: string[] = []
    for await (const line of exportLogLines(source, companyId)) lines.push(line)
    writeFileSync(file, lines.join(''))
    const elsewhere = await createTestDatabase()
    const restored = open(elsewhere.url)
    try {
      const { events } = await importLog(elsewhere.url, file, () => undefined)
      expect(await hashesUpTo(restored, Number.MAX_SAFE_INTEGER)).toEqual(await hashesUpTo(source, events))
      await catchUp({ db: restored, companyId, onStopped: (name) => expect.unreachable(name) })
      const report = await verifyLedger({ db: restored, companyId, publicKey: undefined })
      expect(report).toMatchObject({ ok: true, events, states: 'equal', problems: [] })
      expect(await readBalancesAsOf(restored, companyId, { position: events })).toEqual(
        await readBalancesAsOf(source, companyId, { position: events }),
      )
      sizes.push(events)
    } finally {
      await restored.destroy()
      await elsewhere.drop()
    }
  }
  await load.stop()
  await source.destroy()
  process.stdout.write(`R14 (seed ${randomSeed}): ${ROUNDS} backups, of ${sizes.join(', ')} events\n`)
  // The backups differ in size, so the log did grow during the run.
  expect(new Set(sizes).size).toBe(ROUNDS)
})
