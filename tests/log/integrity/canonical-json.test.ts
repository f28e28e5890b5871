import { canonicalJson } from '@ledger/ledger-service/event-store/integrity/canonical-json.ts'
import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const names = fc.string({ unit: 'binary' }).filter((name) => !/^\d|^__proto__$/.test(name))
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value')),
    fc.dictionary(names, tie('value')),
  ),
})).value

test('writes what an implementation of RFC 8785 by others writes', () => {
  fc.assert(
    fc.property(fc.dictionary(names, values), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }),
  )
})

test('leaves out members that are undefined', () => {
  expect(canonicalJson({ b: undefined, a: 1 })).toBe('{"a":1}')
})

test('leaves the value as it was, its members in their order', () => {
  const value = { a: { c: [{ e: 1, d: 2 }], b: 3 } }
  expect(canonicalJson(value)).toBe('{"a":{"b":3,"c":[{"d":2,"e":1}]}}')
  expect(JSON.stringify(value)).toBe('{"a":{"c":[{"e":1,"d":2}],"b":3}}')
})

test.each([
  ['a number that is not finite', { a: Number.NaN }],
  ['half of a surrogate pair', { a: '\ud800' }],
  ['half of a surrogate pair in a name', { 'a\udc00': 1 }],
  ['a name that JavaScript would move', { b: 1, 10: 1, 9: 1 }],
  ['the lowest number of one digit as a name', { a: 1, 0: 1 }],
  ['the highest number of one digit as a name', { a: 1, 9: 1 }],
  ['a name that would become the prototype', JSON.parse('{"__proto__": {}}')],
  ['a function', { a: () => 1 }],
])('refuses %s', (_, value) => {
  expect(() => canonicalJson(value)).toThrow(TypeError)
})
