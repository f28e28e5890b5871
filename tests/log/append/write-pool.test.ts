import { readApiConfiguration } from '@ledger/ledger-service/configuration/api-configuration.ts'
import { LedgerUnavailable } from '@ledger/ledger-service/event-store/append/append-errors.ts'
import type { BatchReport } from '@ledger/ledger-service/event-store/append/batch-executor.ts'
import { type AppendLog, openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { openWritePool, type WritePool } from '@ledger/ledger-service/event-store/append/write-pool.ts'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { connectionsWaitingForLock } from '../../environment/database/lock-waiters.ts'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { LedgerModel, type ModelAccount } from '../../model/ledger-model.ts'
import { commandEnvelope, expenseCommand } from '../command-envelopes.ts'
import { createEmptyCompany, readLogEvents } from '../test-ledger.ts'

/** The logs of many companies write on a few connections, each in its turn. */

interface Writer {
  companyId: string
  log: AppendLog
  spender: ModelAccount
}

let database: TestDatabase
let sql: pg.Pool
let connections: WritePool
let writers: Writer[]
let errors: Error[]
beforeEach(async () => {
  database = await createTestDatabase()
  sql = ownerPool(database.ownerUrl, 4)
  writers = []
  errors = []
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(writers.map(({ log }) => log.close()))
  await connections.close()
  await sql.end()
  await database.drop()
})

function share(most: number): void {
  connections = openWritePool({ databaseUrl: database.url, most, onError: (error) => errors.push(error) })
}

/** Opens a company with the model's people; `onBatch` is called with each batch that was written. */
async function opened(onBatch: (report: BatchReport) => void = () => undefined): Promise<Writer> {
  const companyId = await createEmptyCompany(sql)
  const log = openAppendLog({
    ...{ connections, companyId, onBatch },
    clock: () => new Date().toISOString(),
    notifyAppended: () => undefined,
    onError: (error) => errors.push(error),
  })
  const model = new LedgerModel(companyId)
  await Promise.all(model.openingSteps().map(({ submission }) => log.submit(submission)))
  const [, spender = expect.unreachable()] = model.modelAccounts
  const writer = { companyId, log, spender }
  writers.push(writer)
  return writer
}

const many = async (count: number): Promise<Writer[]> => {
  for (let n = 0; n < count; n++) await opened()
  return writers
}

const spend = ({ log, spender }: Writer, paise: number, key = `key ${paise}`) =>
  log.submit(commandEnvelope(expenseCommand(spender, paise), { key }))

async function spentOf({ companyId }: Writer): Promise<number[]> {
  const events = await readLogEvents(sql, companyId)
  return events.flatMap(({ data }) => ('entry' in data && data.entry.kind === 'debit' ? data.entry.paise : []))
}

async function backends(): Promise<number> {
  const { rows } = await sql.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'site-ledger append'`,
  )
  return rows[0].count
}

/** Returns the largest number of connections that the server had while the work ran. */
async function mostBackends(work: Promise<unknown>): Promise<number> {
  let most = 0
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) most = Math.max(most, await backends())
  await over
  return most
}

/** Blocks all writes of a company until the returned function is called. */
async function holdHead({ companyId }: Writer): Promise<() => Promise<void>> {
  const client = await sql.connect()
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM log_heads WHERE company_id = $1 FOR UPDATE', [companyId])
  return async () => {
    await client.query('ROLLBACK')
    client.release()
  }
}

const blocked = () => connectionsWaitingForLock(sql, 'site-ledger append')

test('150 companies that write at once are all answered, each in its order, on four connections', async () => {
  share(4)
  await many(150)
  const answered = Promise.all(
    writers.map(async (writer) => {
      const answers = await Promise.all(Array.from({ length: 12 }, (_, index) => spend(writer, 1 + index)))
      return answers.map(({ status, body }) => ({ status, positions: JSON.parse(body) }))
    }),
  )
  expect(await mostBackends(answered)).toBe(4)
  const expected = Array.from({ length: 12 }, (_, index) => ({ status: 201, positions: [11 + index] }))
  for (const answers of await answered) expect(answers).toEqual(expected)
  for (const writer of writers) expect(await spentOf(writer)).toEqual(expected.map((_, index) => 1 + index))
  expect(errors).toEqual([])
}, 120_000)

test('a company alone works on one, with two batches on the wire, however many there may be', async () => {
  share(8)
  const sizes: number[] = []
  const alone = await opened(({ commands }) => sizes.push(commands))
  // Two batches that read, after which it knows that no other process writes.
  for (const paise of [1, 2]) await spend(alone, paise)
  sizes.length = 0
  await Promise.all(Array.from({ length: 600 }, (_, index) => spend(alone, 10 + index)))
  expect(sizes).toEqual([300, 300])
  await expect.poll(() => connections.idleCount).toBe(1)
  expect(connections).toMatchObject({ totalCount: 1, waitingCount: 0 })
})

describe('turns', () => {
  test('a company with thousands of commands lets every other that waits go before its next batch', async () => {
    share(1)
    let noisyBatches = 0
    const noisy = await opened(() => noisyBatches++)
    await many(20)
    const quiet = writers.slice(1)
    let isOver = false
    let paise = 0
    const noise = Array.from({ length: 1500 }, async () => {
      while (!isOver) await spend(noisy, ++paise)
    })
    // It is busy, and stays so.
    const begun = noisyBatches
    await vi.waitUntil(() => noisyBatches > begun + 5, { timeout: 60_000, interval: 1 })
    const waited: number[] = []
    await Promise.all(
      quiet.map(async (writer) => {
        for (let round = 1; round <= 10; round++) {
          const before = noisyBatches
          expect(await spend(writer, round)).toMatchObject({ status: 201 })
          waited.push(noisyBatches - before)
        }
      }),
    )
    isOver = true
    await Promise.all(noise)
    expect(waited).toHaveLength(200)
    // Two batches that were sent while none waited, one whose turn came before, and those that ended before this one
    // was queued.
    expect(Math.max(...waited)).toBeLessThanOrEqual(5)
    for (const writer of quiet) expect(await spentOf(writer)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(errors).toEqual([])
  }, 120_000)

  test('one whose head is locked elsewhere holds one connection; the others go on with the rest', async () => {
    share(2)
    const [held, ...others] = await many(10)
    const letGo = await holdHead(held ?? expect.unreachable())
    const late = spend(held ?? expect.unreachable(), 1)
    await expect.poll(blocked).toHaveLength(1)
    for (const paise of [1, 2]) await Promise.all(others.map((writer) => spend(writer, paise)))
    await letGo()
    expect(await late).toMatchObject({ status: 201 })
    for (const writer of others) expect(await spentOf(writer)).toEqual([1, 2])
  })
})

describe('a connection that is lost', () => {
  test('under one company is replaced for the one that waits; what was on it is refused, and can be sent again', async () => {
    share(1)
    const [first = expect.unreachable(), second = expect.unreachable()] = await many(2)
    const letGo = await holdHead(first)
    const lost = spend(first, 1).catch((error: unknown) => error)
    await expect.poll(blocked).toHaveLength(1)
    const waits = [spend(second, 1), spend(second, 2)]
    await expect.poll(() => connections.waitingCount).toBe(1)
    await sql.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [await blocked()])
    expect(await mostBackends(Promise.all(waits))).toBe(1)
    expect(await Promise.all(waits)).toMatchObject([{ status: 201 }, { status: 201 }])
    expect(await lost).toBeInstanceOf(LedgerUnavailable)
    await letGo()
    expect(await spend(first, 1)).toMatchObject({ status: 201 })
    expect([await spentOf(first), await spentOf(second)]).toEqual([[1], [1, 2]])
  })

  test('while nobody uses it is replaced for the next who writes', async () => {
    share(2)
    const [writer = expect.unreachable()] = await many(1)
    await sql.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'site-ledger append'`,
    )
    await expect.poll(() => errors.length).toBe(1)
    expect(connections.idleCount).toBe(0)
    expect(await spend(writer, 1)).toMatchObject({ status: 201 })
    await expect.poll(() => connections.idleCount).toBe(1)
  })

  test('where one more cannot be opened, those that are open serve all', async () => {
    share(3)
    const limit = (most: number) => sql.query(`ALTER DATABASE ${database.name} WITH CONNECTION LIMIT ${most}`)
    await many(6)
    await limit(0)
    try {
      const answers = await Promise.all(writers.map((writer) => spend(writer, 1)))
      expect(answers).toMatchObject(writers.map(() => ({ status: 201 })))
      // The connections opened for commands that are answered by now have still to fail.
      await expect.poll(() => connections.totalCount).toBe(1)
      expect(connections.waitingCount).toBe(0)
      expect(errors.map(({ message }) => message)).toContain('The database is away')
    } finally {
      await limit(-1)
    }
  })
})

