// Finds comments that are hard to read: a line that is too long, or a beginning that hides the subject.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Comment, parseSync } from 'oxc-parser'
import { PRODUCT_FOLDERS } from './import-direction.ts'

const MAX_LINE_LENGTH = 120
/** A sentence with one of these as its subject has to be read twice. */
const HIDDEN_SUBJECT = /^(Who|Whoever|What|Whose|Of)\b/
/** Instructions to a tool stand on one line, however long it is. */
const DIRECTIVE = /^\s*(biome-ignore|@ts-|v8 ignore|Stryker)/

/** Returns every comment of the checkout that breaks a rule of style, as a line for a person. */
export function commentFaultsIn(checkout: string): string[] {
  const files = globSync(`{${PRODUCT_FOLDERS.join(',')},tests}/**/*.{ts,tsx,mts,mjs,css}`, {
    cwd: checkout,
    exclude: ['**/node_modules', '**/node_modules/**', 'web/dist', 'web/dist/**'],
  })
  return files.sort().flatMap((file) => commentFaults(file, readFileSync(join(checkout, file), 'utf8')))
}

/**
 * Returns the faults of one file; `file` is relative to the checkout. A file that cannot be parsed has none here: the
 * check of imports names it.
 */
export function commentFaults(file: string, source: string): string[] {
  const comments = file.endsWith('.css') ? cssCommentsIn(source) : parseSync(file, source).comments
  return comments.flatMap((comment) => faultsOf(comment, source).map((fault) => `${file}:${fault}`))
}

type Place = Pick<Comment, 'start' | 'end' | 'value'>

/** No text of a style sheet holds the two characters that begin a comment. */
const cssCommentsIn = (source: string): Place[] =>
  [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 0: whole, 1: value = '', index }) => ({
    ...{ start: index, end: index + whole.length, value },
  }))

function faultsOf({ start, end, value }: Place, source: string): string[] {
  if (DIRECTIVE.test(value)) return []
  const firstLine = source.slice(0, start).split('\n').length
  const from = source.lastIndexOf('\n', start) + 1
  const to = source.indexOf('\n', end)
  const lines = source.slice(from, to < 0 ? undefined : to).split('\n')
  const long = lines.flatMap((line, at) =>
    line.length > MAX_LINE_LENGTH ? [`${firstLine + at} is longer than ${MAX_LINE_LENGTH} characters`] : [],
  )
  const beginning = value.replace(/^[\s*/]+/, '')
  const [word] = HIDDEN_SUBJECT.exec(beginning) ?? []
  return word === undefined ? long : [...long, `${firstLine} begins with ${word}: name the subject first`]
}
