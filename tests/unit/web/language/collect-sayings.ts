import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

export const checkout = join(import.meta.dirname, '../../../..')
/** Settings of a language for the browser, which no person reads: its locale, the form of a month. */
const LOCALE = /^((en|hi)(-\w+)*|long|short)$/

/** A text that a person reads, or a fixed part of one. `key` is the member that holds it. */
export interface Saying {
  readonly file: string
  readonly language: 'en' | 'hi'
  readonly key: string
  readonly text: string
}

/** Returns the texts of every inBothLanguages(en, hi) and of every { en, hi }, without what is put into them. */
export function everySaying(): Saying[] {
  const files = globSync('{web/src,contracts,ledger-service}/**/*.{ts,tsx}', {
    cwd: checkout,
    exclude: ['**/node_modules/**'],
  })
  return files.flatMap((file) => sayingsOf(file))
}

function sayingsOf(file: string): Saying[] {
  const source = readFileSync(join(checkout, file), 'utf8')
  if (!/inBothLanguages|\bhi: /.test(source)) return []
  const { program } = parseSync(file, source)
  const found: Saying[] = []
  const take = (language: Saying['language'], { start, end }: { start: number; end: number }) =>
    found.push(...textsIn(source.slice(start, end), { file, language }))
  new Visitor({
    ObjectExpression({ properties }) {
      const named = (name: string) =>
        properties.find((each) => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name)
      const [en, hi] = [named('en'), named('hi')]
      if (en?.type !== 'Property' || hi?.type !== 'Property') return
      take('en', en.value)
      take('hi', hi.value)
    },
    CallExpression({ callee, arguments: args }) {
      if (callee.type !== 'Identifier' || callee.name !== 'inBothLanguages') return
      for (const [index, language] of (['en', 'hi'] as const).entries()) {
        const argument = args[index]
        if (argument?.type === 'ObjectExpression') take(language, argument)
      }
    },
  }).visit(program)
  return found
}

/** Returns every string and every fixed part of a template in a piece of source, with the key that it belongs to. */
function textsIn(source: string, where: Pick<Saying, 'file' | 'language'>): Saying[] {
  const { program } = parseSync('edit-log-texts.ts', `(${source})`)
  const found: Saying[] = []
  let key = { name: '', start: -1 }
  new Visitor({
    Property({ key: { start, end } }) {
      key = { name: source.slice(start - 1, end - 1), start }
    },
    Literal({ value, start }) {
      if (typeof value === 'string' && start !== key.start && !LOCALE.test(value))
        found.push({ ...where, key: key.name, text: value })
    },
    TemplateElement({ value }) {
      found.push({ ...where, key: key.name, text: value.cooked ?? '' })
    },
  }).visit(program)
  return found
}
