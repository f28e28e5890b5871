import { randomUUIDv7 } from 'node:crypto'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { findDueComparisons } from '@ledger/projections/verification/due-comparisons.ts'
import { MultiCompanyComparer } from '@ledger/projections/verification/multi-company-comparer.ts'
import { saveVerification } from '@ledger/projections/verification/verification-store.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { createTestDatabase } from '../../environment/database/test-database.ts'
import { isFullRun } from '../../environment/full-run.ts'
import {
  commandEnvelope,
  editExpenseCommand,
  expenseCommand,
  sendMoneyCommand,
  transferCommand,
} from '../command-envelopes.ts'
import { createEmptyCompany, openSecondCompany, openTestLedger, type TestLedger } from '../test-ledger.ts'

/** Every row of the read models is compared with a replay of the log: each change is found, and its row is named. */

const ENTRIES = 30
const DAY_MS = 24 * 3_600_000
const ids = Array.from({ length: ENTRIES }, () => randomUUIDv7())
let ledger: TestLedger

beforeAll(async () => {
  ledger = await openTestLedger()
  const { admin, asha, ravi } = ledger.people
  await submit(sendMoneyCommand(admin, asha, 90_000_000), sendMoneyCommand(admin, ravi, 50_000))
  await submit(...ids.map((id, index) => expenseCommand(asha, 100 + index, `Payee ${index % 7}`, id)))
  await submit(transferCommand(asha, ravi, 4000), ...ids.slice(0, 3).map((id) => editExpenseCommand(asha, id, 777)))
  await project()
})
afterAll(() => ledger.close())

const submit = (...commands: Parameters<typeof commandEnvelope>[0][]) =>
  Promise.all(commands.map((command) => ledger.log.submit(commandEnvelope(command))))
const project = () =>
  catchUp({ ...ledger, onStopped: (name, position, error) => expect.unreachable(`${name} ${position} ${error}`) })

/** Returns the read models that are found to be different, each with the first row that is named. */
async function different(): Promise<[name: string, row: string | undefined][]> {
  const { projections } = await verifyReadModels(ledger.db, ledger.companyId)
  return projections.filter(({ result }) => result === 'different').map(({ name, rows }) => [name, rows?.[0]])
}

/** Changes a read table as its owner can, and restores it. */
async function tampered<Found>(table: string, change: string, look: () => Promise<Found>): Promise<Found> {
  await ledger.sql.query(`CREATE TABLE public.before AS TABLE read.${table}`)
  try {
    const { rowCount } = await ledger.sql.query(change)
    expect(rowCount, change).toBeGreaterThan(0)
    return await look()
  } finally {
    await ledger.sql.query(
      `TRUNCATE read.${table}; INSERT INTO read.${table} TABLE public.before; DROP TABLE public.before`,
    )
  }
}

it.each([
  ['balances', 'balances', 'UPDATE read.balances SET spent_paise = spent_paise + 1 WHERE spent_paise > 0'],
  ['balances', 'balances', "DELETE FROM read.balances WHERE account_id = 'b:payee 2'"],
  ['ledger', 'ledger_rows', `UPDATE read.ledger_rows SET paise = paise + 1 WHERE row_id = '${ids[5]}'`],
  ['ledger', 'ledger_rows', `UPDATE read.ledger_rows SET recorded_by_name = 'X' WHERE row_id = '${ids[6]}'`],
  ['ledger', 'ledger_rows', `DELETE FROM read.ledger_rows WHERE row_id = '${ids[7]}'`],
  [
    'ledger',
    'ledger_rows',
    `INSERT INTO read.ledger_rows SELECT (jsonb_populate_record(r, '{"row_id":"${randomUUIDv7()}"}')).* FROM read.ledger_rows r
      WHERE row_id = '${ids[8]}'`,
  ],
  ['beneficiaries', 'beneficiaries', `UPDATE read.beneficiaries SET name = 'Payee one' WHERE name = 'Payee 1'`],
  ['beneficiaries', 'beneficiary_use', 'UPDATE read.beneficiary_use SET last_position = last_position - 1'],
  [
    'beneficiaries',
    'beneficiary_use',
    "INSERT INTO read.beneficiary_use SELECT company_id, account_id, 'b:nobody', 1, 1 FROM read.beneficiary_use LIMIT 1",
  ],
  ['directory', 'directory', `UPDATE read.directory SET status = 'disabled' WHERE role = 'site_incharge'`],
  ['activity', 'activity', `UPDATE read.activity SET type = 'SignedIn' WHERE position = 10`],
  [
    'activity',
    'activity_accounts',
    'INSERT INTO read.activity_accounts SELECT company_id, gen_random_uuid(), 12 FROM read.directory LIMIT 1',
  ],
  ['sums', 'sums', "UPDATE read.sums SET paise = paise - 1 WHERE what = 'purpose' AND span = 'day'"],
  ['sums', 'sums', "UPDATE read.sums SET key = key || 'x' WHERE what = 'beneficiary' AND span = 'month'"],
  ['sums', 'sums', "DELETE FROM read.sums WHERE what = 'mode' AND span = 'month'"],
  ['counts', 'event_counts', "UPDATE read.event_counts SET count = count + 1 WHERE what = 'all' AND span = 'day'"],
  ['words', 'searched_words', "UPDATE read.searched_words SET consonants = consonants || 'k' WHERE word = 'payee'"],
  ['counts', 'event_counts', "DELETE FROM read.event_counts WHERE what = 'account' AND type = 'DebitRecorded'"],
])('finds a changed row of %s (%s): %s', async (projection, table, change) => {
  // Finding only this one shows that the change before was taken back.
  expect(await tampered(table, change, different)).toEqual([[projection, expect.stringMatching(`^${table} `)]])
})

