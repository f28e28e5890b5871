import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { openWritePool } from '@ledger/ledger-service/event-store/append/write-pool.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** The cost of a batch does not grow with the accounts of its company, whichever company the statistics are of. */

let ledger: TestLedger
beforeEach(async () => {
  ledger = await openTestLedger()
})
afterEach(() => ledger.close())

test.each([
  ['few companies with many accounts', 10, 500],
  ['many with a few', 1000, 5],
  ['many with one', 2000, 1],
])('balances are moved by the key beside %s', async (_, companies, accounts) => {
  const { companyId, databaseUrl, onError, people, sql } = ledger
  await sql.query(
    `INSERT INTO account_states (company_id, account_id, role, status, first_name, last_name, epoch, received_paise, spent_paise)
      SELECT company, gen_random_uuid(), 'supervisor', 'active', 'Asha', 'Devi', 1, 0, 0
      FROM (SELECT gen_random_uuid() AS company FROM generate_series(1, $1)) AS companies, generate_series(1, $2)`,
    [companies, accounts],
  )
  await sql.query('ANALYZE account_states')
  const connections = openWritePool({ databaseUrl, most: 1, onError })
  const clock = () => new Date().toISOString()
  const log = openAppendLog({ connections, companyId, clock, notifyAppended: () => undefined, onError })
  try {
    expect(await log.submit(commandEnvelope(expenseCommand(people.asha, 100)))).toMatchObject({ status: 201 })
    await log.close()
    // On Citus a statement is planned each time, for the company that it names.
    if (!connections.isOneServer) return
    const client = await connections.acquire()
    const { rows: sent } = await client.query<{ name: string; count: number }>(
      `SELECT name, cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name LIKE '%balances%'`,
    )
    expect(sent).toHaveLength(1)
    for (const { name, count } of sent) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN EXECUTE "${name}" (${Array(count).fill('NULL').join(', ')})`,
      )
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan.match(/Scan.* on account_states/g)).toEqual(['Scan using account_states_pkey on account_states'])
      expect(plan).toMatch(/Index Cond: \(\(company_id = .*\) AND \(account_id = .*\)\)/)
    }
  } finally {
    await connections.close()
  }
})
