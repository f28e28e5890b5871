/**
 * Returns the text that a change of a field put in: one character for a key, more for a paste, none for a deletion. The
 * event does not always tell: keyboards of phones paste and autofill without saying so.
 */
export function findInsertedText(before: string, after: string): string {
  let start = 0
  while (start < before.length && before[start] === after[start]) start++
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++
  return after.slice(start, after.length - end)
}
