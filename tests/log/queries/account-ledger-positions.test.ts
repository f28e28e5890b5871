import { setTimeout as sleep } from 'node:timers/promises'
import { openAccountIdentityLoader } from '@ledger/projections/queries/account-identity-loader.ts'
import { readAccountLedger } from '@ledger/projections/queries/account-ledger.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** The rows, the sums and the events of a ledger are read at one position, or its balances would not follow. */

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const read = () => {
  const { db, companyId, people } = ledger
  const query = { limit: 10, cursor: undefined, from: undefined, to: undefined }
  return readAccountLedger({ db, companyId, names: openAccountIdentityLoader(db, companyId) }, people.asha.id, query)
}

const moveTo = (position: number, projection: string, stopped: string | null = null) =>
  ledger.sql.query(
    `INSERT INTO read.checkpoints (company_id, projection, position, stopped_because) VALUES ($1, $2, $3, $4)
     ON CONFLICT (company_id, projection) DO UPDATE SET position = $3, stopped_because = $4`,
    [ledger.companyId, projection, position, stopped],
  )

it('waits until they meet', async () => {
  for (const projection of ['ledger', 'sums', 'activity']) await moveTo(5, projection)
  await moveTo(4, 'sums')
  let answered = false
  const reading = read().finally(() => {
    answered = true
  })
  await sleep(100)
  expect(answered).toBe(false)
  await moveTo(5, 'sums')
  expect(await reading).toMatchObject({ position: 0, rows: [] })
})

it('does not wait for one that is stopped; without the events, the position of the rows is the state', async () => {
  await moveTo(7, 'ledger')
  await moveTo(7, 'sums')
  await moveTo(5, 'activity', 'a poison event')
  expect(await read()).toMatchObject({ position: 7 })
})
