/** Returns the month, such as `2026-11`, that is `steps` months after that of a day. */
export function monthAround(day: string, steps: number): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + steps, 1)).toISOString().slice(0, 7)
}
