import { expect, it } from 'vitest'
import { REQUEST_PARTS } from './request-parts.ts'

/** Values that JSON can hold and that code for texts and numbers trips over. */
const ODD_VALUES = [
  { toString: 1 },
  { valueOf: null, toString: null },
  { length: -1 },
  JSON.parse('{"__proto__":{"trim":1}}'),
  [],
  [['0']],
  ['0'],
  {},
  true,
  -0,
  1e308,
  '',
  '\ud800',
  null,
]

it('takes or refuses whatever JSON a field has, and throws nothing', () => {
  const thrown: string[] = []
  for (const { title, schema, fields } of REQUEST_PARTS)
    for (const value of ODD_VALUES)
      for (const given of [value, [value], ...fields.flatMap((field) => [{ [field]: value }, [{ [field]: value }]])])
        try {
          schema.safeParse(given)
        } catch (error) {
          thrown.push(`${title}: ${JSON.stringify(given)}: ${error}`)
        }
  expect(thrown).toEqual([])
})

it('takes no list as the amount that it holds', () => {
  for (const { title, schema, fields } of REQUEST_PARTS.filter(({ fields }) => fields.includes('amount')))
    for (const amount of [['0'], ['1'], [], [0]]) {
      const { error } = schema.safeParse({ ...Object.fromEntries(fields.map((field) => [field, '1'])), amount })
      expect(
        error?.issues.map(({ path }) => path.join()),
        `${title}: ${JSON.stringify(amount)}`,
      ).toContain('amount')
    }
})
