/** A statement that writes, and its parameters. */
export interface Part {
  name: string
  text: string
  values: readonly unknown[]
}

/** By the texts of their parts: what is written page after page has few of them. */
const joined = new Map<string, string>()
const MOST_KEPT = 1000

/**
 * Several statements as one, in which they do not see what the others write: a message each would cost both sides more than the rows of a
 * small page. Each part's parameters follow those of the part before.
 * @param query what is answered, which can read `into_<name>` of each part
 */
export function inOne(parts: readonly Part[], query = 'SELECT'): { text: string; values: unknown[] } {
  const texts = [...parts.map(({ text }) => text), query].join('\n')
  const text = joined.get(texts) ?? join(parts, query)
  if (joined.size >= MOST_KEPT) joined.clear()
  joined.set(texts, text)
  return { text, values: parts.flatMap(({ values }) => values) }
}

function join(parts: readonly Part[], query: string): string {
  let before = 0
  const written = parts.map(({ name, text, values }) => {
    const from = before
    before += values.length
    return `into_${name} AS (${text.replaceAll(/\$(\d+)/g, (_, index: string) => `$${from + Number(index)}`)})`
  })
  return `WITH ${written.join(', ')} ${query}`
}
