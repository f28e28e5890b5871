import type { EditLogField } from '@ledger/contracts/labels/edit-log-labels.ts'
import { formatFieldValue } from '@ledger/ledger-service/exports/edit-log/format-values.ts'
import { formatDay, formatKolkataTime } from '@ledger/ledger-service/exports/formats/dates-and-rupees.ts'
import { formatEditLogValue } from '@ledger/web/src/audit/edit-log/format-field-value.ts'
import { describe, expect, test } from 'vitest'

describe('a value of the edit log', () => {
  test.each<EditLogField>([
    ...(['amount', 'alert level', 'short of cash', 'bill above', 'large', 'budget'] as const),
    ...(['at once above', 'in a year above', 'cash in a day above'] as const),
    ...(['cash counted', 'cash expected', 'difference'] as const),
  ])('is rupees where it is money: %s', (field) => {
    expect(formatFieldValue(field, '125000.50', 'en')).toBe('₹1,25,000.50')
    expect(formatFieldValue(field, null, 'en')).toBeNull()
    expect(formatEditLogValue(field, '125000.50', 'hi')).toBe('₹1,25,000.50')
  })

  test('below zero has its sign before the rupees', () => {
    expect(formatFieldValue('difference', '-50.00', 'en')).toBe('−₹50.00')
  })

  test.each<EditLogField>(['site from', 'from', 'closed up to'])('is a day where it is one: %s', (field) => {
    expect(formatFieldValue(field, '2026-04-01', 'hi')).toBe('1 अप्रैल 2026')
    expect(formatEditLogValue(field, '2026-04-01', 'en')).toBe('1 Apr 2026')
  })

  test('is what was typed where it is words', () => {
    for (const field of ['name', 'narration', 'reference'] as const)
      expect(formatFieldValue(field, '2026-04-01', 'hi')).toBe('2026-04-01')
  })
})

describe('in a file', () => {
  test.each([
    ['2026-04-02T04:45:30.000Z', '2 Apr 2026, 10:15:30', '2 अप्रैल 2026, 10:15:30'],
    ['2026-04-01T18:29:59.999Z', '1 Apr 2026, 23:59:59', '1 अप्रैल 2026, 23:59:59'],
    ['2026-04-01T18:30:00.000Z', '2 Apr 2026, 00:00:00', '2 अप्रैल 2026, 00:00:00'],
    ['2026-12-31T18:30:01.000Z', '1 Jan 2027, 00:00:01', '1 जनवरी 2027, 00:00:01'],
    ['2028-02-28T18:30:00.000Z', '29 Feb 2028, 00:00:00', '29 फ़रवरी 2028, 00:00:00'],
    ['2026-09-01T13:37:05.000Z', '1 Sept 2026, 19:07:05', '1 सितंबर 2026, 19:07:05'],
  ])('the time of %s is that of Asia/Kolkata', (instant, en, hi) => {
    expect(formatKolkataTime(instant, 'en')).toBe(en)
    expect(formatKolkataTime(instant, 'hi')).toBe(hi)
  })

  test('a day has the name of its month', () => {
    const days = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-09`)
    const inLanguage = (language: 'en' | 'hi') => days.map((day) => formatDay(day, language).split(' ')[1]).join(' ')
    expect(inLanguage('en')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec')
    expect(inLanguage('hi')).toBe('जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर')
    expect(formatDay('2028-02-29', 'en')).toBe('29 Feb 2028')
    expect(formatDay('2026-12-01', 'hi')).toBe('1 दिसंबर 2026')
  })
})
