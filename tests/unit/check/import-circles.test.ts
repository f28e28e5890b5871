import { expect, test } from 'vitest'
import { importCirclesOf } from '../../check/import-circles.ts'

test('two files that import each other are a circle, and so is a longer way round', () => {
  const imports = new Map([
    ['a.ts', ['b.ts', 'far.ts']],
    ['b.ts', ['a.ts']],
    ['c.ts', ['d.ts', 'a.ts']],
    ['d.ts', ['e.ts']],
    ['e.ts', ['c.ts']],
  ])
  expect(importCirclesOf(imports)).toEqual([
    'these files import each other: a.ts, b.ts',
    'these files import each other: c.ts, d.ts, e.ts',
  ])
})

test('files that share an import are no circle', () => {
  const imports = new Map([
    ['a.ts', ['b.ts', 'c.ts']],
    ['b.ts', ['d.ts']],
    ['c.ts', ['d.ts']],
    ['d.ts', []],
  ])
  expect(importCirclesOf(imports)).toEqual([])
})
