/** A pattern for ILIKE that finds the words anywhere, whatever characters they are made of. */
export function contains(words: string): string {
  return `%${words.trim().replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
}
