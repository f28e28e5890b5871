import type { EditLogField } from '@ledger/contracts/labels/edit-log-labels.ts'
import { formatFieldValue } from '@ledger/ledger-service/exports/edit-log/format-values.ts'
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
