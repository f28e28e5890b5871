import { randomUUIDv7 } from 'node:crypto'
import { DEFAULT_OFFICE_LIMITS } from '@ledger/contracts/default-office-limits.ts'
import { LARGEST_EXACT_COUNT } from '@ledger/contracts/largest-exact-count.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { worklistContext } from '@ledger/projections/queries/worklists/worklist-conditions.ts'
import { readWorklistCounts } from '@ledger/projections/queries/worklists/worklist-counts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** Today counts its lists for every screen that is open: a list that nobody works through is not counted to its end. */

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

test('late entries are counted up to a limit, and more than that are one more', async () => {
  const { db, sql, companyId, log, people } = ledger
  const first = randomUUIDv7()
  await log.submit(commandEnvelope(expenseCommand(people.asha, 100, 'Sharma Traders', first)))
  await catchUp({ db, companyId, onStopped: (name) => expect.unreachable(name) })
  const lateEntries = async () => {
    const context = worklistContext(companyId, DEFAULT_OFFICE_LIMITS, new Date().toISOString())
    return (await readWorklistCounts(db, context)).enteredLate
  }
  const addCopies = (count: number) =>
    sql.query(
      `INSERT INTO read.ledger_rows SELECT (jsonb_populate_record(entry, jsonb_build_object('row_id', gen_random_uuid()))).*
        FROM read.ledger_rows AS entry, generate_series(1, $1) WHERE entry.row_id = $2`,
      [count, first],
    )
  expect(await lateEntries()).toBe(1)
  await addCopies(LARGEST_EXACT_COUNT - 1)
  expect(await lateEntries()).toBe(LARGEST_EXACT_COUNT)
  await addCopies(50)
  expect(await lateEntries()).toBe(LARGEST_EXACT_COUNT + 1)
})
