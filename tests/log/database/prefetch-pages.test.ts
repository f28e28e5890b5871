import { setTimeout as sleep } from 'node:timers/promises'
import { prefetchPages } from '@ledger/database/connection/prefetch-pages.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createEmptyCompany, openTestLedger, type TestLedger } from '../test-ledger.ts'

/** A page that is read ahead: no caller waits for it yet, and the log continues to grow. */

let ledger: TestLedger
const unhandled: unknown[] = []
const note = (reason: unknown) => void unhandled.push(reason)
beforeAll(async () => {
  ledger = await openTestLedger()
})
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(() => {
  process.off('unhandledRejection', note)
  expect(unhandled.splice(0)).toEqual([])
})
afterAll(() => ledger.close())

/** Pages of two numbers; the one after `failing` fails at once. */
function pagesOfTwo(failing: number) {
  const asked: number[] = []
  const read = async (after: number) => {
    asked.push(after)
    if (after === failing) throw new Error('the connection was cut')
    return after >= 6 ? [] : [after + 1, after + 2]
  }
  return { asked, pages: prefetchPages(0, read, (row) => row) }
}

test('a page that fails while the one before it is worked on is the error of whoever asks for it', async () => {
  const { asked, pages } = pagesOfTwo(2)
  expect((await pages.next()).value).toEqual([1, 2])
  // Long enough for Node to report an unhandled rejection.
  await sleep(20)
  expect(asked).toEqual([0, 2])
  await expect(pages.next()).rejects.toThrow('the connection was cut')
})

test('a page that fails after its reader has had enough is nobody’s error', async () => {
  const { pages } = pagesOfTwo(4)
  for await (const page of pages) if (page.includes(3)) break
  await sleep(20)
})

test('whoever stops early goes on when nothing is on its way any more', async () => {
  const answered = Promise.withResolvers<number[]>()
  const pages = prefetchPages(
    0,
    async (after) => (after === 0 ? [1] : answered.promise),
    (row) => row,
  )
  await pages.next()
  let isOver = false
  const over = pages.return(undefined).then(() => {
    isOver = true
  })
  await sleep(20)
  expect(isOver).toBe(false)
  answered.resolve([2])
  await over
})

test('the server reads the next page while one is worked on without a pause', async () => {
  const read = async (after: number) => {
    const { rows } = await sql<{ ms: number }>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(ledger.db)
    return after >= 3 ? [] : rows.map(({ ms }) => ({ page: after + 1, readAtMs: ms }))
  }
  let [worked, overAtMs] = [0, Number.POSITIVE_INFINITY]
  for await (const [row] of prefetchPages(0, read, ({ page }) => page)) {
    expect(row?.readAtMs).toBeLessThan(overAtMs)
    for (const begun = Date.now(); Date.now() < begun + 200; );
    overAtMs = Date.now()
    worked++
  }
  expect(worked).toBe(3)
})

test('events that are appended while a page is worked on come in the next one, without a hole', async () => {
  const companyId = await createEmptyCompany(ledger.sql)
  const append = (from: number, to: number) =>
    ledger.sql.query(
      `INSERT INTO events (company_id, position, event_id, type, schema_version, recorded_at, date, actor, data, meta, prev_hash, hash)
      SELECT $1, at, gen_random_uuid(), 'SignedIn', 1, now(), now(), '{}', '{}', '{}', '\\x00', '\\x00'
      FROM generate_series($2::bigint, $3::bigint) AS at`,
      [companyId, from, to],
    )
  await append(1, 5010)
  const seen: number[] = []
  for await (const page of readStoredEventPages(ledger.db, companyId)) {
    seen.push(...page.map(({ position }) => position))
    // The second page, of ten events, is on its way; then the log grows past where that page was to end.
    if (seen.length === 5000) await sleep(100).then(() => append(5011, 12_000))
  }
  expect(seen).toEqual(Array.from({ length: 12_000 }, (_, index) => index + 1))
})
