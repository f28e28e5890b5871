import { foldForSearch, isPrintable } from '@ledger/contracts/text/text-schemas.ts'
import { trigramLikePattern, twoCharacterRegex } from '@ledger/projections/queries/search/trigram-pattern.ts'
import { searchFormSql } from '@ledger/projections/queries/search/word-sql.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
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

const letters = fc.constantFrom(
  ...'aAbkKsSiIzqQ019%_\\.,-/&() \u212a\u0130éßसकिर्जाँॐ॥१९ட\u200c\u200dＡｂ７％ﬁ①',
  ...[' ', ' '],
)
const text = fc.string({ unit: letters, maxLength: 24 })
const around = fc.tuple(text, fc.string({ unit: letters, minLength: 1, maxLength: 12 }), text)

it('every text that has the words, in whatever case, has their pieces', async () => {
  const cases = fc
    .sample(around, { numRuns: 20_000, seed: 37 })
    .map(([before, words, after], n) => ({
      words: foldForSearch(words),
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
  // Both as they are and in the form in which the database compares them.
  const { rows } = await sql`
    SELECT words, text, "like", pair
    FROM unnest(${cases.map(({ words }) => words)}::text[], ${cases.map(({ text }) => text)}::text[],
      ${cases.map(({ like }) => like)}::text[], ${cases.map(({ pair }) => pair)}::text[]) AS c (words, text, "like", pair)
    WHERE ${searchFormSql(sql`text`)} LIKE '%' || replace(replace(replace(lower(words), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'
      AND NOT (folded_text(text) LIKE "like" AND folded_text(text) ~ pair)`.execute(ledger.db)
  expect(rows).toEqual([])
})

it('the database folds a text as the program does, but for its white space', async () => {
  const texts = fc
    .sample(fc.string({ unit: letters, maxLength: 24 }), { numRuns: 5000, seed: 41 })
    .map((sample) => sample.normalize('NFC').trim())
    .filter(isPrintable)
  expect(texts.filter((sample) => sample.includes('\u200d')).length).toBeGreaterThan(50)
  const { rows } = await sql`
    SELECT text, folded FROM unnest(${texts}::text[], ${texts.map(foldForSearch)}::text[]) AS c (text, folded)
    WHERE trim(regexp_replace(${searchFormSql(sql`text`)}, '\\s+', ' ', 'g')) <> lower(folded)`.execute(ledger.db)
  expect(rows).toEqual([])
})
