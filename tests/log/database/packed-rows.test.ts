import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { createRowPacker } from '@ledger/database/connection/pack-query-rows-as-text.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

let db: Kysely<Database>
beforeAll(() => {
  const onError = (error: Error) => expect.unreachable(error.message)
  db = kyselyOverPool(connectPool(inject('postgresUrl'), { name: 'test one text', max: 1, onError }))
})
afterAll(() => db.destroy())

interface PackedTestRow {
  word: string
  paise: number
  at: string
  remark: string | null
  left: string | null
}

const { read } = createRowPacker<PackedTestRow>(
  [
    ...['word', 'paise', 'at'].map((name) => ({ name, nullable: false })),
    ...['remark', '"left"'].map((name) => ({ name, nullable: true })),
  ],
  (fields) => ({
    word: fields.text(),
    paise: fields.integer(),
    at: fields.instant(),
    remark: fields.textOrNull(),
    left: fields.instantOrNull(),
  }),
)

/** Rows in the order of the list. */
const query = (rows: readonly PackedTestRow[]) => sql`
  SELECT word, paise, at, remark, "left" FROM unnest(
    ${rows.map((row) => row.word)}::text[], ${rows.map((row) => row.paise)}::bigint[], ${rows.map((row) => row.at)}::timestamptz[],
    ${rows.map((row) => row.remark)}::text[], ${rows.map((row) => row.left)}::timestamptz[]
  ) WITH ORDINALITY AS given (word, paise, at, remark, "left", place) ORDER BY place`

/** PostgreSQL's text holds no zero character, and UTF-8 no half of a surrogate pair. */
const anyText = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '').toWellFormed())
/** Contains everything that could be mistaken: the separator of fields, and the marker before nullable ones. */
const awkward = fc.array(fc.oneof(anyText, fc.constantFrom('\u001f', '\u001e', '=', '', '"', '\\', '\n', 'गणेश', '🏗️')))
const text = fc.oneof(
  anyText,
  awkward.map((parts) => parts.join('')),
)
const instant = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

test('rows are read as they are, whatever their texts hold', async () => {
  const row = fc.record({
    ...{ word: text, paise: fc.maxSafeInteger(), at: instant },
    ...{ remark: fc.option(text), left: fc.option(instant) },
  })
  const property = fc.asyncProperty(fc.array(row), async (rows) => {
    expect(await read(db, query(rows))).toEqual(rows)
  })
  const last = { word: '\u001f', paise: 999_999_999_999, at: '2026-11-21T06:30:00.120Z', remark: '', left: null }
  await fc.assert(property, { numRuns: 200, examples: [[[]], [[last]], [[{ ...last, word: '' }, last]]] })
})

test('a text that holds as many of what stands between fields as would make a row is one text all the same', async () => {
  const at = '2026-11-21T06:30:00.000Z'
  const rows = [{ word: ['a', '1', at, '', '', 'b'].join('\u001f'), paise: 1, at, remark: null, left: null }]
  expect(await read(db, query(rows))).toEqual(rows)
})

test('no sum is rounded', async () => {
  const beyond = sql`SELECT 'a' AS word, 9007199254740993 AS paise, now() AS at, NULL AS remark, NULL::timestamptz AS "left"`
  await expect(read(db, beyond)).rejects.toThrow(RangeError)
})
