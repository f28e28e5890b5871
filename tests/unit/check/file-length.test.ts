import { expect, test } from 'vitest'
import { lengthFaultsOf } from '../../check/file-length.ts'

test('a file with more than 340 lines is named', () => {
  expect(lengthFaultsOf('web/a.ts', 'a\n'.repeat(340))).toEqual([])
  expect(lengthFaultsOf('web/a.ts', 'a\n'.repeat(341))).toEqual(['web/a.ts has 341 lines, and at most 340 are allowed'])
})
