import { randomUUIDv7 } from 'node:crypto'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { catchUp, PROJECTIONS } from '@ledger/projections/projector/projector.ts'
import { compareRemembered } from '@ledger/projections/verification/kept-rows.ts'
import { verifyReadModels, verifyRecentChanges } from '@ledger/projections/verification/verify-read-models.ts'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { commandEnvelope, expenseCommand, sendMoneyCommand, transferCommand } from '../command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/** The hourly verification of the read models: from the last good verification on, and a part of the old rows. */

const ENTRIES = 30
/** Each in a bucket of its own: a bucket is a quarter of an hour of the ids' time. */
const ids = Array.from({ length: ENTRIES }, (_, index) => {
  const time = (0x0190000 + index).toString(16).padStart(7, '0')
  return `${time}${randomUUIDv7().slice(7)}`
})
let ledger: TestLedger

beforeAll(async () => {
  ledger = await openTestLedger()
  const { admin, asha, ravi } = ledger.people
  await submit(sendMoneyCommand(admin, asha, 90_000_000), sendMoneyCommand(admin, ravi, 50_000))
  await submit(...ids.map((id, index) => expenseCommand(asha, 100 + index, `Payee ${index % 7}`, id)))
  await submit(transferCommand(asha, ravi, 4000))
  await project()
})
afterAll(() => ledger.close())

const submit = (...commands: Parameters<typeof commandEnvelope>[0][]) =>
  Promise.all(commands.map((command) => ledger.log.submit(commandEnvelope(command))))
const project = () =>
  catchUp({ ...ledger, onStopped: (name, position, error) => expect.unreachable(`${name} ${position} ${error}`) })

/** Returns the read models that are found to be different. */
async function different(oldRows?: number): Promise<string[]> {
  const { projections } = await verifyRecentChanges(ledger.db, ledger.companyId, oldRows)
  return projections.filter(({ result }) => result === 'different').map(({ name }) => name)
}

/** Changes a read table as its owner can, and restores it. */
async function tampered<Found>(table: string, change: string, look: () => Promise<Found>): Promise<Found> {
  await ledger.sql.query(`CREATE TABLE public.kept AS TABLE read.${table}`)
  try {
    const { rowCount } = await ledger.sql.query(change)
    expect(rowCount, change).toBeGreaterThan(0)
    return await look()
  } finally {
    await ledger.sql.query(
      `TRUNCATE read.${table}; INSERT INTO read.${table} TABLE public.kept; DROP TABLE public.kept`,
    )
  }
}

const keptPositions = async () => {
  const { rows } = await ledger.sql.query<{ position: number }>('SELECT DISTINCT position FROM read.kept_folds')
  return rows.map(({ position }) => position)
}

it('agrees with the whole verification while all is well, and goes on from where it ended', async () => {
  expect(await verifyReadModels(ledger.db, ledger.companyId)).toMatchObject({ ok: true })
  expect(await different()).toEqual([])
  const { asha, bala, admin, ravi } = ledger.people
  const edit = (id: string) => ({
    ...({ type: 'EditTransaction', row: { transaction: id, side: 'own' }, desk: 'field' } as const),
    changes: { paise: 777, beneficiary: 'Another one' },
    by: { account: asha.id, epoch: asha.epoch },
    now: new Date().toISOString(),
  })
  const [first = '', second = '', third = ''] = ids
  await submit(edit(first), edit(second), sendMoneyCommand(admin, bala, 1_000_000), expenseCommand(bala, 5, 'Payee 1'))
  const { type: _, changes: __, ...remove } = edit(third)
  await submit(edit(first), { ...remove, type: 'DeleteTransaction' }, transferCommand(asha, ravi, 100))
  await project()
  const before = await keptPositions()
  expect(await different()).toEqual([])
  const after = await keptPositions()
  expect([before.length, after.length]).toEqual([1, 1])
  expect(after[0]).toBeGreaterThan(before[0] ?? Number.NaN)
  expect(await verifyReadModels(ledger.db, ledger.companyId)).toMatchObject({ ok: true })
})