describe('who waits', () => {
  test('is refused after some seconds where no connection comes back, with nothing recorded', async () => {
    share(1)
    const [first = expect.unreachable(), second = expect.unreachable()] = await many(2)
    const letGo = await holdHead(first)
    const held = spend(first, 1)
    await expect.poll(blocked).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refused = expect(spend(second, 1)).rejects.toBeInstanceOf(LedgerUnavailable)
    // It is queued in the next turn of the loop.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    expect(connections.waitingCount).toBe(1)
    vi.advanceTimersByTime(10_000)
    await refused
    vi.useRealTimers()
    expect(connections.waitingCount).toBe(0)
    await letGo()
    expect(await held).toMatchObject({ status: 201 })
    expect(await spend(second, 2)).toMatchObject({ status: 201 })
    expect(await spentOf(second)).toEqual([2])
  })

  test('is refused with all others, and not one after the other, where the database is away', async () => {
    share(2)
    await many(3)
    await connections.close()
    connections = openWritePool({
      databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
      most: 2,
      onError: () => undefined,
    })
    const { companyId, spender } = writers[0] ?? expect.unreachable()
    const log = openAppendLog({
      ...{ connections, companyId },
      clock: () => new Date().toISOString(),
      notifyAppended: () => undefined,
      onError: () => undefined,
    })
    const away = { companyId, log, spender }
    const settled = await Promise.allSettled(Array.from({ length: 700 }, (_, index) => spend(away, index + 1)))
    for (const one of settled) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(LedgerUnavailable) })
    await log.close()
  })
})

