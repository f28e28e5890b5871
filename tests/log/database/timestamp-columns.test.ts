import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

test.each([
  ['2026-11-21T06:30:00.000Z', '2026-11-21T06:30:00.000Z'],
  ['2026-11-21T06:30:00.100Z', '2026-11-21T06:30:00.100Z'],
  ['2026-11-21T06:30:00.120Z', '2026-11-21T06:30:00.120Z'],
  ['2026-11-21T06:30:00.123Z', '2026-11-21T06:30:00.123Z'],
  ['2026-11-21T12:00:00+05:30', '2026-11-21T06:30:00.000Z'],
  ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
  ['2026-11-21T06:30:00.123456Z', '2026-11-21T06:30:00.123Z'],
])('the instant %s is read as %s', async (written, read) => {
  const { rows } = await sql<{ at: string }>`SELECT ${written}::timestamptz AS at`.execute(ledger.db)
  expect(rows[0]?.at).toBe(read)
})
