import { throwAggregate } from '@ledger/projections/jobs/throw-aggregate.ts'
import { expect, it } from 'vitest'

it('throws what failed as it is, or one error that says of all of them why, each reason once', () => {
  throwAggregate([])
  const one = new Error('The first')
  expect(() => throwAggregate([one])).toThrow(one)
  expect(() => throwAggregate([one, 'The second', new Error('The first')])).toThrow(/^The first; The second$/)
})