it('names a few of the rows that differ, by their keys, and counts all of them', async () => {
  const find = async () => (await verifyReadModels(ledger.db, ledger.companyId)).projections
  const one = `UPDATE read.ledger_rows SET paise = paise + 1 WHERE row_id = '${ids[5]}'`
  expect((await tampered('ledger_rows', one, find)).filter(({ rows }) => rows)).toMatchObject([
    { name: 'ledger', differences: 2, rows: [`ledger_rows ${ids[5]}`] },
  ])
  const all = 'UPDATE read.balances SET credits = credits + 1'
  const [balances] = await tampered('balances', all, find)
  const { rows } = await ledger.sql.query<{ count: number }>('SELECT count(*)::int AS count FROM read.balances')
  expect(balances?.differences).toBe(2 * (rows[0]?.count ?? 0))
  const { rows: first } = await ledger.sql.query<{ id: string }>(
    'SELECT account_id AS id FROM read.balances ORDER BY account_id LIMIT 5',
  )
  expect(balances?.rows).toEqual(first.map(({ id }) => `balances ${id}`))
})

it('has no part in what other companies have', async () => {
  const other = await createEmptyCompany(ledger.sql)
  await ledger.sql.query(
    `INSERT INTO read.balances SELECT $1, account_id, 1, 1, 1, 1 FROM read.balances WHERE company_id = $2`,
    [other, ledger.companyId],
  )
  expect(await different()).toEqual([])
  const { projections } = await verifyReadModels(ledger.db, other)
  expect(projections.filter(({ result }) => result === 'different').map(({ name }) => name)).toEqual(['balances'])
})

it('finds that an event is not the one that the rows were made of', async () => {
  const set = (from: string, to: string) =>
    ledger.sql.query(
      `UPDATE events SET data = replace(data::text, '"purpose":"${from}"', '"purpose":"${to}"')::json
        WHERE data ->> 'transaction' = $1`,
      [ids[20]],
    )
  await set('Cement', 'Sand')
  expect((await different()).map(([name]) => name)).toEqual(['ledger', 'sums', 'words'])
  await set('Sand', 'Cement')
  expect(await different()).toEqual([])
})

it('reads no rows of other companies, however many people those have', async () => {
  await ledger.sql.query('ANALYZE')
  const alone = await leastRowsRead()
  await ledger.sql.query(
    `INSERT INTO read.directory (company_id, account_id, role, status, first_name, last_name, opened_position)
    SELECT $1, gen_random_uuid(), 'supervisor', 'active', 'Asha', 'Devi', n FROM generate_series(1, 5000) AS n`,
    [await createEmptyCompany(ledger.sql)],
  )
  await ledger.sql.query('ANALYZE')
  expect(alone).toBeGreaterThan(ENTRIES)
  expect(await leastRowsRead(), `${alone} rows alone`).toBeLessThan(alone * 1.3)
})

/** Returns the smaller of two counts: a connection of an earlier test may report its reads during one of them. */
const leastRowsRead = async () => Math.min(await rowsRead(), await rowsRead())

