import { trigramLikePattern, twoCharacterRegex } from '@ledger/projections/queries/search/trigram-pattern.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

/**
 * The pattern for the index finds every text that has the words, and for words of several letters it has fewer trigrams
 * than all of them.
 */

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

it.each([
  ['mahakal cement depot 4', '%mah%akal%cem%ent%depot 4%'],
  ['Sharma & Sons', '%sha%rma%sons%'],
  ['गणेश ट्रेडर्स 4', '%7q43%7q66%7z1%0z0%1q6%70 4%'],
  ['(गणेश) मजदूर', '%(%7q43%7q66%6q34%6z02q6%'],
  // A frequent letter is in the pattern with its beginning alone, but the last of two letters at the end of a word with
  // all of it.
  ['सरिया रेत', '%0q6%7q57q7%0z07q44%'],
  ['किराया, 4', '%5q7%0q7%76, 4%'],
  // A number is found by its first digits, so the pattern has its beginning.
  ['83,251', '%83,251%'],
  ['no. 123456', '%no. 123%456%'],
  ['50% r_s\\', '%50\\% r\\_s\\\\\\\\%'],
  ['ärger', undefined],
])('of %j the index is asked for %j', (words, pattern) => {
  expect(trigramLikePattern(words)).toBe(pattern)
})

const letters = fc.constantFrom(...'aAbkKsSiIzqQ019%_\\.,-/&() \u212a\u0130éßसकिर्जाँॐ॥१ட', ' ', ' ')
const text = fc.string({ unit: letters, maxLength: 24 })
const around = fc.tuple(text, fc.string({ unit: letters, minLength: 1, maxLength: 12 }), text)

it('every text that has the words, in whatever case, has their pieces', async () => {
  const cases = fc
    .sample(around, { numRuns: 20_000, seed: 37 })
    .map(([before, words, after], n) => ({
      words: words.trim(),
      text: before + (n % 2 === 0 ? words : words.toUpperCase()) + after,
    }))
    .flatMap(({ words, text }) => {
      const [pieces, pair] = [trigramLikePattern(words), twoCharacterRegex(words)]
      return [
        ...(pieces === undefined ? [] : [{ words, text, like: pieces, pair: '' }]),
        ...(pair === undefined ? [] : [{ words, text, like: '%', pair }]),
      ]
    })
  expect(cases.filter(({ pair }) => pair !== '').length).toBeGreaterThan(100)
  expect(cases.filter(({ like }) => /[^\\]%./.test(like)).length).toBeGreaterThan(1000)
  // Both as they are and in small letters, as the server writes them.
  const { rows } = await ledger.sql.query(
    `SELECT words, text, "like", pair FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS c (words, text, "like", pair)
    WHERE lower(text) LIKE '%' || replace(replace(replace(lower(words), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
      AND NOT (folded_text(text) LIKE "like" AND folded_text(text) ~ pair)`,
    (['words', 'text', 'like', 'pair'] as const).map((column) => cases.map((each) => each[column])),
  )
  expect(rows).toEqual([])
})
