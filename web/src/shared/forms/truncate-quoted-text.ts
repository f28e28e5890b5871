const MAX_QUOTED_CHARACTERS = 24

/** Returns a refused text as a sentence quotes it: without the space around it, and short. */
export function truncateQuotedText(text: string): string {
  const characters = [...text.trim()]
  const begins = characters.slice(0, MAX_QUOTED_CHARACTERS).join('')
  return characters.length <= MAX_QUOTED_CHARACTERS ? begins : `${begins}…`
}
