import { OutcomeUnknown } from '@ledger/ledger-service/event-store/append/command-envelope.ts'
import {
  type AppendLog,
  type BatchReport,
  openAppendLog,
} from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { openWritePool, type WritePool } from '@ledger/ledger-service/event-store/append/write-pool.ts'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { connectionsWaitingForLock } from '../../environment/database/lock-waiters.ts'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { LedgerModel, type ModelAccount } from '../../model/ledger-model.ts'
import { commandEnvelope, expenseCommand, renameAccountCommand } from '../command-envelopes.ts'
import { createEmptyCompany, readLogEvents } from '../test-ledger.ts'

/**
 * Companies with few commands at the same moment write them in one transaction; no company pays for a fault of another.
 */

interface Writer {
  companyId: string
  log: AppendLog
  spender: ModelAccount
  admin: ModelAccount
  /** The number of companies in the transaction of each of its batches. */
  together: number[]
}

let database: TestDatabase
let sql: pg.Pool
let connections: WritePool
let writers: Writer[]
let others: { log: AppendLog; connections: WritePool }[]
let errors: Error[]
beforeEach(async () => {
  database = await createTestDatabase()
  sql = ownerPool(database.ownerUrl, 4)
  writers = []
  others = []
  errors = []
  connections = connect()
  for (let n = 0; n < 6; n++) writers.push(await opened(n))
  // Enough batches that each company is known to have a single writer.
  for (let paise = 1; paise <= 8; paise++) await all((writer) => spend(writer, paise))
  for (const { together } of writers) together.length = 0
})
afterEach(async () => {
  await Promise.all([...writers, ...others].map(({ log }) => log.close()))
  await Promise.all([connections, ...others.map((other) => other.connections)].map((each) => each.close()))
  await sql.end()
  await database.drop()
})

const onError = (error: Error) => void errors.push(error)
const connect = () => openWritePool({ databaseUrl: database.url, most: 4, onError })
const BEGUN = [1, 2, 3, 4, 5, 6, 7, 8]

function logOf(companyId: string, on: WritePool, onBatch: (report: BatchReport) => void = () => undefined) {
  const clock = () => new Date().toISOString()
  return openAppendLog({ ...{ connections: on, companyId, onBatch, clock, onError }, notifyAppended: () => undefined })
}

/** Opens the people of the model, and adds `more` events, so that no two logs end at the same position. */
async function opened(more: number): Promise<Writer> {
  const companyId = await createEmptyCompany(sql)
  const together: number[] = []
  const log = logOf(companyId, connections, ({ companies }) => together.push(companies))
  const model = new LedgerModel(companyId)
  await Promise.all(model.openingSteps().map(({ submission }) => log.submit(submission)))
  const [admin = expect.unreachable(), spender = expect.unreachable()] = model.modelAccounts
  for (let n = 0; n < more; n++) await log.submit(commandEnvelope(renameAccountCommand(admin, spender, `Asha ${n}`)))
  return { companyId, log, spender, admin, together }
}

/** In one turn of the loop. */
const all = <Result>(work: (writer: Writer, index: number) => Promise<Result>) => Promise.all(writers.map(work))

/** The same keys in all companies. */
const spend = ({ log, spender }: Pick<Writer, 'log' | 'spender'>, paise: number, key = `key ${paise}`) =>
  log.submit(commandEnvelope(expenseCommand(spender, paise), { key }))

async function spentOf({ companyId }: Writer): Promise<number[]> {
  const events = await readLogEvents(sql, companyId)
  return events.flatMap(({ data }) => ('entry' in data && data.entry.kind === 'debit' ? data.entry.paise : []))
}

async function expectSpent(...paise: number[]): Promise<void> {
  for (const writer of writers) {
    expect(await spentOf(writer)).toEqual([...BEGUN, ...paise])
    const { rows } = await sql.query(
      'SELECT spent_paise FROM account_states WHERE company_id = $1 AND account_id = $2',
      [writer.companyId, writer.spender.id],
    )
    expect(rows).toEqual([{ spent_paise: [...BEGUN, ...paise].reduce((sum, one) => sum + one) }])
  }
}

/** Returns how many companies shared each batch, for each company since the last call. */
const together = () => writers.map((writer) => writer.together.splice(0))
const sixTimes = (counts: number[]) => writers.map(() => counts)

/** Another process's log of the same company. */
function openElsewhere({ companyId, spender }: Writer): Pick<Writer, 'log' | 'spender'> {
  const on = connect()
  const log = logOf(companyId, on)
  others.push({ log, connections: on })
  return { log, spender }
}

