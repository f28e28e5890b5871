import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '@ledger/contracts/exit-codes.ts'
import { addCompany, addHost } from '@ledger/ledger-service/companies/write.ts'
import { notesIn } from '@ledger/ledger-service/proof/checkpoint.ts'
import { keptVerifications } from '@ledger/projections/verifications.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../environment/folder.ts'
import { position } from '../environment/log.ts'
import { ownerPool } from '../environment/owner-pool.ts'
import { admin, hire, spend } from '../environment/people.ts'
import { startProcess } from '../environment/processes.ts'
import { startService, type TestService } from '../environment/service.ts'
import { ledgerCommand } from '../environment/terminal.ts'

/** One signer for every company: the story of an installation that gets a second one, and of a changed history. */

const SIGNED = { timeout: 30_000 }
const folder = temporaryFolder()
const inFolder = (name: string) => join(folder, 'checkpoints', `${name}.txt`)

let first: TestService
let acme: TestService
let beta: TestService
let env: Record<string, string>
beforeAll(async () => {
  first = await startService({ several: true })
  env = {
    DATABASE_URL: first.database.url,
    DATA_DIR: folder,
    CHECKPOINT_KEY: 'a-secret-of-the-signer-that-is-long-enough',
  }
})
afterAll(() => first.close())

/** How far the checkpoints of a company go that everybody can read. */
async function signed({ sql, service: { companyId } }: TestService): Promise<number> {
  const { rows } = await sql.query(
    'SELECT coalesce(max(size), 0) AS size FROM signed_checkpoints WHERE company_id = $1',
    [companyId],
  )
  return Number(rows[0].size)
}

const companiesIn = (file: string) =>
  new Set(notesIn(readFileSync(file, 'utf8')).map((note) => note.split('\n', 1)[0]?.replace('site-ledger/', '')))

const run = () => startProcess('ledger-service/proof/main.ts', env)

it('each has a file and an origin of its own; the first goes on in the file that it had', async () => {
  const { companyId } = first.service
  const signer = await run()
  await expect.poll(() => signed(first), SIGNED).toBe(await position(first))
  expect(companiesIn(inFolder('checkpoints'))).toEqual(new Set([companyId]))
  const pool = ownerPool(first.database.ownerUrl)
  await addHost(pool, companyId, 'acme.localhost')
  const made = await addCompany(pool, { name: 'Beta', hosts: ['beta.localhost'] })
  await pool.end()
  if ('refused' in made) return expect.fail(made.refused)
  acme = await first.at(companyId, 'acme.localhost')
  beta = await first.at(made.companyId, 'beta.localhost')
  // Without a restart.
  await expect.poll(() => signed(beta), SIGNED).toBe(await position(beta))
  expect(companiesIn(inFolder(made.companyId))).toEqual(new Set([made.companyId]))
  expect(companiesIn(inFolder('checkpoints'))).toEqual(new Set([companyId]))
  expect(await signer.stop()).toBe(0)
})

it('after a restart goes on from what it signed of each, also from the file of before', async () => {
  const before = await signed(acme)
  const worker = await hire(await admin(acme.origin), 'site_incharge')
  await spend(worker)
  const signer = await run()
  // It signs what there is, however soon it is stopped.
  expect(await signer.stop()).toBe(0)
  expect(await signed(acme)).toBe(await position(acme))
  expect(await signed(acme)).toBeGreaterThan(before)
  expect(existsSync(inFolder(acme.service.companyId))).toBe(true)
  for (const api of [acme, beta]) {
    const verified = await ledgerCommand(env, 'verify', '--company', api.service.companyId, '--json').ended
    expect(verified).toMatchObject({ status: 0 })
  }
})

it('a key that is none keeps the others from nothing, and is said', async () => {
  const { companyId } = beta.service
  const seed = join(folder, 'keys', `checkpoint-seed-${companyId}`)
  mkdirSync(join(folder, 'keys'), { recursive: true })
  writeFileSync(seed, 'not a key')
  const before = await signed(beta)
  await hire(await admin(acme.origin), 'supervisor')
  await hire(await admin(beta.origin), 'supervisor')
  const signer = await run()
  await expect.poll(() => signed(acme), SIGNED).toBe(await position(acme))
  await expect.poll(() => signer.output(), SIGNED).toContain('nothing can be signed now')
  expect(await signer.stop()).toBe(0)
  expect(await signed(beta)).toBe(before)
  rmSync(seed)
})

it('a history that was changed makes it silent about that company alone', async () => {
  const { companyId } = acme.service
  const head = await position(acme)
  await acme.sql.query(
    `UPDATE events SET data = replace(data::text, 'Ten bags', 'Six bags')::json WHERE company_id = $1 AND position = $2`,
    [companyId, head],
  )
  await acme.sql.query(
    `UPDATE events SET hash = decode(repeat('00', 32), 'hex') WHERE company_id = $1 AND position = $2`,
    [companyId, head],
  )
  const signer = await run()
  const verified = async ({ service }: TestService) =>
    (await keptVerifications(service.db, service.companyId, 1)).find(({ what }) => what === 'ledger')?.ok
  await expect.poll(() => verified(acme), SIGNED).toBe(false)
  const silentAt = await signed(acme)
  await expect.poll(() => signed(beta), SIGNED).toBe(await position(beta))
  await hire(await admin(beta.origin), 'supervisor')
  expect(signer.output().match(/"msg":"the history was changed/g)).toHaveLength(1)
  await expect.poll(() => verified(beta), SIGNED).toBe(true)
  expect(await signer.stop()).toBe(EXIT.historyChanged)
  // When it stops it signs what is there.
  expect([await signed(acme), await signed(beta)]).toEqual([silentAt, await position(beta)])
})
