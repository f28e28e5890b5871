import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EVENT_DATA_SCHEMAS, type EventType } from '@ledger/contracts/events/event-schemas.ts'
import { currentVersionOf } from '@ledger/contracts/events/upcasters.ts'
import { type ChainedEvent, decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import { chainEvent, eventHash } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import canonicalize from 'canonicalize'
import { describe, expect, test } from 'vitest'

/**
 * One chained event of every type and version that was ever written, as its row stored it. A file here may be added,
 * never changed, because logs contain events that look like this.
 */
const FOLDER = join(import.meta.dirname, '../fixtures')
const fixtures = readdirSync(FOLDER).map((file) => [file, readFixture(file)] as const)

function readFixture(file: string): ChainedEvent {
  const { prevHash, hash, ...row } = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))
  return { ...row, prevHash: Buffer.from(prevHash, 'hex'), hash: Buffer.from(hash, 'hex') }
}

test('there is a fixture of every version of every type of event', () => {
  const wanted = Object.keys(EVENT_DATA_SCHEMAS).flatMap((type) =>
    Array.from({ length: currentVersionOf(type) ?? 0 }, (_, index) => `${type}.v${index + 1}.json`),
  )
  expect(fixtures.map(([file]) => file).sort()).toEqual(wanted.sort())
  for (const [file, { type, schemaVersion }] of fixtures) expect(file).toBe(`${type}.v${schemaVersion}.json`)
})

describe.each(fixtures)('%s', (_file, row) => {
  test('has the hash that it was sealed with', () => {
    expect(eventHash(row).toString('hex')).toBe(row.hash.toString('hex'))
  })

  test('has the shape of the contract', () => {
    const { type, data } = decodeEvent(row)
    expect(EVENT_DATA_SCHEMAS[type].parse(data)).toEqual(data)
  })

  test('changes its hash with any of its fields', () => {
    const other: Partial<ChainedEvent>[] = [
      { companyId: row.companyId.replace('9', '8') },
      { position: row.position + 1 },
      { eventId: row.eventId.replace('7', '8') },
      { type: (row.type === 'SignedIn' ? 'PasswordSet' : 'SignedIn') satisfies EventType },
      { schemaVersion: row.schemaVersion + 1 },
      { recordedAt: row.recordedAt.replace('123Z', '124Z') },
      { date: '2026-03-30T06:30:00.000Z' },
      { actor: row.actor.replace('Meera', 'Meena') },
      { data: `${row.data} ` },
      { meta: row.meta.replace('127.0.0.1', '127.0.0.2') },
      { prevHash: createHash('sha256').update('another').digest() },
    ]
    const hashes = other.map((change) => eventHash({ ...row, ...change }).toString('hex'))
    expect(new Set([...hashes, row.hash.toString('hex')]).size).toBe(other.length + 1)
  })
})

const ofToday = fixtures.filter(([, { type, schemaVersion }]) => schemaVersion === currentVersionOf(type))
test.each(ofToday)(
  '%s is sealed again to the same bytes and the same hash, in whatever order its keys come',
  (_file, row) => {
    const { type, data, date, actor, meta } = decodeEvent(row)
    const head = { position: row.position - 1, hash: row.prevHash, recordedAt: row.recordedAt }
    const event = { type, date, data: reversed(data) } as Parameters<typeof chainEvent>[2]
    expect(chainEvent(row.companyId, head, event, { actor, meta, eventId: row.eventId })).toEqual(row)
  },
)

test('the hash is SHA-256 over the fields with their lengths, as the documentation says', () => {
  const row = readFixture('DebitRecorded.v1.json')
  const fields = ['ledger/v1', row.companyId, '47', row.eventId, 'DebitRecorded', '1', row.recordedAt, row.date]
  const parts = [...fields, row.actor, row.meta, row.data, row.prevHash.toString('hex')].map((field) => {
    const bytes = Buffer.from(field)
    return Buffer.concat([Buffer.from(`${bytes.length}:`), bytes, Buffer.from(',')])
  })
  expect(createHash('sha256').update(Buffer.concat(parts)).digest()).toEqual(row.hash)
})

test('no text can be moved from one field into its neighbour', () => {
  const row = readFixture('SignedIn.v1.json')
  const moved = { ...row, actor: row.actor.slice(0, -1), meta: row.actor.slice(-1) + row.meta }
  expect(eventHash(moved)).not.toEqual(eventHash(row))
})

describe('canonical JSON (RFC 8785)', () => {
  test.each([
    ['keys sorted by code unit', { b: 1, a: 2, A: 3, é: 4, '\u20ac': 5 }, '{"A":3,"a":2,"b":1,"é":4,"€":5}'],
    ['no white space', { a: [1, { b: null }] }, '{"a":[1,{"b":null}]}'],
    ['numbers as ECMAScript writes them', [1e21, 1e-7, 0.1, -0, 100], '[1e+21,1e-7,0.1,0,100]'],
    ['only what must be escaped', '"\\\n\u0001\u2028é', '"\\"\\\\\\n\\u0001\u2028é"'],
  ])('has %s', (_what, value, text) => {
    expect(canonicalize(value)).toBe(text)
  })
})

/** The same value with the keys of every object in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  )
}
