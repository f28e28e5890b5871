import { throwAll } from '@ledger/projections/throw-all.ts'
import { expect, it } from 'vitest'

it('throws what failed as it is, or one error that says of all of them why, each reason once', () => {
  throwAll([])
  const one = new Error('The first')
  expect(() => throwAll([one])).toThrow(one)
  expect(() => throwAll([one, 'The second', new Error('The first')])).toThrow(/^The first; The second$/)
})