/** Makes PostgreSQL run this where an expense of that amount is written, or at its commit. */
async function atExpenseOf(paise: number, when: 'at once' | 'at the commit', statement: string): Promise<void> {
  const trigger = when === 'at once' ? 'TRIGGER' : 'CONSTRAINT TRIGGER'
  const deferred = when === 'at once' ? '' : 'DEFERRABLE INITIALLY DEFERRED'
  await sql.query(`
    CREATE OR REPLACE FUNCTION public.test_fault() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN IF NEW.data #>> '{entry,paise}' = '${paise}' THEN ${statement}; END IF; RETURN NULL; END $$;
    CREATE ${trigger} test_fault AFTER INSERT ON events ${deferred} FOR EACH ROW EXECUTE FUNCTION public.test_fault()`)
}
const heal = () => sql.query('DROP TRIGGER test_fault ON events')

/** Ends the connection that sleeps in the trigger, once there is one. */
async function killSleeper(): Promise<void> {
  for (;;) {
    const { rowCount } = await sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    )
    if (rowCount) return
  }
}

// On a cluster companies are on different nodes, and share no transaction.
describe.skipIf(inject('servers').length > 1)('companies that write at the same time', () => {
  test('share a transaction, each at its own place in its own log', async () => {
    const answers = await all(async (writer) => {
      const given = await Promise.all([10, 11, 12].map((paise) => spend(writer, paise)))
      return given.map(({ status, body }) => ({ status, positions: JSON.parse(body) }))
    })
    const ends = 10 + BEGUN.length
    expect(answers).toEqual(
      writers.map((_, more) => [1, 2, 3].map((n) => ({ status: 201, positions: [ends + more + n] }))),
    )
    expect(together()).toEqual(sixTimes([6]))
    expect(connections).toMatchObject({ waitingCount: 0 })
    await expectSpent(10, 11, 12)
    expect(errors).toEqual([])
  })

  test('share the next one, too, where one of them was only refused', async () => {
    const [first = expect.unreachable()] = writers
    const old = { ...first.spender, epoch: first.spender.epoch + 1 }
    const answers = await all((writer) => spend({ ...writer, spender: writer === first ? old : writer.spender }, 20))
    expect(answers.map(({ status }) => status)).toEqual([401, 201, 201, 201, 201, 201])
    await all((writer) => spend(writer, 21))
    expect(together().slice(1)).toEqual(writers.slice(1).map(() => [5, 6]))
    expect(errors).toEqual([])
  })

  test('and of which one has many, leave that one to itself', async () => {
    const [first = expect.unreachable()] = writers
    const many = Array.from({ length: 200 }, (_, index) => spend(first, 1000 + index))
    await Promise.all([...many, ...writers.slice(1).map((writer) => spend(writer, 30))])
    const [alone, ...rest] = together()
    expect(alone).toEqual([1, 1])
    expect(rest).toEqual(rest.map(() => [5]))
  })

  test('are kept by none of them that another process writes in', async () => {
    const [first = expect.unreachable()] = writers
    const elsewhere = openElsewhere(first)
    await spend(elsewhere, 40, 'from elsewhere')
    expect(await all((writer) => spend(writer, 41))).toMatchObject(sixTimes([]).map(() => ({ status: 201 })))
    // All had to be decided again, each alone; but only the company that was overtaken stays alone.
    expect(together()).toEqual(sixTimes([1]))
    await all((writer) => spend(writer, 42))
    expect(together()).toEqual([[1], ...writers.slice(1).map(() => [5])])
    expect(await spentOf(first)).toEqual([...BEGUN, 40, 41, 42])
    for (const writer of writers.slice(1)) expect(await spentOf(writer)).toEqual([...BEGUN, 41, 42])
    expect(errors).toEqual([])
  })

  test('are kept by none of them that sends a key again, which is answered as it was', async () => {
    const [first = expect.unreachable()] = writers
    const before = await spend(first, 50, 'again')
    together()
    const answers = await all((writer) => spend(writer, 50, 'again'))
    expect(answers[0]).toMatchObject(before)
    expect(together()).toEqual(sixTimes([1]))
    await all((writer) => spend(writer, 51))
    expect(together()).toEqual([[1], ...writers.slice(1).map(() => [5])])
    await expectSpent(50, 51)
    expect(errors).toEqual([])
  })

  test('do not wait for one whose log is locked elsewhere', async () => {
    const [first = expect.unreachable(), ...rest] = writers
    const client = await sql.connect()
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM log_heads WHERE company_id = $1 FOR UPDATE', [first.companyId])
    const held = spend(first, 60)
    expect(await Promise.all(rest.map((writer) => spend(writer, 60)))).toMatchObject(rest.map(() => ({ status: 201 })))
    await expect.poll(() => connectionsWaitingForLock(sql, 'site-ledger append')).toHaveLength(1)
    expect(await Promise.all(rest.map((writer) => spend(writer, 61)))).toMatchObject(rest.map(() => ({ status: 201 })))
    await client.query('ROLLBACK')
    client.release()
    expect(await held).toMatchObject({ status: 201 })
    expect(await spend(first, 61)).toMatchObject({ status: 201 })
    await expectSpent(60, 61)
    expect(errors).toEqual([])
  })

  test('are all recorded but for the one command that the database refuses', async () => {
    await atExpenseOf(70, 'at once', `RAISE EXCEPTION 'no' USING ERRCODE = '23514'`)
    const settled = await Promise.allSettled(writers.map((writer, index) => spend(writer, index === 0 ? 70 : 71)))
    expect(settled.map(({ status }) => status)).toEqual(['rejected', ...writers.slice(1).map(() => 'fulfilled')])
    const [first = expect.unreachable()] = writers
    expect(await spend(first, 71)).toMatchObject({ status: 201 })
    await expectSpent(71)
  })

  test('are all recorded where a value of one cannot be sent', async () => {
    const settled = await Promise.allSettled(
      writers.map(({ log, spender }, index) =>
        log.submit(commandEnvelope(expenseCommand(spender, 75, 'Sharma Traders', index === 0 ? 'no id' : undefined))),
      ),
    )
    expect(settled.map(({ status }) => status)).toEqual(['rejected', ...writers.slice(1).map(() => 'fulfilled')])
    const [first = expect.unreachable()] = writers
    expect(await spend(first, 75)).toMatchObject({ status: 201 })
    await expectSpent(75)
  })
})

