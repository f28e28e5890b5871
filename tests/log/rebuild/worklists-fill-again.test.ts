import { migrate } from '@ledger/migrations/migrate.ts'
import { expect, test } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { createTestDatabase } from '../../environment/database/test-database.ts'
import { createEmptyCompany } from '../test-ledger.ts'

const BEFORE = '0032-limit-events'

test('worklists of a version that named receivers by name are filled again, and no other read model', async () => {
  const old = await createTestDatabase({ isBare: true })
  await migrate(old.ownerUrl, { upTo: BEFORE })
  const owner = ownerPool(old.ownerUrl, 2)
  const companyId = await createEmptyCompany(owner)
  await owner.query(
    `INSERT INTO read.alike_entries VALUES ($1, gen_random_uuid(), '2026-04-01', 500, 'to:Ravi Kumar', 2, 5, 0)`,
    [companyId],
  )
  await owner.query(
    `INSERT INTO read.checkpoints (company_id, projection, position) VALUES ($1, 'worklists', 9), ($1, 'ledger', 9)`,
    [companyId],
  )
  await migrate(old.ownerUrl)
  expect((await owner.query('SELECT party FROM read.alike_entries')).rows).toEqual([])
  const { rows } = await owner.query('SELECT projection, position::integer FROM read.checkpoints ORDER BY 1')
  expect(rows).toEqual([
    { projection: 'ledger', position: 9 },
    { projection: 'worklists', position: 0 },
  ])
  await owner.end()
  await old.drop()
})
