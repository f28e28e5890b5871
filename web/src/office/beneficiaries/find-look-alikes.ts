import { wordReadings } from '@ledger/contracts/text/sound/word-sound.ts'
import { normalizeName } from '@ledger/contracts/text/text-schemas.ts'

/** Names with fewer consonants are too short to be likely doubles: Gita, Gopi. */
const MIN_CONSONANTS = 4
/** The most ways in which a name is read. */
const MAX_READINGS = 8

/**
 * Returns the names that are likely one, in either script: their words have the same consonants, in the same order. A
 * vowel that was left out or heard otherwise does not part them: Ramesh Traders, Rmesh Tradrs, रमेश ट्रेडर्स.
 * @returns the groups of two and more, in the order of the list
 */
export function findLookAlikes<Named extends { name: string }>(all: readonly Named[]): Named[][] {
  const groups = new Map<string, Set<Named>>()
  for (const one of all) {
    const keys = soundKeys(one.name)
    const known = keys.map((key) => groups.get(key)).find((group) => group !== undefined)
    const group = known ?? new Set<Named>()
    group.add(one)
    for (const key of keys) if (!groups.has(key)) groups.set(key, group)
  }
  return [...new Set(groups.values())].filter(({ size }) => size > 1).map((group) => [...group])
}

/** Returns the consonants of a name by each of its readings; none for a name that is too short. */
function soundKeys(name: string): string[] {
  const keys = normalizeName(name)
    .split(' ')
    .reduce<string[]>(
      (before, word) => {
        const read = wordReadings(word.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')).map(({ consonants }) => consonants)
        const words = read.length === 0 ? [word] : [...new Set(read)]
        return before.flatMap((key) => words.map((each) => `${key} ${each}`)).slice(0, MAX_READINGS)
      },
      [''],
    )
  return keys.filter((key) => key.replaceAll(/[^a-z]/g, '').length >= MIN_CONSONANTS)
}
