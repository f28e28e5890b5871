import * as arrays from '@ledger/database/binary/binary-arrays.ts'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let client: Client
beforeAll(async () => {
  client = new Client({ connectionString: inject('postgresUrl'), options: '-c timezone=UTC' })
  await client.connect()
})
afterAll(() => client.end())

/** Returns an array as the server reads it, as text and element by element. */
async function readBack(type: string, array: Buffer): Promise<(string | null)[]> {
  const { rows } = await client.query<{ value: string | null }>(
    `SELECT value::text FROM unnest($1::${type}[]) WITH ORDINALITY AS a (value, place) ORDER BY place`,
    [array],
  )
  return rows.map((row) => row.value)
}

/** Checks for random arrays that the server reads what `expected` returns. */
async function arrives<T>(
  type: string,
  element: fc.Arbitrary<T>,
  write: (list: T[]) => Buffer,
  expected: (element: T) => string | null,
): Promise<void> {
  const property = fc.asyncProperty(fc.array(element), async (list) => {
    expect(await readBack(type, write(list))).toEqual(list.map(expected))
  })
  await fc.assert(property, { numRuns: 50 })
}

/** PostgreSQL's text holds no zero character, and UTF-8 no half of a surrogate pair. */
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '').toWellFormed())

test('texts arrive as they are, nulls and all', async () => {
  await arrives('text', fc.option(text), arrays.encodeTextArray, (value) => value)
})

test('JSON keeps its bytes', async () => {
  const json = text.map((value) => JSON.stringify({ value }))
  await arrives('json', json, arrays.encodeJsonArray, (value) => value)
})

test('whole numbers arrive exactly, to the last safe one', async () => {
  const edge = fc.constantFrom(0, -1, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), Number.MIN_SAFE_INTEGER)
  await arrives('bigint', fc.oneof(edge, fc.maxSafeInteger()), arrays.encodeBigintArray, String)
  await arrives('integer', fc.integer(), arrays.encodeIntegerArray, String)
  await arrives('smallint', fc.integer({ min: -32_768, max: 32_767 }), arrays.encodeSmallintArray, String)
  await arrives('boolean', fc.boolean(), arrays.encodeBooleanArray, String)
})

test('instants arrive to the millisecond, before 2000 too', async () => {
  const instants = fc.date({ min: new Date('1970-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  const form = (iso: string | null) => iso && `${iso.slice(0, 19).replace('T', ' ')}${fraction(iso)}+00`
  await arrives(
    'timestamptz',
    fc.option(instants.map((date) => date.toISOString())),
    arrays.encodeTimestamptzArray,
    form,
  )
})

/** PostgreSQL leaves out zeros at the end. */
const fraction = (iso: string) => iso.slice(19, 23).replace(/\.?0+$/, '')

test('UUIDs and bytes arrive as they are', async () => {
  await arrives('uuid', fc.option(fc.uuid()), arrays.encodeUuidArray, (value) => value)
  await arrives(
    'bytea',
    fc.uint8Array(),
    arrays.encodeByteaArray,
    (value) => `\\x${Buffer.from(value).toString('hex')}`,
  )
})

test('refuses what has no such form before it is sent', () => {
  expect(() => arrays.encodeBigintArray([2 ** 53])).toThrow(RangeError)
  expect(() => arrays.encodeTimestamptzArray(['yesterday'])).toThrow(RangeError)
  expect(() => arrays.encodeUuidArray(['no-uuid'])).toThrow(TypeError)
  expect(() => arrays.encodeSmallintArray([70_000])).toThrow(RangeError)
})
