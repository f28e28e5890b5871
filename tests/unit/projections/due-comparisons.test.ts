import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { isDueForComparison } from '@ledger/projections/verification/due-comparisons.ts'
import type { LastComparison } from '@ledger/projections/verification/verification-store.ts'
import { describe, expect, it } from 'vitest'

/** The companies whose read models are compared in a night. */

const DAY_MS = 24 * 3_600_000
/** A quarter past three in Asia/Kolkata. */
const NIGHT = Date.parse('2026-04-01T21:45:00.000Z')
const COMPANY = '0190aaaa-0000-7000-8000-000000000001'
const whole = { position: 7, models: PROJECTIONS.length }
const last = (ms: number, ok = true, of: Pick<LastComparison, 'position' | 'models'> = whole): LastComparison => ({
  at: new Date(ms).toISOString(),
  ok,
  ...of,
})
const nightsDue = (given: (night: number) => Parameters<typeof isDueForComparison>[2], head = 7) =>
  Array.from({ length: 21 }, (_, day) => NIGHT + day * DAY_MS).filter((now) =>
    isDueForComparison(COMPANY, head, given(now), now),
  )

describe('a company is compared', () => {
  it('each night after something was appended, once', () => {
    expect(nightsDue((now) => last(now - DAY_MS), 8)).toHaveLength(21)
    expect(nightsDue((now) => last(now - 10 * 60_000), 8)).toEqual([])
    expect(isDueForComparison(COMPANY, 8, last(NIGHT - 16 * 60_000), NIGHT)).toBe(true)
    expect(isDueForComparison(COMPANY, 8, last(NIGHT - 14 * 60_000), NIGHT)).toBe(false)
  })

  it('soon after the start of a machine that was off at night', () => {
    expect(isDueForComparison(COMPANY, 8, last(NIGHT - DAY_MS), NIGHT + DAY_MS / 2)).toBe(true)
    expect(isDueForComparison(COMPANY, 8, last(NIGHT), NIGHT + DAY_MS / 2)).toBe(false)
  })

  it('on one night of seven where nothing was, and companies are spread over these', () => {
    const due = nightsDue((now) => last(now - DAY_MS))
    expect(due.map((now) => now - (due[0] ?? 0))).toEqual([0, 7 * DAY_MS, 14 * DAY_MS])
    const companies = Array.from({ length: 700 }, (_, n) => COMPANY.slice(0, -3) + n.toString(16).padStart(3, '0'))
    expect(companies.filter((id) => isDueForComparison(id, 7, last(NIGHT - DAY_MS), NIGHT))).toHaveLength(100)
  })

  it('where it was seven days ago, whichever night that was', () => {
    expect(nightsDue((now) => last(now - 6 * DAY_MS))).toHaveLength(3)
    expect(nightsDue((now) => last(now - 7 * DAY_MS))).toHaveLength(21)
  })

  it('at once while the last one found a difference', () => {
    expect(nightsDue((now) => last(now - 10 * 60_000, false))).toHaveLength(21)
  })

  it('at once where it never was as a whole, or has a read model that was not compared', () => {
    const parts = [undefined, { ...whole, position: null }, { ...whole, models: PROJECTIONS.length - 1 }]
    for (const of of parts) expect(nightsDue((now) => of && last(now - 60_000, true, of))).toHaveLength(21)
  })
})
