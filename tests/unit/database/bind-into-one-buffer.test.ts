import { PassThrough } from 'node:stream'
import { bindIntoOneBuffer } from '@ledger/database/connection/bind-into-one-buffer.ts'
import fc from 'fast-check'
import pg from 'pg'
import { expect, it } from 'vitest'

interface Binding {
  portal?: string
  statement?: string
  values?: unknown[]
  binary?: boolean
  valueMapper?: (value: unknown) => unknown
}

/** Returns the bytes that a connection sends, by the driver's own function unless `prepare` replaces it. */
function sentBytes(binding: Binding, prepare: (client: pg.ClientBase) => void = () => undefined): Buffer {
  const stream = new PassThrough()
  const connection = new pg.Connection({ stream } as object)
  prepare({ connection } as unknown as pg.ClientBase)
  const { bind } = connection as unknown as { bind(binding: Binding): void }
  bind.call(connection, binding)
  return stream.read() ?? Buffer.alloc(0)
}

it('binds parameters byte for byte as the driver does', () => {
  const value = fc.oneof(
    fc.constant(null),
    fc.string({ unit: 'binary', maxLength: 3000 }),
    fc.constantFrom('', 'सीमेंट की ५० बोरी'),
    fc.uint8Array({ maxLength: 3000 }).map((bytes) => Buffer.from(bytes)),
    fc.integer({ min: 0, max: 100_000 }).map((size) => Buffer.alloc(size, 7)),
  )
  const binding = fc.record(
    {
      portal: fc.string(),
      statement: fc.constantFrom('', 'kept_7', 'head answers events'),
      values: fc.array(value, { maxLength: 70 }),
      binary: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(binding, (given) => {
      expect(sentBytes(given, bindIntoOneBuffer).equals(sentBytes(given))).toBe(true)
    }),
  )
  const valueMapper = (given: unknown) => (given === undefined ? null : `${given}`)
  const mapped = { values: [1, 'two', undefined], valueMapper }
  expect(sentBytes(mapped, bindIntoOneBuffer)).toEqual(sentBytes(mapped))
})

it('sends nothing where a value has no text, or where there are too many', () => {
  const fails = () => {
    throw new RangeError('no instant')
  }
  expect(() => sentBytes({ values: [1], valueMapper: fails }, bindIntoOneBuffer)).toThrow('no instant')
  expect(() => sentBytes({ values: Array.from({ length: 65_536 }, () => null) }, bindIntoOneBuffer)).toThrow(RangeError)
  const most = { values: Array.from({ length: 65_535 }, () => null) }
  expect(sentBytes(most, bindIntoOneBuffer).equals(sentBytes(most))).toBe(true)
})
