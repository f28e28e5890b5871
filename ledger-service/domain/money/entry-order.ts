/** Orders entries by their date, and those of one date as they were recorded. */
export function compareDateAndOrder(a: { date: string; order: number }, b: { date: string; order: number }): number {
  if (a.date !== b.date) return a.date < b.date ? -1 : 1
  return a.order - b.order
}
