import { expect, test } from 'vitest'
import { durationTable } from '../environment/duration-table.ts'

const file = (project: string, name: string, milliseconds: number) => ({
  ...{ project, path: `tests/${project}/some/${name}.test.ts`, milliseconds, tests: 2 },
})

test('the longest project comes first, with its longest files', () => {
  const log = ['a', 'b', 'c', 'd', 'e'].map((name, at) => file('log', name, 1000 * (at + 1)))
  expect(durationTable([file('unit', 'quick', 400), ...log])).toEqual([
    'log         15 s    10 tests  e 5, d 4, c 3, b 2',
    'unit         0 s     2 tests  quick 0',
  ])
})

test('without files it is empty', () => expect(durationTable([])).toEqual([]))
