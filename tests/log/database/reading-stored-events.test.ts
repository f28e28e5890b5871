import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import { copyRows } from '@ledger/database/binary/run-copy.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { canonicalJson } from '@ledger/ledger-service/event-store/integrity/canonical-json.ts'
import {
  chainEvent,
  eventHash,
  GENESIS_HASH,
  type LogHead,
} from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

const FOLDER = join(import.meta.dirname, '../fixtures')
let ledger: TestLedger
/** One event of every type, in a chain of its own, with a narration larger than the first buffer of a page. */
let chain: ChainedEvent[]
let companyId: string

beforeAll(async () => {
  ledger = await openTestLedger()
  companyId = '019ab000-0000-7000-8000-00000000c0de'
  chain = chained()
  for (const event of chain)
    await ledger.sql.query(
      `INSERT INTO events (company_id, position, event_id, type, schema_version, recorded_at, date, actor, data, meta, prev_hash, hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        ...[companyId, event.position, event.eventId, event.type, event.schemaVersion, event.recordedAt, event.date],
        ...[event.actor, event.data, event.meta, event.prevHash, event.hash],
      ],
    )
})
afterAll(() => ledger.close())

function chained(): ChainedEvent[] {
  let head: Omit<LogHead, 'totalPaise'> = { position: 0, hash: GENESIS_HASH, recordedAt: '' }
  return readdirSync(FOLDER).map((file, index) => {
    const row = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
    const { type, actor, data, meta, date } = decodeEvent({ ...row, companyId })
    const agent = index === 3 ? 'मोबाइल '.repeat(20_000) : 'Chrome'
    const day = String(1 + Math.floor(index / 4)).padStart(2, '0')
    const recordedAt = `2026-04-${day}T06:30:0${index % 10}.120Z`
    const event = { type, date, data } as Parameters<typeof chainEvent>[2]
    const sealed = chainEvent(companyId, { ...head, recordedAt }, event, {
      actor,
      meta: { ...meta, agent },
      eventId: `019ab000-0000-7000-8000-${String(index + 1).padStart(12, '0')}`,
    })
    head = { position: sealed.position, hash: sealed.hash, recordedAt }
    return sealed
  })
}

const onError = (error: Error) => {
  throw error
}
const all = () => readStoredEvents(ledger.db, companyId, { after: 0, upTo: 1000 })

test('postings are found without parsing the rest, whatever names and narrations say', async () => {
  const nasty = ['"postings":[', '"}],"', '\\"}],"postings":[{"account":"x"}],"', 'पैसे "}]', ']}"\\']
  const [company, base] = ['019ab000-0000-7000-8000-00000000bad0', chain.find(({ type }) => type === 'DebitRecorded')]
  if (!base) throw new Error('The fixtures have an expense')
  for (const [index, text] of nasty.entries()) {
    const data = JSON.parse(base.data)
    data.entry.narration = text
    data.entry.beneficiary = { id: `b:${text}`, name: text }
    data.postings[1].account = `b:${text}`
    await ledger.sql.query(
      `INSERT INTO events (company_id, position, event_id, type, schema_version, recorded_at, date, actor, data, meta, prev_hash, hash)
      VALUES ($1, $2, gen_random_uuid(), $3, 1, now(), now(), '{}', $4, '{}', $5, $5)`,
      [company, index + 1, base.type, canonicalJson(data), base.hash],
    )
  }
  const stored = [...(await all()), ...(await readStoredEvents(ledger.db, company, { after: 0, upTo: 1000 }))]
  for (const event of stored) expect(event.postings()).toEqual(JSON.parse(event.data).postings)
  expect(stored.filter((event) => event.postings() !== undefined).length).toBeGreaterThan(nasty.length)
})

test('every type of event is read as it was sealed, field by field', async () => {
  const read = await all()
  expect(read.map((event) => event.toObject())).toEqual(chain)
  expect(read.map(decodeEvent)).toEqual(chain.map(decodeEvent))
})

test('an event that nobody touched is intact', async () => {
  const read = await all()
  expect(read.map((event) => event.hasValidHash())).toEqual(chain.map(() => true))
  expect(read.map((event) => eventHash(event).toString('hex'))).toEqual(
    chain.map((event) => event.hash.toString('hex')),
  )
})

/** In UTC and back: a cluster can change a column only by an expression that does not depend on the session. */
const aMicrosecondLater = (column: string) =>
  `${column} = (${column} AT TIME ZONE 'UTC' + interval '1 microsecond') AT TIME ZONE 'UTC'`

test.each([
  ['type', "type = type || ' '"],
  ['type, by a letter with the same low byte', 'type = chr(ascii(type) + 256) || substr(type, 2)'],
  ['schema_version', 'schema_version = schema_version + 1'],
  ['recorded_at, by one microsecond', aMicrosecondLater('recorded_at')],
  ['date, by one microsecond', aMicrosecondLater('date')],
  ['actor', "actor = (actor::text || ' ')::json"],
  ['data', "data = (data::text || ' ')::json"],
  ['meta', "meta = (meta::text || ' ')::json"],
  ['prev_hash', "prev_hash = prev_hash || '\\x00'"],
  ['prev_hash, cut', "prev_hash = ''"],
  ['hash', "hash = '\\x00'"],
  ['event_id', "event_id = '019ab000-0000-7000-8000-000000000000'"],
])('one that was changed in %s is not, and no other', async (_column, change) => {
  const forged = kyselyOverPool(connectPool(ledger.ownerUrl, { name: 'test forger', max: 1, onError }))
  const undone = new Error('undone')
  const forgery = forged.transaction().execute(async (trx) => {
    await sql`UPDATE events SET ${sql.raw(change)} WHERE company_id = ${companyId} AND position = 5`.execute(trx)
    const read = await readStoredEvents(trx, companyId, { after: 0, upTo: 1000 })
    expect(read.filter((event) => !event.hasValidHash()).map((event) => event.position)).toEqual([5])
    throw undone
  })
  await expect(forgery).rejects.toBe(undone)
  await forged.destroy()
})

test('a page begins after its position, and ends where it is told to', async () => {
  const page = await readStoredEvents(ledger.db, companyId, { after: 3, upTo: 5 })
  expect(page.map((event) => event.position)).toEqual([4, 5])
})

test('single positions come in order, absent ones not at all', async () => {
  const read = await readStoredEvents(ledger.db, companyId, { at: [7, 2, 9999] })
  expect(read.map((event) => event.position)).toEqual([2, 7])
})

test('pages follow one another to the end, or up to a position, also inside a transaction', async () => {
  async function positions(upTo?: number): Promise<number[]> {
    const seen: number[] = []
    await ledger.db.transaction().execute(async (trx) => {
      for await (const page of readStoredEventPages(trx, companyId, upTo === undefined ? {} : { upTo }))
        seen.push(...page.map((event) => event.position))
    })
    return seen
  }
  const every = chain.map((event) => event.position)
  expect(await positions()).toEqual(every)
  expect(await positions(4)).toEqual([1, 2, 3, 4])
  expect(await positions(0)).toEqual([])
})

test('events that somebody took out are passed over, and the ones behind a long gap are found', async () => {
  const forged = kyselyOverPool(connectPool(ledger.ownerUrl, { name: 'test forger', max: 1, onError }))
  const undone = new Error('undone')
  const forgery = forged.transaction().execute(async (trx) => {
    await sql`DELETE FROM events WHERE company_id = ${companyId} AND position = 3`.execute(trx)
    await sql`UPDATE events SET position = position + 100000 WHERE company_id = ${companyId} AND position > 10`.execute(
      trx,
    )
    const seen: number[] = []
    for await (const page of readStoredEventPages(trx, companyId)) seen.push(...page.map((event) => event.position))
    const left = chain.map((event) => event.position).filter((position) => position !== 3)
    expect(seen).toEqual(left.map((position) => (position > 10 ? position + 100_000 : position)))
    throw undone
  })
  await expect(forgery).rejects.toBe(undone)
  await forged.destroy()
})

test('an error of the server is thrown, and the connection goes on', async () => {
  await ledger.db.connection().execute(async (connection) => {
    const query = sql`COPY (SELECT 1 / 0) TO STDOUT (FORMAT binary)`
    await expect(copyRows(connection, query)).rejects.toThrow('division by zero')
    expect(await readStoredEvents(connection, companyId, { after: 0, upTo: 1 })).toHaveLength(1)
  })
})
