import fc from 'fast-check'

/**
 * Values with a special meaning for PostgreSQL, JavaScript, a file system, a date or a number, and some without any.
 */
const HOSTILE_TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udfff',
    '\uffff\ufffe',
    '\u200b',
    '\u202eabc',
    '\ufeff',
    'क्‍ष',
    '😀'.repeat(40),
  ],
  ...[
    '%',
    '%00',
    '%zz',
    '\\',
    "'",
    "' OR 1=1 --",
    '$1',
    '../..',
    '//x',
    '.',
    '..',
    '*',
    '__proto__',
    'constructor',
    'toString',
  ],
  ...['0', '-0', '-1', '1e309', 'NaN', '0x10', '9007199254740993', '99999999999999999999', '2147483648', '1.5', '٣'],
  ...['0000-01-01', '2026-02-30', '2999-12-31', '9999-12-31', '2026-13-01T00:00:00Z', '2000-01-01T00:00:00+14:00'],
  ...[
    '0000-01-01T00:00:00+14:00',
    '9999-12-31T23:59:59-14:00',
    '2026-02-30T00:00:00Z',
    '2026-01-01T24:00:00Z',
    '+275760-09-13T00:00:00Z',
  ],
  ...[
    '2026-01-01T00:00:00+99:99',
    '2026-01-01T00:00:00.123456789Z',
    'true',
    'null',
    '[]',
    '{}',
    'x'.repeat(300),
    'अ'.repeat(1001),
  ],
]
export const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 130 }) },
)
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom(null, 0, -0, -1, 1e21, 1.005, true, [], {}, ['a'], { toString: 1 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
)

/** Values that some form or query accepts, wherever its schema does. */
export const ACCEPTED_VALUES = [
  ...[
    '12.34',
    'cash',
    'Sharma Traders',
    'bank_transfer',
    'debit',
    'credit',
    'active',
    'inactive',
    'a@b.in',
    'Site-Pass-1',
  ],
  ...[
    '2026-04-01',
    '2026-04-01T06:30:00.000Z',
    '10',
    '1',
    'include',
    'csv',
    'pdf',
    'xlsx',
    'balances',
    'ledger',
    'ndjson',
  ],
]

const FILE_START_BYTES = 64

/** Generates accepted files, unchanged, cut short, with some bytes changed, or one behind another; and other bytes. */
export function hostileUploadFile(files: readonly Buffer[]): fc.Arbitrary<Buffer> {
  const file = fc.constantFrom(...files)
  const cut = fc.tuple(file, fc.nat()).map(([whole, at]) => whole.subarray(0, at % whole.length))
  const change = fc.tuple(fc.boolean(), fc.nat(), fc.nat({ max: 255 }))
  const changed = fc.tuple(file, fc.array(change, { minLength: 1, maxLength: 20 })).map(([whole, changes]) => {
    const copy = Buffer.from(whole)
    // The header of a file is at its beginning.
    for (const [isEarly, at, byte] of changes)
      copy[at % (isEarly ? Math.min(FILE_START_BYTES, copy.length) : copy.length)] = byte
    return copy
  })
  return fc.oneof(
    { weight: 3, arbitrary: file },
    { weight: 3, arbitrary: cut },
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: fc.tuple(file, file).map((both) => Buffer.concat(both)) },
    { weight: 1, arbitrary: hostileText.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  )
}
