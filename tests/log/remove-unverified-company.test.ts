import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import { TABLES_OF_COMPANIES } from '@ledger/ledger-service/backup/backup-policy-of-tables.ts'
import { removeUnverifiedCompany } from '@ledger/ledger-service/backup/remove-unverified-company.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openTestLedger } from './test-ledger.ts'

const REMOVAL = 'test removal'

test('a page that the worker projects while a company is removed leaves no row of it', async () => {
  const ledger = await openTestLedger()
  onTestFinished(ledger.close)
  const { companyId, db, sql, ownerUrl, people } = ledger
  await catchUp({ db, companyId, onStopped: (name) => expect.unreachable(`${name} stopped`) })
  // As the worker does: the checkpoint first, then the rows.
  const worker = await sql.connect()
  await worker.query('BEGIN')
  await worker.query('UPDATE checkpoints SET position = position + 1 WHERE company_id = $1', [companyId])
  const client = new pg.Client(clientSettings(ownerUrl, { name: REMOVAL }))
  await client.connect()
  const removing = removeUnverifiedCompany(client, companyId)
  await ledger.untilBlocked(REMOVAL)
  await worker.query(
    `INSERT INTO balances (company_id, account_id, received_paise, spent_paise, credits, debits)
      VALUES ($1, $2, 1, 0, 1, 0) ON CONFLICT (company_id, account_id) DO UPDATE SET received_paise = 1`,
    [companyId, people.asha.id],
  )
  await worker.query('COMMIT')
  worker.release()
  await removing
  await client.end()
  const left: string[] = []
  for (const table of TABLES_OF_COMPANIES)
    if ((await sql.query(`SELECT FROM ${table} WHERE company_id = $1`, [companyId])).rowCount !== 0) left.push(table)
  expect(left).toEqual([])
})
