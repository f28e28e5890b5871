import { LOG_OPTIONS, maskMobileNumbers, maskTaxNumbers } from '@ledger/contracts/text/log-redaction.ts'
import { describe, expect, test } from 'vitest'

describe('a log line', () => {
  test.each([
    ['{"msg":"from 9876543210"}', '{"msg":"from 98xxxxxx10"}'],
    ['{"msg":"+919876543210 and 9876543210"}', '{"msg":"98xxxxxx10 and 98xxxxxx10"}'],
    ['{"mobile":"9876543210"}', '{"mobile":"98xxxxxx10"}'],
    ['{"path":"/api/admin/users/site_9876543210"}', '{"path":"/api/admin/users/site_98xxxxxx10"}'],
  ])('%s holds no mobile number', (line, masked) => {
    expect(maskMobileNumbers(line)).toBe(masked)
    expect(LOG_OPTIONS.hooks.streamWrite(line)).toBe(masked)
  })

  test.each([
    '{"time":1764000000,"ms":[1764000000,1764000001]}',
    '{"time":1764000000123}',
    '{"id":"a9876543210"}',
    '{"id":"9876543210f"}',
    '{"ms":0.9876543210}',
    '{"msg":"987654321"}',
    '{"msg":"98-76543210"}',
  ])('%s stays as it is: a number, or part of an id', (line) => {
    expect(maskMobileNumbers(line)).toBe(line)
  })

  test.each([
    ['{"msg":"PAN ABCPD1234E is wrong"}', '{"msg":"PAN ABxxxxxxxE is wrong"}'],
    ['{"gstin":"27AAPFU0939F1ZV"}', '{"gstin":"27AAxxxxxxxF1ZV"}'],
  ])('%s holds no PAN', (line, masked) => {
    expect(maskTaxNumbers(line)).toBe(masked)
    expect(LOG_OPTIONS.hooks.streamWrite(line)).toBe(masked)
  })

  test('keeps words and ids that are no PAN', () => {
    const line = '{"msg":"ERROR 1234E, XABCPD1234E, abcpd1234e"}'
    expect(maskTaxNumbers(line)).toBe(line)
  })

  test('holds of an error its name, code and stack, and of requests nothing', () => {
    const error = Object.assign(new RangeError('too far'), { code: '22003', detail: 'Key (mobile)=(9876543210)' })
    const { err, req, res } = LOG_OPTIONS.serializers
    expect(err(error)).toEqual({ name: 'RangeError', code: '22003', stack: error.stack })
    expect(err(new Error('plain'))).toMatchObject({ name: 'Error', code: undefined })
    expect([req(), res()]).toEqual([undefined, undefined])
    expect(LOG_OPTIONS.formatters.level('info')).toEqual({ level: 'info' })
  })
})
