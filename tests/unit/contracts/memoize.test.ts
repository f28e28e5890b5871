import { memoize } from '@ledger/contracts/text/memoize.ts'
import { expect, test } from 'vitest'

test('a result is computed once, until more keys were asked for than are remembered', () => {
  const computed: string[] = []
  const lengthOf = memoize(2, (text: string) => computed.push(text) && text.length)
  expect(['a', 'bb', 'a', 'bb'].map(lengthOf)).toEqual([1, 2, 1, 2])
  expect(computed).toEqual(['a', 'bb'])
  expect(['ccc', 'a', 'ccc', 'a'].map(lengthOf)).toEqual([3, 1, 3, 1])
  expect(computed).toEqual(['a', 'bb', 'ccc', 'a'])
})
