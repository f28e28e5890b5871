import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { expectBody, type TestClient } from '../../environment/network/http-client.ts'
import { runLedgerCommand } from '../../environment/processes/ledger-command.ts'
import { runLedgerCommandInProcess } from '../../environment/processes/ledger-command-in-process.ts'
import { type ProductProcess, startProductProcess } from '../../environment/processes/start-process.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * An export that the product writes beside its signer is signed to its last event, so that a stranger with the key
 * accepts it.
 */

const folder = temporaryFolder()
let api: TestService
let signer: ProductProcess
let office: TestClient
let asha: FieldUser
let env: Record<string, string>
let key: string

beforeAll(async () => {
  api = await startTestService()
  env = {
    ...{ DATABASE_URL: api.database.url, DATA_DIR: folder },
    CHECKPOINT_KEY: 'a-secret-of-the-signer-that-is-long-enough',
  }
  signer = await startProductProcess('ledger-service/proof/main.ts', env)
  office = await signInAdmin(api.origin)
  asha = await hireFieldUser(office, 'site_incharge')
  await sendMoneyTo(office, asha, '5000.00')
  await recordExpenseOf(asha)
})
afterAll(async () => {
  await signer.stop()
  await api.close()
})

async function verified(file: string, ...options: string[]): Promise<string> {
  const program = join(import.meta.dirname, '../../../tools/verify/verify.mjs')
  const done = promisify(execFile)(process.execPath, [program, file, '--key', key, ...options])
  return (await done.catch((error: { stdout: string }) => error)).stdout
}

it('the export of the audit screen, at once after an entry', async () => {
  // With its first checkpoint the signer publishes its key.
  const published = async () => (await office.get('/api/audit/public-key')).status
  await expect.poll(published, { timeout: 60_000 }).toBe(200)
  key = expectBody(await office.get('/api/audit/public-key'), 200, ROUTES.auditPublicKey.answer).verifierKey
  await recordExpenseOf(asha)
  const file = join(folder, 'screen.ndjson')
  writeFileSync(file, (await office.get('/api/audit/export')).text)
  const events = await logEnd(api)
  expect(await verified(file)).toContain(`All is well: ${events} events`)
})

it('the export of the terminal, with the signer’s own file beside it', async () => {
  await recordExpenseOf(asha)
  const file = join(folder, 'terminal.ndjson')
  const { status, stderr } = await runLedgerCommand(env, 'export', file).ended
  expect([status, stderr]).toEqual([0, ''])
  const checkpoints = join(folder, 'checkpoints', 'checkpoints.txt')
  expect(await verified(file, '--checkpoints', checkpoints)).toContain(`All is well: ${await logEnd(api)} events`)
})

it('a receipt as the API sends it', async () => {
  const { id } = await recordExpenseOf(asha)
  await office.get('/api/audit/export')
  const file = join(folder, 'receipt.json')
  writeFileSync(file, (await office.get(`/api/audit/proof/${id}`)).text)
  expect(await verified(file)).toMatch(/^All is well: the entry at position \d+/)
})

it('where no signer is there, an export is not waited for, and the verifier says how much of it is signed', async () => {
  await signer.stop()
  const signed = await logEnd(api)
  await recordExpenseOf(asha)
  const file = join(folder, 'partly.ndjson')
  expect((await runLedgerCommandInProcess(env, 'export', file)).status).toBe(0)
  expect(await verified(file)).toContain(`of ${signed + 1} events only the first ${signed} are signed`)
  expect((await runLedgerCommandInProcess(env, 'checkpoint')).status).toBe(0)
  const whole = join(folder, 'whole.ndjson')
  expect((await runLedgerCommandInProcess(env, 'export', whole)).status).toBe(0)
  expect(await verified(whole)).toContain(`All is well: ${signed + 1} events`)
  expect(readFileSync(whole, 'utf8').endsWith('\n')).toBe(true)
})
