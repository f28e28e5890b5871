import { PassThrough } from 'node:stream'
import { bindAtOnce } from '@ledger/database/bind-at-once.ts'
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

/** What a connection sends for it. */
function sent(binding: Binding, prepare: (client: pg.ClientBase) => void = () => undefined): Buffer {
  const stream = new PassThrough()
  const connection = new pg.Connection({ stream } as object)
  prepare({ connection } as unknown as pg.ClientBase)
  const { bind } = connection as unknown as { bind(binding: Binding): void }
  bind.call(connection, binding)
  return stream.read() ?? Buffer.alloc(0)
}

it('parameters are bound byte for byte as the driver binds them', () => {
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
      expect(sent(given, bindAtOnce).equals(sent(given))).toBe(true)
    }),
  )
  const valueMapper = (given: unknown) => (given === undefined ? null : `${given}`)
  const mapped = { values: [1, 'two', undefined], valueMapper }
  expect(sent(mapped, bindAtOnce)).toEqual(sent(mapped))
})

it('nothing is sent where a value has no text, or where there are too many', () => {
  const fails = () => {
    throw new RangeError('no instant')
  }
  expect(() => sent({ values: [1], valueMapper: fails }, bindAtOnce)).toThrow('no instant')
  expect(() => sent({ values: Array.from({ length: 65_536 }, () => null) }, bindAtOnce)).toThrow(RangeError)
  const most = { values: Array.from({ length: 65_535 }, () => null) }
  expect(sent(most, bindAtOnce).equals(sent(most))).toBe(true)
})
