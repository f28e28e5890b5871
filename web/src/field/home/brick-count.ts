/** The courses of the largest bar. */
export const MAX_BRICKS = 5

/** Returns how many courses a sum has beside the largest one of the week: at least one where anything was spent. */
export function brickCount(spent: number, largest: number): number {
  return spent <= 0 ? 0 : Math.max(1, Math.round((spent / largest) * MAX_BRICKS))
}
