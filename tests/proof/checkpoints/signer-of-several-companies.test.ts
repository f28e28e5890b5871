import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'
import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { splitNotes } from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { readRecentVerifications } from '@ledger/projections/verification/verification-store.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { runLedgerCommandInProcess } from '../../environment/processes/ledger-command-in-process.ts'
import { startProductProcess } from '../../environment/processes/start-process.ts'
import { hireFieldUser, recordExpenseOf, signInAdmin } from '../../environment/service/people-and-money.ts'
import { logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** One signer for every company: an installation that gets a second company, and a changed history. */

const SIGNED = { timeout: 30_000 }
const folder = temporaryFolder()
const inFolder = (name: string) => join(folder, 'checkpoints', `${name}.txt`)

let first: TestService
let acme: TestService
let beta: TestService
let env: Record<string, string>
beforeAll(async () => {
  first = await startTestService({ servesEveryCompany: true })
  env = {
    DATABASE_URL: first.database.url,
    DATA_DIR: folder,
    CHECKPOINT_KEY: 'a-secret-of-the-signer-that-is-long-enough',
  }
})
afterAll(() => first.close())

/** Returns the position up to which a company's published checkpoints go. */
async function signed({ sql, company: { companyId } }: TestService): Promise<number> {
  const { rows } = await sql.query(
    'SELECT coalesce(max(size), 0) AS size FROM signed_checkpoints WHERE company_id = $1',
    [companyId],
  )
  return Number(rows[0].size)
}

const companiesIn = (file: string) =>
  new Set(splitNotes(readFileSync(file, 'utf8')).map((note) => note.split('\n', 1)[0]?.replace('site-ledger/', '')))

const run = () => startProductProcess('ledger-service/proof/main.ts', env)

it('each has a file and an origin of its own; the first goes on in the file that it had', async () => {
  const { companyId } = first.company
  const signer = await run()
  await expect.poll(() => signed(first), SIGNED).toBe(await logEnd(first))
  expect(companiesIn(inFolder('checkpoints'))).toEqual(new Set([companyId]))
  const pool = ownerPool(first.database.ownerUrl)
  await addCompanyHost(pool, companyId, 'acme.localhost')
  const made = await addCompany(pool, { name: 'Beta', hosts: ['beta.localhost'] })
  await pool.end()
  if ('refused' in made) return expect.fail(made.refused)
  acme = await first.atCompany(companyId, 'acme.localhost')
  beta = await first.atCompany(made.companyId, 'beta.localhost')
  // Without a restart.
  await expect.poll(() => signed(beta), SIGNED).toBe(await logEnd(beta))
  expect(companiesIn(inFolder(made.companyId))).toEqual(new Set([made.companyId]))
  expect(companiesIn(inFolder('checkpoints'))).toEqual(new Set([companyId]))
  expect(await signer.stop()).toBe(0)
})

if (isFullRun)
  it('after a restart goes on from what it signed of each, also from the file of before', async () => {
    const before = await signed(acme)
    const worker = await hireFieldUser(await signInAdmin(acme.origin), 'site_incharge')
    await recordExpenseOf(worker)
    const signer = await run()
    // It signs the whole log, however soon it is stopped.
    expect(await signer.stop()).toBe(0)
    expect(await signed(acme)).toBe(await logEnd(acme))
    expect(await signed(acme)).toBeGreaterThan(before)
    expect(existsSync(inFolder(acme.company.companyId))).toBe(true)
    for (const api of [acme, beta]) {
      const verified = await runLedgerCommandInProcess(env, 'verify', '--company', api.company.companyId, '--json')
      expect(verified).toMatchObject({ status: 0 })
    }
  })

if (isFullRun)
  it('a key that is none keeps the others from nothing, and is said', async () => {
    const { companyId } = beta.company
    const seed = join(folder, 'keys', `checkpoint-seed-${companyId}`)
    mkdirSync(join(folder, 'keys'), { recursive: true })
    writeFileSync(seed, 'not a key')
    const before = await signed(beta)
    await hireFieldUser(await signInAdmin(acme.origin), 'supervisor')
    await hireFieldUser(await signInAdmin(beta.origin), 'supervisor')
    const signer = await run()
    await expect.poll(() => signed(acme), SIGNED).toBe(await logEnd(acme))
    await expect.poll(() => signer.output(), SIGNED).toContain('nothing can be signed now')
    expect(await signer.stop()).toBe(0)
    expect(await signed(beta)).toBe(before)
    rmSync(seed)
  })

it('a history that was changed makes it silent about that company alone', async () => {
  const { companyId } = acme.company
  const head = await logEnd(acme)
  await acme.sql.query(
    `UPDATE events SET data = replace(data::text, 'Ten bags', 'Six bags')::json WHERE company_id = $1 AND position = $2`,
    [companyId, head],
  )
  await acme.sql.query(
    `UPDATE events SET hash = decode(repeat('00', 32), 'hex') WHERE company_id = $1 AND position = $2`,
    [companyId, head],
  )
  const signer = await run()
  const verified = async ({ company }: TestService) =>
    (await readRecentVerifications(company.db, company.companyId, 1)).find(({ what }) => what === 'ledger')?.ok
  await expect.poll(() => verified(acme), SIGNED).toBe(false)
  const silentAt = await signed(acme)
  await expect.poll(() => signed(beta), SIGNED).toBe(await logEnd(beta))
  await hireFieldUser(await signInAdmin(beta.origin), 'supervisor')
  expect(signer.output().match(/"msg":"the history was changed/g)).toHaveLength(1)
  await expect.poll(() => verified(beta), SIGNED).toBe(true)
  expect(await signer.stop()).toBe(EXIT_CODES.historyChanged)
  // It signs the rest of the log when it stops.
  expect([await signed(acme), await signed(beta)]).toEqual([silentAt, await logEnd(beta)])
})