it.each([
  ['balances', 'balances', 'UPDATE read.balances SET spent_paise = spent_paise + 1 WHERE spent_paise > 0'],
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
  ['beneficiaries', 'beneficiary_use', 'UPDATE read.beneficiary_use SET debits = debits - 1'],
  ['beneficiaries', 'beneficiary_use', 'UPDATE read.beneficiary_use SET last_position = last_position - 1'],
  ['beneficiaries', 'beneficiary_use', "DELETE FROM read.beneficiary_use WHERE beneficiary_id = 'b:payee 2'"],
  [
    'beneficiaries',
    'beneficiary_use',
    "INSERT INTO read.beneficiary_use SELECT company_id, account_id, 'b:nobody', 1, 1 FROM read.beneficiary_use LIMIT 1",
  ],
  ['balances', 'balances', "DELETE FROM read.balances WHERE account_id = 'b:payee 2'"],
  ['directory', 'directory', `UPDATE read.directory SET status = 'disabled' WHERE role = 'site_incharge'`],
  ['activity', 'activity', 'DELETE FROM read.activity WHERE position = 9'],
  ['activity', 'activity', `UPDATE read.activity SET type = 'SignedIn' WHERE position = 10`],
  ['activity', 'activity_accounts', 'DELETE FROM read.activity_accounts WHERE position = 11'],
  [
    'activity',
    'activity_accounts',
    'INSERT INTO read.activity_accounts SELECT company_id, account_id, 12 FROM read.directory LIMIT 1',
  ],
  ['sums', 'sums', "UPDATE read.sums SET paise = paise - 1 WHERE what = 'purpose' AND span = 'day'"],
  ['sums', 'sums', "UPDATE read.sums SET count = count + 1 WHERE what = 'kind' AND key = 'transfersGiven'"],
  ['sums', 'sums', "UPDATE read.sums SET key = key || 'x' WHERE what = 'beneficiary' AND span = 'month'"],
  ['sums', 'sums', "DELETE FROM read.sums WHERE what = 'mode' AND span = 'month'"],
  ['counts', 'event_counts', "UPDATE read.event_counts SET count = count + 1 WHERE what = 'all' AND span = 'day'"],
  [
    'counts',
    'event_counts',
    "UPDATE read.event_counts SET type = 'SignedIn' WHERE what = 'actor' AND type = 'DebitRecorded'",
  ],
  ['counts', 'event_counts', "DELETE FROM read.event_counts WHERE what = 'account' AND type = 'DebitRecorded'"],
])('finds a changed row of %s (%s): %s', async (projection, table, change) => {
  expect(await tampered(table, change, different)).toEqual([projection])
  expect(await different()).toEqual([])
})

it('comes round to every old row, a few at a time', async () => {
  const rounds = async () => {
    for (let round = 1; round <= ENTRIES; round++) if ((await different(5)).length > 0) return round
    return undefined
  }
  const change = (id = '') => `UPDATE read.ledger_rows SET narration = 'X' WHERE row_id = '${id}'`
  const found: (number | undefined)[] = []
  for (const id of [ids[3], ids[14], ids[29]]) found.push(await tampered('ledger_rows', change(id), rounds))
  expect(found).not.toContain(undefined)
  // The verification does not check everything each time, or it would find the fault at once.
  expect(Math.max(...found.map(Number))).toBeGreaterThan(1)
  expect(Math.max(...found.map(Number))).toBeLessThanOrEqual(Math.ceil((ENTRIES + 10) / 5))
})

it('does not read again what it has read, but each night everything is', async () => {
  const { rows } = await ledger.sql.query<{ data: string; position: number }>(
    `SELECT data, position FROM events WHERE data ->> 'transaction' = $1`,
    [ids[20]],
  )
  const set = (data: string) =>
    ledger.sql.query('UPDATE events SET data = $1::json WHERE position = $2', [data, rows[0]?.position])
  const data = rows[0]?.data ?? ''
  await set(data.replace('"purpose":"Cement"', '"purpose":"Sand"'))
  expect(await different()).toEqual([])
  expect(await verifyReadModels(ledger.db, ledger.companyId)).toMatchObject({ ok: false })
  await set(data)
  // In another history the verification does not start from the stored one.
  await ledger.sql.query(
    "UPDATE read.kept_folds SET hash = '\\x00'; DELETE FROM read.kept_sums; DELETE FROM read.kept_beneficiary_use",
  )
  expect(await different()).toEqual([])
  expect(await different()).toEqual([])
})

it('finds at once what an event has touched, whatever its turn, and the rest when its turn comes', async () => {
  const { asha } = ledger.people
  const payAgain = async (payee: string) => {
    await submit(expenseCommand(asha, 7, payee))
    await project()
  }
  await submit(
    ...Array.from({ length: 20 }, (_, index) => expenseCommand(asha, 9, `Far payee ${String(index).padStart(2, '0')}`)),
  )
  await project()
  expect(await different(5)).toEqual([])
  const set = (change: string) => `UPDATE read.beneficiary_use SET ${change} WHERE beneficiary_id = 'b:far payee 19'`
  for (const change of ['last_position = last_position + 1000000', 'debits = debits + 1']) {
    await tampered('beneficiary_use', set(change), async () => {
      expect(await different(1)).toEqual([])
      await payAgain('Far payee 19')
      expect(await different(1)).toEqual(['beneficiaries'])
      // The restored row is the old one, with the payment made since.
      await ledger.sql.query(`UPDATE public.kept SET debits = debits + 1,
        last_position = (SELECT max(position) FROM events) WHERE beneficiary_id = 'b:far payee 19'`)
    })
    expect(await different(1)).toEqual([])
  }
  await tampered('beneficiary_use', set('debits = debits + 1'), async () => {
    const rounds: string[][] = []
    while (rounds.length < 40 && !rounds.at(-1)?.length) rounds.push(await different(1))
    expect(rounds.at(-1)).toEqual(['beneficiaries'])
    expect(rounds.length).toBeGreaterThan(1)
  })
  expect(await verifyReadModels(ledger.db, ledger.companyId)).toMatchObject({ ok: true })
})

