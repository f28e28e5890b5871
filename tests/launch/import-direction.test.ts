import { expect, test } from 'vitest'
import { type ImportRules, importBreachesOf } from '../check/import-direction.ts'

const rules: ImportRules = {
  folders: {
    contracts: { imports: [], packages: ['zod'] },
    service: { imports: ['service/domain', 'contracts'] },
    'service/domain': { imports: ['contracts'], packages: [] },
  },
}

function found(file: string, source: string): string[] {
  return importBreachesOf(file, source, rules).map((line) => line.slice(line.indexOf(': ') + 2))
}

test('imports that go down the house are allowed, in every form', () => {
  expect(found('service/http.ts', `import { a } from '@ledger/contracts/a.ts'; export * from './domain/b.ts'`)).toEqual(
    [],
  )
  expect(found('service/domain/a.ts', `import type { B } from './deep/b.ts'; import '@ledger/contracts/a.ts'`)).toEqual(
    [],
  )
  expect(found('service/http.ts', `import pg from 'pg'; import { join } from 'node:path'`)).toEqual([])
})

test.for([
  [`import { a } from '../http.ts'`],
  [`import type { A } from '@ledger/service/http.ts'`],
  [`export { a } from '../http.ts'`],
  [`export * from '../http.ts'`],
  [`const a = await import('../http.ts')`],
])('an import that goes up is found: %s', ([source = '']) => {
  expect(found('service/domain/a.ts', source)).toEqual(['service/domain may not import from service'])
})

test('packages are limited where a row says so, those of Node too', () => {
  expect(found('service/domain/a.ts', `import { readFileSync } from 'node:fs'`)).toEqual([
    'service/domain may use of packages only none',
  ])
  expect(found('contracts/a.ts', `import { z } from 'zod'; import x from 'zodiac'`)).toEqual([
    'contracts may use of packages only zod',
  ])
})

test.for([
  ['service/http.ts', `import { a } from '../contracts/a.ts'`, 'another package is named by @ledger/'],
  ['service/http/b.ts', `export type { A } from '../../contracts/a.ts'`, 'another package is named by @ledger/'],
  ['service/domain/a.ts', `import '@ledger/service/domain/b.ts'`, 'a file of the same package is named by its path'],
])('%s does not say %s', ([file = '', source = '', told]) => {
  expect(found(file, source)).toEqual([told])
})

test('the package.json of the checkout is named by its path', () => {
  expect(found('service/http/b.ts', `import { version } from '../../package.json'`)).toEqual([])
})

test('nobody imports a main.ts, and a folder without a row is told', () => {
  expect(found('service/http.ts', `import './main.ts'`)).toEqual(['nothing imports main.ts'])
  expect(found('elsewhere/a.ts', `import './b.ts'`)).toEqual(['its folder has no row in import-rules.json'])
})

test('a file that cannot be parsed is told as well', () => {
  expect(found('contracts/a.ts', `import { from`)).toHaveLength(1)
})
