import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BillBlobStores } from '@ledger/bills/blob-store.ts'
import { exportBills } from '@ledger/ledger-service/proof/import-export/export-bills.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { stretchPassphrasesLess } from '../../environment/files/less-stretched-passphrases.ts'
import { samplePdf, samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { runLedgerCommandInProcess } from '../../environment/processes/ledger-command-in-process.ts'
import { hireFieldUser, recordExpenseOf, signInAdmin } from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** Bills outside the product: verified from a folder by a program that imports nothing of ours, and in backups. */

let api: TestService
let bare: TestDatabase
let photo: string
let pdf: string
let erased: string
const folder = temporaryFolder()
const file = join(folder, 'log.ndjson')
const bills = join(folder, 'bills')
const stretchAgain = stretchPassphrasesLess()
beforeAll(async () => {
  api = await startTestService()
  bare = await createTestDatabase({ isBare: true })
  const office = await signInAdmin(api.origin)
  const asha = await hireFieldUser(office, 'site_incharge')
  photo = await uploadBillFileForId(asha.client, await samplePhoto())
  pdf = await uploadBillFileForId(asha.client, samplePdf(randomUUID()))
  erased = await uploadBillFileForId(asha.client, await samplePhoto())
  await recordExpenseOf(asha, { bills: [photo, pdf] })
  await recordExpenseOf(asha, { bills: [erased] })
  expect((await office.call('DELETE', `/api/bills/${erased}`, { reason: 'By law' })).status).toBe(204)
})
afterAll(async () => {
  stretchAgain()
  await api.close()
  await bare.drop()
})

const secrets = {
  SESSION_SECRET: 'the secret of the sessions, as it was given',
  PASSWORD_PEPPER: 'the pepper of the passwords, as it was given',
  PASSWORD_REVEAL_KEY: 'the key of the visible copies, as it was given',
  CHECKPOINT_KEY: 'the key of the signer, as it was given, too',
}
const BACKUP_PASSPHRASE = 'four words and a number 7'
const run = (...args: string[]) => {
  const env = { ...secrets, BACKUP_PASSPHRASE, DATABASE_URL: api.database.url, DATA_DIR: join(folder, 'data') }
  return runLedgerCommandInProcess(env, ...args)
}

async function checkOffline(...options: string[]): Promise<string> {
  const program = join(import.meta.dirname, '../../../tools/verify/verify.mjs')
  const done = promisify(execFile)(process.execPath, [program, file, ...options])
  return (await done.catch((error: { stdout: string }) => error)).stdout
}

it('an export puts each into a file named by its hash, but the one that was erased', async () => {
  expect(await run('export', file, '--bills', bills, '--json')).toMatchObject({ status: 0, stderr: '' })
  expect(readdirSync(bills).sort()).toEqual([`${photo}.jpg`, `${pdf}.pdf`].sort())
})

it('the verifier of its own finds them right, and one that was erased no fault', async () => {
  expect(await checkOffline('--bills', bills)).toContain('every bill is there as it was hashed')
  expect(await checkOffline()).not.toContain('bill')
})

it('it finds one that was swapped, and one that is missing', async () => {
  const [kept, at] = [readFileSync(join(bills, `${photo}.jpg`)), join(bills, `${photo}.jpg`)]
  writeFileSync(at, await samplePhoto())
  expect(await checkOffline('--bills', bills)).toMatch(`NOT as it should be: the bill ${photo}`)
  rmSync(at)
  expect(await checkOffline('--bills', bills)).toMatch(
    /NOT as it should be: the bill \w+ of the event at \d+ is missing/,
  )
  writeFileSync(at, kept)
  expect(await checkOffline('--bills', bills)).toMatch(/^The file agrees with itself.*every bill is there/)
})

it('an export that was cut off leaves no bill that looks whole: the next one writes it', async () => {
  const { db, companyId, billStore } = api.company
  const into = join(folder, 'cut')
  const cut: BillBlobStores = {
    ...billStore,
    storeAt: (keptIn) => ({
      ...billStore.storeAt(keptIn),
      async *read(from, id) {
        for await (const part of billStore.storeAt(keptIn).read(from, id)) {
          yield part.subarray(0, 100)
          throw new Error('The store went away')
        }
      },
    }),
  }
  const onProgress = () => undefined
  await expect(exportBills(db, companyId, cut, into, onProgress)).rejects.toThrow('The store went away')
  expect(await exportBills(db, companyId, billStore, into, onProgress)).toBe(2)
  expect(readdirSync(into).sort()).toEqual(readdirSync(bills).sort())
  for (const name of readdirSync(into)) expect(readFileSync(join(into, name))).toEqual(readFileSync(join(bills, name)))
  expect(await exportBills(db, companyId, billStore, into, onProgress)).toBe(0)
})

it('`verify` at the terminal names one that is missing', async () => {
  const verified = await run('verify', '--json')
  expect([verified.status, JSON.parse(verified.stdout)]).toMatchObject([0, { ok: true, bills: 'equal' }])
  const { rows } = await api.sql.query('DELETE FROM bill_contents WHERE bill_id = $1 RETURNING content', [photo])
  const again = await run('verify')
  expect([again.status, again.stdout]).toEqual([1, `The bill ${photo} is missing\n`])
  await api.sql.query('INSERT INTO bill_contents SELECT company_id, $1, $2 FROM companies', [photo, rows[0]?.content])
})

it('a backup brings their bytes, who uploaded them, and what was erased', async () => {
  const backup = join(folder, 'whole.backup')
  expect(await run('backup', backup)).toMatchObject({ status: 0, stderr: '' })
  const place = { DATABASE_URL: bare.ownerUrl, DATA_DIR: join(temporaryFolder(), 'data'), BACKUP_PASSPHRASE }
  const none = Object.fromEntries(Object.keys(secrets).map((name) => [name, '']))
  const restored = await runLedgerCommandInProcess({ ...none, ...place }, 'restore', backup, '--json')
  expect([restored.status, JSON.parse(restored.stdout)]).toMatchObject([
    0,
    { verification: { ok: true, bills: 'equal' } },
  ])
  for (const table of ['bills', 'bill_contents', 'bill_uploads']) {
    const rows = (url: string) =>
      withServerConnection(url, async (on) => (await on.query(`SELECT t::text FROM ${table} t ORDER BY 1`)).rows)
    expect((await rows(bare.ownerUrl)).length, table).toBeGreaterThan(1)
    expect(await rows(bare.ownerUrl), table).toEqual(await rows(api.database.ownerUrl))
  }
})
