// Finds comments that are hard to read: a line that is too long, a sentence whose subject is hidden, an error that no
// class has the name of.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Comment, parseSync } from 'oxc-parser'
import { PRODUCT_FOLDERS } from './import-direction.ts'

const MAX_LINE_LENGTH = 120
/**
 * A sentence with one of these as its subject has to be read twice. A sentence begins with a comment, a paragraph, a
 * tag or its name, or after the end of another; the dot of an abbreviation is no end.
 */
const HIDDEN_SUBJECT =
  /(?:^|\n\s*\n|@\w+\s+(?:\w+\s+)?|(?<!\b(?:e\.g|i\.e|etc|cf|vs|No))[.!?:]['"”’)`]*\s)\s*(Who|Whoever|Whom|What|Whatever|Whose|Of)\b/g
const THROWN = /@throws\s+([A-Z]\w*)/g
const CLASS = /\bclass\s+(\w+)/g
/** Instructions to a tool stand on one line, however long it is. */
const DIRECTIVE = /^\s*(biome-ignore|@ts-|v8 ignore|Stryker)/

/** Returns every comment of the checkout that breaks a rule of style, as a line for a person. */
export function commentFaultsIn(checkout: string): string[] {
  const files = globSync(`{${PRODUCT_FOLDERS.join(',')},tests}/**/*.{ts,tsx,mts,mjs,css}`, {
    cwd: checkout,
    exclude: ['**/node_modules', '**/node_modules/**', 'web/dist', 'web/dist/**'],
  })
  const sources = files.sort().map((file) => ({ file, source: readFileSync(join(checkout, file), 'utf8') }))
  const classes = new Set(sources.flatMap(({ source }) => [...source.matchAll(CLASS)].map(([, name = '']) => name)))
  return sources.flatMap(({ file, source }) => commentFaults(file, source, classes))
}

/**
 * Returns the faults of one file; `file` is relative to the checkout. A file that cannot be parsed has none here: the
 * check of imports names it.
 * @param classes the names of the classes of the checkout
 */
export function commentFaults(file: string, source: string, classes: ReadonlySet<string> = new Set()): string[] {
  const comments = file.endsWith('.css') ? cssCommentsIn(source) : joinLines(parseSync(file, source).comments, source)
  return comments.flatMap((comment) => faultsOf(comment, source, classes).map((fault) => `${file}:${fault}`))
}

type Place = Pick<Comment, 'start' | 'end' | 'value'>

/** No text of a style sheet holds the two characters that begin a comment. */
const cssCommentsIn = (source: string): Place[] =>
  [...source.matchAll(/\/\*([\s\S]*?)\*\//g)].map(({ 0: whole, 1: value = '', index }) => ({
    ...{ start: index, end: index + whole.length, value },
  }))

/** Joins the lines of `//` that follow each other, so that a wrapped line begins no sentence. */
function joinLines(comments: readonly Place[], source: string): Place[] {
  const isText = ({ start, value }: Place) => source.startsWith('//', start) && !DIRECTIVE.test(value)
  const joined: Place[] = []
  for (const comment of comments) {
    const last = joined.at(-1)
    const isNextLine = last !== undefined && /^\n[ \t]*$/.test(source.slice(last.end, comment.start))
    if (isNextLine && isText(last) && isText(comment))
      joined[joined.length - 1] = { ...last, end: comment.end, value: `${last.value}\n${comment.value}` }
    else joined.push(comment)
  }
  return joined
}

function faultsOf({ start, end, value }: Place, source: string, classes: ReadonlySet<string>): string[] {
  if (DIRECTIVE.test(value)) return []
  const firstLine = source.slice(0, start).split('\n').length
  const from = source.lastIndexOf('\n', start) + 1
  const to = source.indexOf('\n', end)
  const lines = source.slice(from, to < 0 ? undefined : to).split('\n')
  const long = lines.flatMap((line, at) =>
    line.length > MAX_LINE_LENGTH ? [`${firstLine + at} is longer than ${MAX_LINE_LENGTH} characters`] : [],
  )
  const text = value
    .split('\n')
    .map((line) => line.replace(/^[\s*/]+/, ''))
    .join('\n')
  /** Returns the words that an expression captures, each with the line that it ends in. */
  const capturedBy = (expression: RegExp) =>
    [...text.matchAll(expression)].map(({ 0: whole, 1: word = '', index }) => ({
      word,
      line: firstLine + text.slice(0, index + whole.length).split('\n').length - 1,
    }))
  const isUnknown = ({ word }: { word: string }) => !classes.has(word) && !(word in globalThis)
  return [
    ...long,
    ...capturedBy(HIDDEN_SUBJECT).map(({ word, line }) => `${line} begins with ${word}: name the subject first`),
    ...capturedBy(THROWN)
      .filter(isUnknown)
      .map(({ word, line }) => `${line} throws ${word}, and no class has this name`),
  ]
}