/** Returns the rows that the server reads for one comparison, without those of the catalogue. */
async function rowsRead(): Promise<number> {
  const isCluster = inject('servers').length > 1
  const total = async (query: string) => {
    await ledger.sql.query('SELECT pg_stat_clear_snapshot()')
    const { rows } = await ledger.sql.query<{ total: number }>(
      isCluster
        ? `SELECT sum(result::integer)::integer AS total FROM run_command_on_workers($$${query}$$)`
        : `SELECT (${query})::integer AS total`,
    )
    return rows[0]?.total ?? Number.NaN
  }
  const count = () =>
    total(`SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables
      WHERE schemaname IN ('public', 'read')`)
  const before = await count()
  // The server reports the reads of a connection at the latest when it ends.
  const db = kyselyOverPool(connectPool(ledger.databaseUrl, { name: 'comparing', max: 1, onError: ledger.onError }))
  const { rows } = isCluster
    ? await sql<{ name: string }>`SELECT 'citus_internal gpid=' || citus_backend_gpid() AS name`.execute(db)
    : { rows: [{ name: 'comparing' }] }
  try {
    expect(await verifyReadModels(db, ledger.companyId)).toMatchObject({ ok: true })
  } finally {
    await db.destroy()
  }
  const name = rows[0]?.name
  await expect.poll(() => total(`SELECT count(*) FROM pg_stat_activity WHERE application_name = '${name}'`)).toBe(0)
  return (await count()) - before
}

it('compares many companies one after the other in the same temporary tables, and each again', async () => {
  const nightly = new MultiCompanyComparer(ledger.databaseUrl, ledger.onError)
  try {
    const other = await openSecondCompany(ledger)
    await other.log.submit(commandEnvelope(sendMoneyCommand(other.people.admin, other.people.asha, 500)))
    await other.log.close()
    await catchUp({ ...ledger, companyId: other.companyId, onStopped: (name) => expect.unreachable(name) })
    const companies = [ledger.companyId, other.companyId, other.companyId, ledger.companyId]
    const different = async () => {
      const found: string[][] = []
      for (const id of companies) found.push((await nightly.compare(id)).projections.flatMap(({ rows = [] }) => rows))
      return found
    }
    expect(await different()).toEqual([[], [], [], []])
    const head = 'balances head_office'
    const change = `UPDATE read.balances SET spent_paise = spent_paise + 1
      WHERE account_id = 'head_office' AND company_id = '${other.companyId}'`
    expect(await tampered('balances', change, different)).toEqual([[], [head], [head], []])
    expect(await different()).toEqual([[], [], [], []])
  } finally {
    await nightly.close()
  }
})

it('finds each change in a log that is too long for one snapshot, too', async () => {
  const { asha } = ledger.people
  const [first = '', ...more] = Array.from({ length: 700 }, () => randomUUIDv7())
  await submit(...[first, ...more].map((id, index) => expenseCommand(asha, 5, `Payee ${index % 90}`, id)))
  await submit(...more.slice(0, 40).map((id) => editExpenseCommand(asha, id, 6)))
  await project()
  expect(await different()).toEqual([])
  const change = `UPDATE read.ledger_rows SET paise = paise + 1 WHERE row_id = '${first}'`
  expect(await tampered('ledger_rows', change, different)).toEqual([['ledger', `ledger_rows ${first}`]])
})

it('by several at the same time finds no difference', async () => {
  const found = await Promise.all([1, 2, 3].map(() => verifyReadModels(ledger.db, ledger.companyId)))
  expect(found.map(({ ok }) => ok)).toEqual([true, true, true])
})

it('is due at once the first time, and after an older version; then by night after an event, and once a week', async () => {
  const { db, companyId } = ledger
  const due = async (days: number) => (await findDueComparisons(db, Date.now() + days * DAY_MS)).includes(companyId)
  expect(await due(0)).toBe(true)
  const compared = await verifyReadModels(db, companyId)
  // An older version stored it without a position, because it compared some rows.
  const { position: _, ...ofSomeRows } = compared
  await saveVerification(db, companyId, ofSomeRows)
  expect(await due(0)).toBe(true)
  await saveVerification(db, companyId, compared)
  const nights = [1, 2, 3, 4, 5, 6]
  expect(await due(0)).toBe(false)
  const idle = await Promise.all(nights.map(due))
  expect(idle.filter((isDue) => isDue).length).toBeLessThanOrEqual(1)
  expect(await due(8)).toBe(true)
  await submit(expenseCommand(ledger.people.asha, 3, 'Payee 1'))
  await project()
  expect(await due(0)).toBe(false)
  expect(await Promise.all(nights.map(due))).not.toContain(false)
})

