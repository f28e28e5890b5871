import {
  printableCell,
  printableJson,
  printableLine,
  printableLines,
} from '@ledger/contracts/text/escape-unprintable.ts'
import { isPrintable } from '@ledger/contracts/text/text-schemas.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomSeed } from '../../environment/random-seed.ts'

const anything = fc.string({ unit: 'binary', maxLength: 60 })
const run = { seed: randomSeed, numRuns: 3000 }

describe('a text of an old event', () => {
  test('on one line shows what cannot be seen by its number, and does nothing else', () => {
    expect(printableLine('Ramesh\u200b Steel\u202e')).toBe('Ramesh[U+200B] Steel[U+202E]')
    expect(printableLine('\uffff\ufffe\u{1fffe}')).toBe('[U+FFFF][U+FFFE][U+1FFFE]')
    expect(printableLine('a\nb\r\nc\rd\u2028e\u0085f')).toBe('a¶b¶c¶d[U+2028]e[U+0085]f')
    expect(printableLine('\u001b[31mred\u009b1m')).toBe('[U+001B][31mred[U+009B]1m')
    expect(printableLine('क्‍षत्रिय ❤️ 👨‍👩‍👧')).toBe('क्‍षत्रिय ❤️ 👨‍👩‍👧')
    expect(printableLine(' two  spaces ')).toBe(' two  spaces ')
  })

  test('keeps its lines where a field has lines', () => {
    expect(printableLines('a\r\nb\rc\nd\u000be')).toBe('a\nb\nc\nd[U+000B]e')
  })

  test('whatever it holds, is one line that the contracts would take', () => {
    fc.assert(
      fc.property(anything, (text) => {
        expect(isPrintable(printableLine(text))).toBe(true)
        expect(isPrintable(printableLines(text).replaceAll('\n', ' '))).toBe(true)
      }),
      run,
    )
  })

  test('in a cell is no escape of the workbook', () => {
    expect(printableCell('_x0041_ _x00e9_ _x_ _x41_ \ufffe')).toBe('_x005F_x0041_ _x005F_x00e9_ _x_ _x41_ [U+FFFE]')
  })

  test('on a terminal as JSON reads back as it was', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const json = printableJson({ text })
        expect(JSON.parse(json)).toEqual({ text })
        expect(isPrintable(json)).toBe(true)
      }),
      run,
    )
    expect(printableJson({ a: '\u009b\u{1fffe}क्‍ष' })).toBe(String.raw`{"a":"\u009B\uD83F\uDFFEक्‍ष"}`)
  })
})
