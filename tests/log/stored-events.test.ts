import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { storedEvents } from '@ledger/database/read-log.ts'
import { type SealedEvent, unseal } from '@ledger/database/stored-event.ts'
import { canonical } from '@ledger/ledger-service/event-store/canonical.ts'
import { GENESIS_HASH, type Head, hashOf, seal } from '@ledger/ledger-service/event-store/chain.ts'
import { sealedEvents } from '@ledger/ledger-service/event-store/rows.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openLedger, type TestLedger } from './ledger.ts'

const FOLDER = join(import.meta.dirname, 'fixtures')
let ledger: TestLedger
/** One event of every type, in a chain of its own, with a narration larger than the first buffer of a page. */
let chain: SealedEvent[]
let companyId: string

beforeAll(async () => {
  ledger = await openLedger()
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

function chained(): SealedEvent[] {
  let head: Omit<Head, 'totalPaise'> = { position: 0, hash: GENESIS_HASH, recordedAt: '' }
  return readdirSync(FOLDER).map((file, index) => {
    const row = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
    const { type, actor, data, meta, date } = unseal({ ...row, companyId })
    const agent = index === 3 ? 'मोबाइल '.repeat(20_000) : 'Chrome'
    const recordedAt = `2026-04-0${1 + Math.floor(index / 4)}T06:30:0${index % 10}.120Z`
    const event = { type, date, data } as Parameters<typeof seal>[2]
    const sealed = seal(companyId, { ...head, recordedAt }, event, {
      actor,
      meta: { ...meta, agent },
      eventId: row.eventId,
    })
    head = { position: sealed.position, hash: sealed.hash, recordedAt }
    return sealed
  })
}

const onError = (error: Error) => {
  throw error
}
const all = () => storedEvents(ledger.db, companyId, { after: 0, upTo: 1000 })

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
      [company, index + 1, base.type, canonical(data), base.hash],
    )
  }
  const stored = [...(await all()), ...(await storedEvents(ledger.db, company, { after: 0, upTo: 1000 }))]
  for (const event of stored) expect(event.postings()).toEqual(JSON.parse(event.data).postings)
  expect(stored.filter((event) => event.postings() !== undefined).length).toBeGreaterThan(nasty.length)
})

test('every type of event is read as it was sealed, field by field', async () => {
  const read = await all()
  expect(read.map((event) => event.plain())).toEqual(chain)
  expect(read.map(unseal)).toEqual(chain.map(unseal))
})

test('an event that nobody touched is intact', async () => {
  const read = await all()
  expect(read.map((event) => event.isIntact())).toEqual(chain.map(() => true))
  expect(read.map((event) => hashOf(event).toString('hex'))).toEqual(chain.map((event) => event.hash.toString('hex')))
})

/** In UTC and back: what a cluster is to change with must not depend on the session. */
const aMicrosecondLater = (column: string) =>
  `${column} = (${column} AT TIME ZONE 'UTC' + interval '1 microsecond') AT TIME ZONE 'UTC'`

test.each([
  ['type', "type = type || ' '"],
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
  const forged = connect(connectPool(ledger.ownerUrl, { name: 'test forger', max: 1, onError }))
  const undone = new Error('undone')
  const forgery = forged.transaction().execute(async (trx) => {
    await sql`UPDATE events SET ${sql.raw(change)} WHERE company_id = ${companyId} AND position = 5`.execute(trx)
    const read = await storedEvents(trx, companyId, { after: 0, upTo: 1000 })
    expect(read.filter((event) => !event.isIntact()).map((event) => event.position)).toEqual([5])
    throw undone
  })
  await expect(forgery).rejects.toBe(undone)
  await forged.destroy()
})

test('a page begins after its position, and ends where it is told to', async () => {
  const page = await storedEvents(ledger.db, companyId, { after: 3, upTo: 5 })
  expect(page.map((event) => event.position)).toEqual([4, 5])
})

test('single positions come in order, absent ones not at all', async () => {
  const read = await storedEvents(ledger.db, companyId, { at: [7, 2, 9999] })
  expect(read.map((event) => event.position)).toEqual([2, 7])
})

test('pages follow one another to the end, or up to a position, also inside a transaction', async () => {
  async function positions(upTo?: number): Promise<number[]> {
    const seen: number[] = []
    await ledger.db.transaction().execute(async (trx) => {
      for await (const page of sealedEvents(trx, companyId, upTo === undefined ? {} : { upTo }))
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
  const forged = connect(connectPool(ledger.ownerUrl, { name: 'test forger', max: 1, onError }))
  const undone = new Error('undone')
  const forgery = forged.transaction().execute(async (trx) => {
    await sql`DELETE FROM events WHERE company_id = ${companyId} AND position = 3`.execute(trx)
    await sql`UPDATE events SET position = position + 100000 WHERE company_id = ${companyId} AND position > 10`.execute(
      trx,
    )
    const seen: number[] = []
    for await (const page of sealedEvents(trx, companyId)) seen.push(...page.map((event) => event.position))
    const left = chain.map((event) => event.position).filter((position) => position !== 3)
    expect(seen).toEqual(left.map((position) => (position > 10 ? position + 100_000 : position)))
    throw undone
  })
  await expect(forgery).rejects.toBe(undone)
  await forged.destroy()
})

test('an error of the server is thrown, and the connection goes on', async () => {
  await ledger.db.connection().execute(async (connection) => {
    const query = sql`COPY (SELECT 1 / 0) TO STDOUT (FORMAT binary)`.compile(connection)
    const reading = async () => {
      for await (const _ of connection.getExecutor().stream(query, 1)) expect.unreachable()
    }
    await expect(reading()).rejects.toThrow('division by zero')
    expect(await storedEvents(connection, companyId, { after: 0, upTo: 1 })).toHaveLength(1)
  })
})
