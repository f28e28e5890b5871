/** Returns which written positions a reader never got, and which it got more than once. */
export function missedAndRepeatedPositions(given: number[], written: number[]): { missed: number[]; twice: number[] } {
  const [seen, twice] = [new Set<number>(), new Set<number>()]
  for (const position of given) (seen.has(position) ? twice : seen).add(position)
  return { missed: written.filter((position) => !seen.has(position)), twice: [...twice] }
}
