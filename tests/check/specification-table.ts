// docs/specification.md names the test of every sentence of the specification; this checks that each of these tests
// exists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser'

const SPECIFICATION_PAGE = 'docs/specification.md'
const SECTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 9]
/** A sentence without a test has this text and the reason in its row. */
const NOT_HELD = 'not held by a test: '

export interface SpecificationRow {
  readonly line: number
  readonly section: number
  readonly sentence: string
  /**
   * Test names as vitest prints them, `tests/<file>.test.ts > <describe> > <test>`, or the reason why there is none.
   */
  readonly tests: readonly string[]
}

/** Returns all faults of a checkout's table, one readable line each. */
export function specificationTableFaults(checkout: string): string[] {
  const namesOf = (file: string) => {
    const path = join(checkout, file)
    return existsSync(path) ? testNames(file, readFileSync(path, 'utf8')) : undefined
  }
  return faultsInRows(specificationRows(readFileSync(join(checkout, SPECIFICATION_PAGE), 'utf8')), namesOf)
}

/** Returns the rows under the headings `## §1 …` to `## §9 …`. */
export function specificationRows(text: string): SpecificationRow[] {
  let section = 0
  return text.split('\n').flatMap((content, index): SpecificationRow[] => {
    section = Number(/^## §(\d)/.exec(content)?.[1] ?? section)
    const [, sentence, tests] = /^\| (.+?) \| (.+?) \|$/.exec(content) ?? []
    if (sentence === undefined || tests === undefined || /^(Sentence|-+)$/.test(sentence)) return []
    return [{ line: index + 1, section, sentence, tests: tests.split('<br>') }]
  })
}

/** @param namesOf returns the names of the tests of a file, or undefined for a missing file */
export function faultsInRows(
  rows: readonly SpecificationRow[],
  namesOf: (file: string) => readonly string[] | undefined,
): string[] {
  const known = new Map<string, readonly string[] | undefined>()
  const seen = new Set<string>()
  const faults = rows.flatMap(({ line, section, sentence, tests }) => {
    const at = `${SPECIFICATION_PAGE}:${line}:`
    const isAgain = seen.has(`${section} ${sentence}`)
    seen.add(`${section} ${sentence}`)
    return [
      ...(isAgain ? [`${at} the row “${sentence}” stands twice`] : []),
      ...tests.flatMap((test) => {
        if (test.startsWith(NOT_HELD)) return []
        const [file = '', ...name] = test.split(' > ')
        if (!known.has(file)) known.set(file, namesOf(file))
        const names = known.get(file)
        if (names === undefined) return [`${at} there is no file ${file}`]
        return names.includes(name.join(' > ')) ? [] : [`${at} ${file} has no test “${name.join(' > ')}”`]
      }),
    ]
  })
  const empty = SECTIONS.filter((section) => !rows.some((row) => row.section === section))
  return [...faults, ...empty.map((section) => `${SPECIFICATION_PAGE}: §${section} has no row`)]
}

/**
 * Returns the names of a file's tests as vitest prints them, each after the names of its describe blocks; a part that
 * is inserted at run time (`${…}`, `%s`, `$field`) stands as `…`.
 */
export function testNames(file: string, source: string): string[] {
  const around: string[] = []
  const names: string[] = []
  new Visitor({
    CallExpression(call) {
      const name = literalTestName(call.arguments[0])
      if (name === undefined) return
      const kind = rootIdentifier(call.callee)
      if (kind === 'describe') around.push(name)
      if (kind === 'it' || kind === 'test') names.push([...around, name].join(' > '))
    },
    'CallExpression:exit'(call) {
      if (rootIdentifier(call.callee) === 'describe' && literalTestName(call.arguments[0]) !== undefined) around.pop()
    },
  }).visit(parseSync(file, source).program)
  return names
}

/** Returns `it` for `it(…)`, for `it.each(…)(…)` and similar calls. */
function rootIdentifier(callee: Expression): string | undefined {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return rootIdentifier(callee.object)
  return callee.type === 'CallExpression' ? rootIdentifier(callee.callee) : undefined
}

function literalTestName(argument: Argument | undefined): string | undefined {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return withGaps(argument.value)
  if (argument?.type !== 'TemplateLiteral') return undefined
  return withGaps(argument.quasis.map(({ value }) => value.cooked ?? '').join('…'))
}

const withGaps = (name: string) => name.replace(/%[sdifjo#]|\$[A-Za-z][\w.]*/g, '…')
