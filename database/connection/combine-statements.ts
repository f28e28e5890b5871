/** A statement that writes, and its parameters. */
export interface NamedStatement {
  name: string
  text: string
  values: readonly unknown[]
}

/** By the texts of their parts: what is written page after page has few of them. */
const combinedTexts = new Map<string, string>()
const MAX_COMBINED_TEXTS = 1000

/**
 * Several statements as one, in which they do not see what the others write: a message each would cost both sides more than the rows of a
 * small page. Each part's parameters follow those of the part before.
 * @param query what is answered, which can read `into_<name>` of each part
 */
export function combineStatements(
  parts: readonly NamedStatement[],
  query = 'SELECT',
): { text: string; values: unknown[] } {
  const texts = [...parts.map(({ text }) => text), query].join('\n')
  const text = combinedTexts.get(texts) ?? combineTexts(parts, query)
  if (combinedTexts.size >= MAX_COMBINED_TEXTS) combinedTexts.clear()
  combinedTexts.set(texts, text)
  return { text, values: parts.flatMap(({ values }) => values) }
}

function combineTexts(parts: readonly NamedStatement[], query: string): string {
  let before = 0
  const written = parts.map(({ name, text, values }) => {
    const from = before
    before += values.length
    return `into_${name} AS (${text.replaceAll(/\$(\d+)/g, (_, index: string) => `$${from + Number(index)}`)})`
  })
  return `WITH ${written.join(', ')} ${query}`
}