test.each(['0', '101', '2.5', 'many', '-1'])('APPEND_CONNECTIONS=%s stops the start with a sentence', (given) => {
  const environment = { DATABASE_URL: 'postgres://a@b/c' }
  const wrong = 'APPEND_CONNECTIONS must be a number from 1 to 100'
  expect(readApiConfiguration({ ...environment, APPEND_CONNECTIONS: given })).toEqual({ wrong })
  expect(readApiConfiguration({ ...environment, APPEND_CONNECTIONS: '3' })).toMatchObject({ appendConnections: 3 })
  expect(readApiConfiguration(environment)).toMatchObject({ appendConnections: 8 })
})

test('connections without use are closed after half a minute, and the next write opens one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  share(4)
  await many(6)
  await Promise.all(writers.map((writer) => spend(writer, 1)))
  await vi.waitUntil(() => connections.idleCount === connections.totalCount)
  expect(await backends()).toBe(4)
  const [writer = expect.unreachable()] = writers
  vi.advanceTimersByTime(20_000)
  // The one that is used meanwhile stays.
  expect(await spend(writer, 2)).toMatchObject({ status: 201 })
  vi.advanceTimersByTime(20_000)
  await expect.poll(backends).toBe(1)
  vi.advanceTimersByTime(20_000)
  await expect.poll(backends).toBe(0)
  vi.useRealTimers()
  expect(await spend(writer, 3)).toMatchObject({ status: 201 })
  expect(await backends()).toBe(1)
  expect(errors).toEqual([])
})

test('closing answers what was submitted, and leaves no connection', async () => {
  share(2)
  await many(12)
  const answers = writers.map((writer) => [spend(writer, 1), spend(writer, 2)])
  await Promise.all(writers.map(({ log }) => log.close()))
  expect(await Promise.all(answers.flat())).toMatchObject(answers.flat().map(() => ({ status: 201 })))
  await connections.close()
  await expect.poll(backends).toBe(0)
  expect(errors).toEqual([])
})
