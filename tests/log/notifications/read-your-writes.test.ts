import { openReadBarrier } from '@ledger/projections/notifications/read-your-writes.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
let head: number
beforeAll(async () => {
  ledger = await openTestLedger()
  head = (await ledger.readLog()).length
})
afterAll(() => ledger.close())

/** Every projection is at the head, unless a test moves it. */
beforeEach(async () => {
  for (const { name } of PROJECTIONS) await put(name, head)
})

async function put(name: string, position: number, stoppedBecause: string | null = null): Promise<void> {
  await ledger.sql.query(
    `INSERT INTO read.checkpoints VALUES ($1, $2, $3, $4) ON CONFLICT (company_id, projection)
    DO UPDATE SET position = excluded.position, stopped_because = excluded.stopped_because`,
    [ledger.companyId, name, position, stoppedBecause],
  )
}

const open = () => openReadBarrier(ledger.db, ledger.companyId)

test('of several projections the slowest counts, in whatever order they are named', async () => {
  await put('balances', head - 3)
  await put('directory', head - 1)
  expect(await open().waitUntilCurrent('ledger', 'balances', 'directory')).toBe(3)
  expect(await open().waitUntilCurrent('balances', 'ledger')).toBe(3)
  expect(await open().waitUntilCurrent('ledger', 'directory')).toBe(1)
  expect(await open().waitUntilCurrent('ledger', 'activity')).toBe(0)
})

test('a read waits until the slowest of them is there', async () => {
  await put('balances', head - 1)
  let over = false
  const waiting = open()
    .waitUntilCurrent('ledger', 'balances')
    .finally(() => {
      over = true
    })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(over).toBe(false)
  await put('balances', head)
  expect(await waiting).toBe(0)
})

test('one that has no checkpoint yet has seen nothing', async () => {
  await ledger.sql.query("DELETE FROM read.checkpoints WHERE projection = 'activity'")
  expect(await open().waitUntilCurrent('activity')).toBe(head)
})

test('nobody waits for one that stopped, but says how far it is behind', async () => {
  await put('balances', head - 2, 'a test')
  const freshness = open()
  const begun = performance.now()
  for (let n = 0; n < 20; n++) expect(await freshness.waitUntilCurrent('balances', 'ledger')).toBe(2)
  // A second each, if they waited.
  expect(performance.now() - begun).toBeLessThan(15_000)
})

test('beside one that stopped a read still waits for those that go on', async () => {
  await put('balances', head - 2, 'a test')
  await put('ledger', head - 3)
  const waiting = open().waitUntilCurrent('balances', 'ledger')
  await put('ledger', head)
  expect(await waiting).toBe(2)
})
