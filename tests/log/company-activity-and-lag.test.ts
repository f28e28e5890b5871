import { readCompanyActivityAndLag } from '@ledger/ledger-service/companies/company-activity-and-lag.ts'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyCompany, openTestLedger } from './test-ledger.ts'

test('a company was last used when a session was, or when something was recorded, whichever came later', async () => {
  const ledger = await openTestLedger()
  onTestFinished(ledger.close)
  const { companyId, db, sql, people } = ledger
  const unused = await createEmptyCompany(sql)
  const lastUseOf = async (company: string) => (await readCompanyActivityAndLag(db))(company).lastUse
  const addSession = (id: string, company: string, lastUsedAt: string) =>
    sql.query(
      `INSERT INTO sessions (sid_hash, company_id, account_id, epoch, created_at, last_used_at, expires_at, data)
        VALUES ($1, $2, $3, 0, '2026-04-01T06:30:00Z', $4, '2099-12-31T00:00:00Z', '{}')`,
      [Buffer.from(id), company, people.asha.id, lastUsedAt],
    )
  const recordedAt = (await sql.query('SELECT recorded_at FROM log_heads WHERE company_id = $1', [companyId])).rows[0]
  await addSession('early', companyId, '2026-04-01T07:00:00Z')
  expect(await lastUseOf(companyId)).toBe(recordedAt.recorded_at)
  await addSession('late', companyId, '2098-05-02T10:00:00.123Z')
  await addSession('later, at first', companyId, '2097-05-02T10:00:00Z')
  expect(await lastUseOf(companyId)).toBe('2098-05-02T10:00:00.123Z')
  // Sessions of another company are none of its own.
  expect(await lastUseOf(unused)).toBeNull()
  await addSession('other', unused, '2099-01-01T00:00:00Z')
  expect(await lastUseOf(companyId)).toBe('2098-05-02T10:00:00.123Z')
  expect(await lastUseOf(unused)).toBe('2099-01-01T00:00:00.000Z')
})