it('looks at every row where events have touched more than can be remembered', async () => {
  const { asha } = ledger.people
  const projection = PROJECTIONS.find(({ name }) => name === 'beneficiaries')
  if (!projection) return expect.unreachable()
  expect(await different()).toEqual([])
  await submit(...['Payee 1', 'Payee 2', 'Payee 3', 'Payee 4'].map((payee) => expenseCommand(asha, 7, payee)))
  await project()
  const result = async () => (await compareRemembered(ledger.db, ledger.companyId, projection, 1, 3)).result
  const far = "UPDATE read.beneficiary_use SET debits = debits + 1 WHERE beneficiary_id = 'b:far payee 18'"
  expect(await tampered('beneficiary_use', far, result)).toBe('different')
  expect(await result()).toBe('equal')
  expect(await different()).toEqual([])
})

it('makes anew what was kept and is not what the log says, where the tables are', async () => {
  for (const change of [
    'UPDATE read.kept_beneficiary_use SET debits = debits + 1',
    'DELETE FROM read.kept_balances',
    "UPDATE read.kept_sums SET sum = '1 2 3 4' WHERE projection = 'ledger'",
    "UPDATE read.kept_sums SET sum = '1' WHERE projection = 'sums'",
  ]) {
    const { rowCount } = await ledger.sql.query(change)
    expect(rowCount, change).toBeGreaterThan(0)
    expect(await different(), change).toEqual([])
    expect(await keptPositions()).toHaveLength(1)
    const { rows } = await ledger.sql.query('SELECT projection FROM read.kept_folds')
    // One stored verification was deleted, so its read model is checked as a whole the next time.
    expect(rows).toHaveLength(PROJECTIONS.length - 1)
    expect(await different()).toEqual([])
    const again = await ledger.sql.query('SELECT projection FROM read.kept_folds')
    expect(again.rows).toHaveLength(PROJECTIONS.length)
  }
})

it('takes as long as it takes: no limit of a statement keeps a difference from being told', async () => {
  const projection = PROJECTIONS.find(({ name }) => name === 'balances')
  if (!projection) return expect.unreachable()
  const { sql, databaseUrl, companyId, onError } = ledger
  const limited = connectPool(databaseUrl, { name: 'limited', max: 1, onError, options: '-c statement_timeout=250' })
  const db = kyselyOverPool(limited)
  // A table that takes seconds to read.
  await sql.query('ALTER TABLE read.balances ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY')
  await sql.query(`CREATE POLICY slow ON read.balances USING (pg_sleep(0.05)::text = '')`)
  const result = async () => (await compareRemembered(db, companyId, projection, 1000)).result
  try {
    expect(await result()).toBe('equal')
    const change = 'UPDATE read.balances SET spent_paise = spent_paise + 1 WHERE spent_paise > 0'
    expect(await tampered('balances', change, result)).toBe('different')
  } finally {
    await sql.query('DROP POLICY slow ON read.balances')
    await sql.query('ALTER TABLE read.balances DISABLE ROW LEVEL SECURITY, NO FORCE ROW LEVEL SECURITY')
    await db.destroy()
  }
})

it('has a second table of each that is remembered, with the same columns', async () => {
  const { rows } = await ledger.sql.query<{ name: string; columns: string }>(
    `SELECT table_name AS name, json_agg(column_name || ' ' || data_type ORDER BY ordinal_position)::text AS columns
    FROM information_schema.columns WHERE table_schema = 'read' GROUP BY 1`,
  )
  const columns = new Map(rows.map((row) => [row.name, row.columns]))
  for (const table of ['balances', 'beneficiaries', 'beneficiary_use', 'directory'])
    expect(columns.get(`kept_${table}`), table).toBe(columns.get(table))
})

it('by several at the same time finds no difference', async () => {
  const isCluster = inject('servers').length > 1
  for (let round = 0; round < 5; round++) {
    await submit(...[1, 2, 3].map((n) => expenseCommand(ledger.people.asha, n, `Payee of round ${round}, ${n}`)))
    await project()
    const settled = await Promise.allSettled([1, 2, 3, 4].map(() => verifyRecentChanges(ledger.db, ledger.companyId)))
    const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
    for (const one of found) expect(one).toMatchObject({ ok: true })
    expect(found.length).toBeGreaterThan(0)
    // A node of a cluster takes its snapshot before the lock: a verification that waited for it may not write what
    // another has written since.
    if (isCluster) for (const error of refused) expect(error).toMatchObject({ code: '40001' })
    else expect(refused).toEqual([])
  }
  expect(await different()).toEqual([])
})
