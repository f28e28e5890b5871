import { MIN_CONSONANTS_OF_BEGINNING, soundsLikeTyped, wordReadings } from '@ledger/contracts/text/sound/word-sound.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { type Kysely, sql } from 'kysely'

/** The most words with the same consonants that are compared: the shortest keys first. */
const MAX_COMPARED_WORDS = 300
/** The most spellings of a word that are searched for: each costs a condition for all that a row shows. */
const MAX_SPELLINGS = 12

/**
 * Returns for each word of a search the word itself, and the words of the company's texts that sound like it, in either
 * script. A spelling that contains another one is left out, because a search for the other one finds it.
 * @param words as `splitSearchWords` returns them
 */
export async function findSpellings(
  db: Kysely<Database>,
  companyId: string,
  words: readonly string[],
): Promise<string[][]> {
  const typed = words.map((word) => ({ word: word.toLowerCase(), readings: wordReadings(word.toLowerCase()) }))
  const asked = typed.flatMap(({ readings }, place) =>
    [...new Set(readings.map(({ consonants }) => consonants))].map((from) => ({ place, from, to: endOfKeys(from) })),
  )
  if (asked.length === 0) return words.map((word) => [word])
  const { rows } = await sql<{ place: number; word: string }>`
    SELECT place, word FROM unnest(${asked.map(({ place }) => place)}::int[], ${asked.map(({ from }) => from)}::text[],
      ${asked.map(({ to }) => to)}::text[]) AS asked (place, first, behind)
    CROSS JOIN LATERAL (SELECT word FROM searched_words WHERE company_id = ${companyId}
      AND consonants >= first AND consonants < behind ORDER BY consonants, word LIMIT ${sql.lit(MAX_COMPARED_WORDS)}) AS found`.execute(
    db,
  )
  return typed.map(({ word, readings }, place) => {
    const alike = rows.filter((row) => row.place === place && soundsLikeTyped(wordReadings(row.word), readings))
    const spellings = distinctSpellings(word, [...new Set(alike.map((row) => row.word))])
    return [words[place] ?? word, ...spellings.slice(1, MAX_SPELLINGS)]
  })
}

/** Returns the first key behind those of the words to compare: all that begin so, where few enough do. */
const endOfKeys = (consonants: string) =>
  consonants.length >= MIN_CONSONANTS_OF_BEGINNING ? `${consonants}{` : `${consonants} `

/** Returns the word, and the others that contain none before them, the shortest first. */
function distinctSpellings(word: string, others: readonly string[]): string[] {
  const distinct = [word]
  for (const other of others.toSorted((a, b) => a.length - b.length))
    if (!distinct.some((spelling) => other.includes(spelling))) distinct.push(other)
  return distinct
}
