import { soundAlike, soundsLikeTyped, wordReadings } from '@ledger/contracts/text/sound/word-sound.ts'
import { foldForSearch } from '@ledger/contracts/text/text-schemas.ts'
import { describe, expect, it } from 'vitest'
import { DIFFERENT_WORDS, SAME_WORDS } from './words-that-sound-alike.ts'

const readingsOf = (word: string) => wordReadings(foldForSearch(word).toLowerCase())
const linesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
const pairsOf = (table: string) =>
  linesOf(table).flatMap(([first = '', ...others]) => others.map((other) => [first, other] as const))

describe('words in both scripts, and in the spellings that people use', () => {
  const same = pairsOf(SAME_WORDS)
  const different = pairsOf(DIFFERENT_WORDS)

  it('are 200 pairs that sound alike, and 50 that do not', () => {
    expect(same.length).toBeGreaterThanOrEqual(200)
    expect(different.length).toBeGreaterThanOrEqual(50)
  })

  it.each(same)('%s and %s sound alike', (one, other) => {
    expect(soundAlike(readingsOf(one), readingsOf(other))).toBe(true)
    expect(soundAlike(readingsOf(other), readingsOf(one))).toBe(true)
  })

  it.each(different)('%s and %s do not', (one, other) => {
    expect(soundAlike(readingsOf(one), readingsOf(other))).toBe(false)
    expect(soundAlike(readingsOf(other), readingsOf(one))).toBe(false)
  })
})

it.each([
  ['karan', 'kiran'],
  ['kamal', 'komal'],
  ['dinesh', 'danish'],
  ['labour', 'lobar'],
])('%s and %s, both in Latin letters, do not sound alike for the vowels of English words', (one, other) => {
  expect(soundAlike(readingsOf(one), readingsOf(other))).toBe(false)
})

describe('a word that is typed so far', () => {
  it.each([
    ['sharm', 'शर्मा'],
    ['सीमेंट', 'cements'],
    ['lakshm', 'लक्ष्मी'],
    ['raamlal', 'रामलाल'],
  ])('%s finds %s', (typed, word) => {
    expect(soundsLikeTyped(readingsOf(word), readingsOf(typed))).toBe(true)
  })

  it.each([
    // Two consonants begin too many words.
    ['ram', 'रामलाल'],
    ['sharma', 'शर्मीला'],
    ['kiran', 'करणपुर'],
  ])('%s does not find %s', (typed, word) => {
    expect(soundsLikeTyped(readingsOf(word), readingsOf(typed))).toBe(false)
  })
})

it.each([['12'], ['एसीसी43'], ['m20'], ['அம்மா'], ['आई'], ['']])('%j has no sound', (word) => {
  expect(wordReadings(word)).toEqual([])
})
