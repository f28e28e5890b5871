import { soundAlike } from '@ledger/contracts/text/sound/word-sound.ts'
import { type SearchableName, toSearchableName } from '../../beneficiaries/find-names-by-spelling-or-sound.ts'
import type { SentenceWord } from './tokenize-sentence.ts'

/** A place of a sentence where a name was said, or its beginning. */
export interface NameMatch {
  readonly from: number
  readonly to: number
  /** How many words of the name were said. */
  readonly words: number
  /** Whether these are all of them. */
  readonly isWhole: boolean
}

/**
 * Returns the places where a name is said, in either script, from its first word on. Two words of the name may be one
 * of the sentence, and the other way round: "chaiwala" is चाय वाला.
 */
export function findName(words: readonly SentenceWord[], name: SearchableName): NameMatch[] {
  return words.flatMap((_, from) => {
    const match = matchAt(words, from, name)
    return match.words === 0 ? [] : [match]
  })
}

function matchAt(words: readonly SentenceWord[], from: number, name: SearchableName): NameMatch {
  let [to, matched] = [from, 0]
  while (matched < name.words.length) {
    const step = STEPS.find(([said, of]) => {
      const spoken = freeText(words, to, said)
      return (
        spoken !== undefined &&
        matched + of <= name.words.length &&
        isSameName(spoken, name.words.slice(matched, matched + of).join(''))
      )
    })
    if (step === undefined) break
    to += step[0]
    matched += step[1]
  }
  return { from, to, words: matched, isWhole: matched === name.words.length }
}

/** How many words of the sentence are how many of the name. */
const STEPS = [
  [1, 1],
  [2, 1],
  [1, 2],
] as const

function freeText(words: readonly SentenceWord[], at: number, count: number): string | undefined {
  const part = words.slice(at, at + count)
  return part.length === count && part.every(({ isTaken }) => !isTaken)
    ? part.map(({ plain }) => plain).join('')
    : undefined
}

const known = new Map<string, SearchableName>()

function isSameName(spoken: string, name: string): boolean {
  if (spoken === name) return true
  const [one, other] = [spoken, name].map(searchable)
  const [ofSpoken = [], ofName = []] = [one?.readings[0], other?.readings[0]]
  return soundAlike(ofSpoken, ofName)
}

/** Each word of the sentence is compared with each first word of 5,000 names. */
function searchable(word: string): SearchableName {
  const name = known.get(word) ?? toSearchableName(word)
  known.set(word, name)
  return name
}
