import { expect, test } from 'vitest'
import { faultsInRows, specificationRows, testNames } from '../check/specification-table.ts'

const FILE = 'tests/unit/sums.test.ts'
const SOURCE = `
describe('a sum', () => {
  it('is exact', () => {})
  it.each([[1]])('of %i rows is %s', () => {})
  describe.each(KINDS)('of $kind.name', () => {
    for (const language of LANGUAGES) test(\`is said in \${language}\`, () => { run('is exact') })
  })
})
test('stands alone', () => {})
`
const namesOf = (file: string) => (file === FILE ? testNames(file, SOURCE) : undefined)
const table = (...rows: string[]) =>
  specificationRows(
    [
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((section) => `## §${section} A section\n| S | not held by a test: no screen |`),
      '## §9 Limits',
      '| Sentence | Test |',
      '| --- | --- |',
      ...rows,
    ].join('\n'),
  )

test('names are read as they are printed, with … for what is put into them', () => {
  expect(testNames(FILE, SOURCE)).toEqual([
    'a sum > is exact',
    'a sum > of … rows is …',
    'a sum > of … > is said in …',
    'stands alone',
  ])
})

test('a table whose tests are all there has no fault', () => {
  const rows = table(`| Sums are exact. | ${FILE} > a sum > is exact<br>${FILE} > stands alone |`)
  expect(faultsInRows(rows, namesOf)).toEqual([])
})

test('a test or a file that is gone, a row that stands twice and a section without rows are told', () => {
  const rows = table(
    `| Sums are exact. | ${FILE} > a sum > is nearly exact |`,
    '| Sums are exact. | tests/unit/gone.test.ts > is exact |',
  )
  expect(faultsInRows(rows, namesOf)).toEqual([
    `docs/specification.md:20: ${FILE} has no test “a sum > is nearly exact”`,
    'docs/specification.md:21: the row “Sums are exact.” stands twice',
    'docs/specification.md:21: there is no file tests/unit/gone.test.ts',
  ])
  expect(faultsInRows(specificationRows('## §1 What for'), namesOf)).toHaveLength(9)
})
