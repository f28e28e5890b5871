import { type Day, dayAfter } from '@ledger/contracts/dates.ts'

/**
 * Returns how much work there is on a day, from 0 (none) to 1: less on Sundays, on festivals, and in the weeks in which
 * the workers are in their villages.
 */
export function workIntensityOn(day: Day): number {
  const away = FESTIVALS.find(({ from, to }) => day >= from && day <= to)
  if (away) return away.work
  return weekday(day) === 0 ? 0.25 : 1
}

/** Returns 0 for Sunday to 6 for Saturday, when wages are paid. */
export function weekday(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}

/** Concrete, earthwork and painting pause in the rains; water and coolers are bought in summer. */
export type Season = 'winter' | 'summer' | 'rains' | 'autumn'

export function seasonOf(day: Day): Season {
  const month = Number(day.slice(5, 7))
  if (month >= 3 && month <= 6) return month === 6 && Number(day.slice(8)) > 20 ? 'rains' : 'summer'
  if (month >= 7 && month <= 9) return 'rains'
  return month >= 10 && month <= 11 ? 'autumn' : 'winter'
}

/** Yields every day from the first to the last, both included. */
export function* daysBetween(first: Day, last: Day): Generator<Day> {
  for (let day = first; day <= last; day = dayAfter(day)) yield day
}

const FESTIVALS: { from: Day; to: Day; work: number }[] = [
  { from: '2025-01-14', to: '2025-01-14', work: 0.2 },
  { from: '2025-01-26', to: '2025-01-26', work: 0 },
  { from: '2025-03-13', to: '2025-03-16', work: 0.05 },
  { from: '2025-03-31', to: '2025-03-31', work: 0.3 },
  { from: '2025-08-09', to: '2025-08-09', work: 0.3 },
  { from: '2025-08-15', to: '2025-08-15', work: 0 },
  { from: '2025-10-02', to: '2025-10-02', work: 0 },
  { from: '2025-10-19', to: '2025-10-23', work: 0 },
  { from: '2025-10-24', to: '2025-10-30', work: 0.25 },
  { from: '2026-01-14', to: '2026-01-14', work: 0.2 },
  { from: '2026-01-26', to: '2026-01-26', work: 0 },
  { from: '2026-03-03', to: '2026-03-06', work: 0.05 },
  { from: '2026-03-21', to: '2026-03-21', work: 0.3 },
  { from: '2026-08-15', to: '2026-08-15', work: 0 },
  { from: '2026-08-28', to: '2026-08-28', work: 0.3 },
  { from: '2026-10-02', to: '2026-10-02', work: 0 },
  { from: '2026-10-20', to: '2026-10-20', work: 0 },
  { from: '2026-11-07', to: '2026-11-10', work: 0 },
  { from: '2026-11-11', to: '2026-11-16', work: 0.25 },
]