describe.skipIf(inject('servers').length > 1)('a connection that is lost under several companies', () => {
  test('before the commit costs none of them anything', async () => {
    const [first = expect.unreachable()] = writers
    // The second try does not sleep.
    await sql.query('CREATE SEQUENCE public.test_tries; GRANT USAGE ON SEQUENCE public.test_tries TO PUBLIC')
    await atExpenseOf(80, 'at once', `IF nextval('public.test_tries') = 1 THEN PERFORM pg_sleep(600); END IF`)
    const answers = all((writer) => spend(writer, writer === first ? 80 : 81))
    await killSleeper()
    expect(await answers).toMatchObject(writers.map(() => ({ status: 201 })))
    expect(await spentOf(first)).toEqual([...BEGUN, 80])
    for (const writer of writers.slice(1)) expect(await spentOf(writer)).toEqual([...BEGUN, 81])
  })

  test('during the commit leaves all of them unknown; the same keys settle it', async () => {
    await atExpenseOf(90, 'at the commit', 'PERFORM pg_sleep(600)')
    const [first = expect.unreachable()] = writers
    const amount = (writer: Writer) => (writer === first ? 90 : 91)
    const settled = Promise.allSettled(writers.map((writer) => spend(writer, amount(writer))))
    await killSleeper()
    for (const one of await settled) expect(one).toMatchObject({ reason: expect.any(OutcomeUnknown) })
    await heal()
    for (const writer of writers) expect(await spentOf(writer)).toEqual(BEGUN)
    expect(await all((writer) => spend(writer, amount(writer)))).toMatchObject(writers.map(() => ({ status: 201 })))
    for (const writer of writers) expect(await spentOf(writer)).toEqual([...BEGUN, amount(writer)])
  })

  test('as a commit that is warned of: all are unknown, all are recorded, and none twice', async () => {
    await atExpenseOf(95, 'at the commit', `RAISE WARNING 'The transaction may not have been replicated'`)
    const settled = await Promise.allSettled(writers.map((writer) => spend(writer, 95)))
    for (const one of settled) expect(one).toMatchObject({ reason: expect.any(OutcomeUnknown) })
    await heal()
    await expectSpent(95)
    expect(await all((writer) => spend(writer, 95))).toMatchObject(writers.map(() => ({ status: 201 })))
    await expectSpent(95)
  })
})

// Elsewhere they share one, as above.
test.skipIf(inject('servers').length === 1)(
  'on a cluster companies that write at the same time write each in a transaction of its own',
  async () => {
    const answers = await all((writer) => Promise.all([10, 11, 12].map((paise) => spend(writer, paise))))
    for (const { status } of answers.flat()) expect(status).toBe(201)
    expect(together()).toEqual(sixTimes([1]))
    await expectSpent(10, 11, 12)
    // A joint batch that had to be split, because no node could run it, would be reported here.
    expect(errors).toEqual([])
  },
)

test('two processes that write in the same companies record everything once, in order', async () => {
  const elsewhere = writers.map(openElsewhere)
  const recorded = await all(async (writer, index) => {
    const there = elsewhere[index] ?? expect.unreachable()
    const paise = Array.from({ length: 60 }, (_, n) => 100 + n)
    // First one process and then the other for a while, and sometimes both.
    for (const amount of paise) {
      const by = Math.floor(amount / 15) % 2 === 0 ? writer : there
      const twice = amount % 10 === 0 ? [spend(there === by ? writer : there, amount)] : []
      const answers = await Promise.all([spend(by, amount), ...twice])
      for (const { status, body } of answers) expect([status, body]).toEqual([201, answers[0]?.body])
    }
    return paise
  })
  for (const [index, paise] of recorded.entries())
    expect(await spentOf(writers[index] ?? expect.unreachable())).toEqual([...BEGUN, ...paise])
  expect(errors).toEqual([])
}, 60_000)
