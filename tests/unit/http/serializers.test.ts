import { sharedSerializer } from '@ledger/ledger-service/http/serializers.ts'
import { expect, test } from 'vitest'

const schema = { type: 'object', properties: { paise: { type: 'integer' } }, additionalProperties: false }
const route = { method: 'GET', url: '/api/test', httpStatus: '200', schema }

test('what writes an answer is made once for all applications, and writes what its schema names and nothing else', () => {
  const write = sharedSerializer(route)
  expect(write({ paise: 5, secret: 'x' })).toBe('{"paise":5}')
  expect(sharedSerializer({ ...route })).toBe(write)
})

test('another status, method or address has another', () => {
  const write = sharedSerializer(route)
  for (const other of [{ httpStatus: '201' }, { method: 'POST' }, { url: '/api/other' }])
    expect(sharedSerializer({ ...route, ...other, schema: { type: 'string' } })).not.toBe(write)
})
