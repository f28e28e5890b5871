import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'

/** A fenced block of a page. */
export interface DocCodeBlock {
  language: string
  /** The words after the language: `by-hand`, and the user to run it as. */
  marks: string[]
  text: string
}

/** Returns the fenced blocks of a page in docs/, in its order. */
export function codeBlocksOf(page: string): DocCodeBlock[] {
  const text = readFileSync(join(checkoutFolder, 'docs', page), 'utf8')
  // A block in a list item is indented, which a shell ignores.
  return [...text.matchAll(/^( *)```(\S+)(.*)\n([\s\S]*?)^\1```$/gm)].map(
    ([, , language = '', marks = '', block = '']) => ({
      language,
      marks: marks.trim().split(' ').filter(Boolean),
      text: block,
    }),
  )
}