it('starts on a database that has rows of the comparisons of the version before', async () => {
  const old = await createTestDatabase({ isBare: true })
  const owner = ownerPool(old.ownerUrl, 1)
  try {
    await migrate(old.ownerUrl, { upTo: '0026-bill-ids' })
    const kept = `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE tablename LIKE 'kept\\_%'`
    const { rows } = await owner.query<{ name: string }>(kept)
    expect(rows).toHaveLength(6)
    await owner.query(`
      INSERT INTO read.kept_folds VALUES (gen_random_uuid(), 'ledger', 7, '', '', '');
      INSERT INTO read.kept_sums VALUES (gen_random_uuid(), 'ledger', 0, '', '', 1)`)
    await migrate(old.ownerUrl)
    expect((await owner.query(kept)).rows).toEqual([])
  } finally {
    await owner.end()
    await old.drop()
  }
})

it('compares the tables at where their checkpoint stands, whatever is appended and projected meanwhile', async () => {
  let isDone = false
  const beside = (async () => {
    while (!isDone) {
      await submit(expenseCommand(ledger.people.asha, 3, 'Payee 1'))
      await project()
    }
  })()
  const positions = new Set<number>()
  for (let time = 0; time < (isFullRun ? 5 : 3); time++) {
    const { ok, projections } = await verifyReadModels(ledger.db, ledger.companyId)
    expect(ok).toBe(true)
    for (const { position } of projections) positions.add(position)
  }
  isDone = true
  await beside
  expect(positions.size).toBeGreaterThan(1)
})

// The coordinator of a cluster connects to its nodes under another name, and shows none of their locks.
it.skipIf(inject('servers').length > 1)('lets the live projection go on while it compares', async () => {
  const projection = PROJECTIONS.find(({ name }) => name === 'balances') ?? expect.unreachable()
  const { sql: owner, databaseUrl, companyId, onError } = ledger
  const db = kyselyOverPool(connectPool(databaseUrl, { name: 'comparing', max: 1, onError }))
  // Reading the table waits until the lock is released.
  await owner.query('SELECT pg_advisory_lock(77)')
  await owner.query('ALTER TABLE read.balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY')
  await owner.query(`CREATE POLICY slow ON read.balances
    USING (current_setting('application_name') <> 'comparing' OR pg_advisory_xact_lock(77)::text = '')`)
  try {
    const comparing = verifyReadModels(db, companyId, new Set([projection.name]))
    const waiting = `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database
      WHERE locktype = 'advisory' AND NOT granted AND datname = current_database()`
    await expect.poll(async () => (await owner.query(waiting)).rowCount).toBe(1)
    await submit(expenseCommand(ledger.people.asha, 5, 'Payee 1'))
    await project()
    const { rows } = await sql<{ lag: number }>`SELECT max(h.position) - min(c.position) AS lag
      FROM log_heads h JOIN checkpoints c USING (company_id) WHERE company_id = ${companyId}`.execute(ledger.db)
    expect(rows).toEqual([{ lag: 0 }])
    await owner.query('SELECT pg_advisory_unlock(77)')
    expect(await comparing).toMatchObject({ ok: true })
  } finally {
    await owner.query('SELECT pg_advisory_unlock_all()')
    await owner.query('DROP POLICY slow ON read.balances')
    await owner.query('ALTER TABLE read.balances DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY')
    await db.destroy()
  }
})

if (isFullRun)
  it('takes as long as it takes: no limit of a statement keeps a difference from being told', async () => {
    const { sql: owner, databaseUrl, companyId, onError } = ledger
    const db = kyselyOverPool(
      connectPool(databaseUrl, { name: 'limited', max: 1, onError, options: '-c statement_timeout=1000' }),
    )
    await owner.query('ALTER TABLE read.balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY')
    // Reading one row takes longer than the limit of a statement.
    await owner.query(`CREATE POLICY slow ON read.balances USING (
    current_setting('application_name') <> 'limited' OR account_id <> 'b:payee 2' OR pg_sleep(1.2)::text = '')`)
    const result = async () => (await verifyReadModels(db, companyId, new Set(['balances']))).ok
    try {
      expect(await result()).toBe(true)
      const change = 'UPDATE read.balances SET spent_paise = spent_paise + 1 WHERE spent_paise > 0'
      expect(await tampered('balances', change, result)).toBe(false)
    } finally {
      await owner.query('DROP POLICY slow ON read.balances')
      await owner.query('ALTER TABLE read.balances DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY')
      await db.destroy()
    }
  })
