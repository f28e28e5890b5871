import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkout } from '@ledger/launch/configuration.ts'

/** A fenced block of a page. */
export interface Block {
  language: string
  /** What stands behind the language: `by-hand`, and as which user. */
  marks: string[]
  text: string
}

/** The fenced blocks of a page in docs/, in its order. */
export function blocksOf(page: string): Block[] {
  const text = readFileSync(join(checkout, 'docs', page), 'utf8')
  // One of a list's item is indented, which a shell does not mind.
  return [...text.matchAll(/^( *)```(\S+)(.*)\n([\s\S]*?)^\1```$/gm)].map(
    ([, , language = '', marks = '', block = '']) => ({
      language,
      marks: marks.trim().split(' ').filter(Boolean),
      text: block,
    }),
  )
}
