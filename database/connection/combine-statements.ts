import { LRUCache } from 'lru-cache'
import type { SqlStatement, UnnamedStatement } from './sql-statement.ts'

/** Combined texts by their parts. Statements that are written page after page have few different texts. */
const combinedTexts = new LRUCache<string, string>({ max: 1000 })

/**
 * Combines several statements into one, in which they do not see each other's changes. A message for each would cost
 * both sides more than the rows of a small page. The parameters of each part follow those of the part before.
 * @param query the final SELECT, which can read `into_<name>` of each part
 */
export function combineStatements(parts: readonly SqlStatement[], query = 'SELECT'): UnnamedStatement {
  const texts = [...parts.map(({ text }) => text), query].join('\n')
  let text = combinedTexts.get(texts)
  if (text === undefined) {
    text = combineTexts(parts, query)
    combinedTexts.set(texts, text)
  }
  return { text, values: parts.flatMap(({ values }) => values) }
}

function combineTexts(parts: readonly SqlStatement[], query: string): string {
  let before = 0
  const written = parts.map(({ name, text, values }) => {
    const from = before
    before += values.length
    return `into_${name} AS (${text.replaceAll(/\$(\d+)/g, (_, index: string) => `$${from + Number(index)}`)})`
  })
  return `WITH ${written.join(', ')} ${query}`
}
