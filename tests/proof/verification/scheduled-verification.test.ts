import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import {
  enqueueDueVerifications,
  startScheduledVerification,
} from '@ledger/ledger-service/proof/verification/scheduled-verification.ts'
import { VERIFY_LEDGER_JOB } from '@ledger/projections/jobs/job-names.ts'
import { saveVerification } from '@ledger/projections/verification/verification-store.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** The verifications of several companies by the signer after its start. */

let api: TestService
beforeAll(async () => {
  api = await startTestService({ servesEveryCompany: true })
})
afterAll(() => api.close())

async function addCompanies(names: string[]): Promise<string[]> {
  const pool = ownerPool(api.database.ownerUrl)
  await addCompanyHost(pool, api.company.companyId, 'first.localhost')
  const ids: string[] = []
  for (const name of names) {
    const made = await addCompany(pool, { name, hosts: [`${name}.localhost`] })
    if ('refused' in made) return expect.fail(made.refused)
    ids.push(made.companyId)
  }
  await pool.end()
  return ids
}

it('whoever is due is verified in one job, however many they are, and nobody else', async () => {
  const { db } = api.company
  const all = await addCompanies(['good', 'bad', 'old', 'never', 'since'])
  const [good = '', bad = '', old = '', never = '', since = ''] = all
  const report = { head: { position: 0 } }
  for (const companyId of [good, old]) await saveVerification(db, companyId, { ok: true, ...report })
  await saveVerification(db, bad, { ok: false, ...report })
  // A comparison of the read models does not count as a verification of the ledger.
  await saveVerification(db, never, { ok: true })
  await api.sql.query(`UPDATE verifications SET verified_at = now() - interval '25 hours' WHERE company_id = $1`, [old])

  const verified: string[] = []
  const errors: string[] = []
  const boss = await startScheduledVerification({
    db,
    companies: async () => all,
    verify: async (companyId) => verified.push(companyId),
    onError: ({ message }) => errors.push(message),
  })
  // Another company is added while the due jobs wait.
  await enqueueDueVerifications(boss)
  await enqueueDueVerifications(boss)
  await saveVerification(db, since, { ok: false, ...report })
  const { rowCount } = await api.sql.query('UPDATE pgboss.job SET start_after = now() WHERE name = $1', [
    VERIFY_LEDGER_JOB,
  ])
  expect(rowCount).toBe(1)
  await expect.poll(() => verified, { timeout: 20_000 }).toEqual([bad, old, never])
  await boss.stop({ graceful: true, timeout: 5000 })
  expect(verified).toEqual([bad, old, never])
  expect(errors).toEqual([])
})
