import { isChatter, meaningsOfWord, numberWordSpellings } from '../number-words.ts'
import { parseSpokenAmount } from '../parse-spoken-amount.ts'
import { isAmountWord, isConnecting, type SentenceWord, wordTest } from './tokenize-sentence.ts'

/** A run of number words in a sentence. `value` is undefined where it is no amount that could be understood. */
export interface SpokenAmountPart {
  readonly from: number
  readonly to: number
  readonly value: string | undefined
  /** Whether rupees were said with it. */
  readonly hasUnit: boolean
}

/** How many words beside a run decide, with it, whether it is an amount: "and fitty". */
const NEIGHBOURS = 2

/** Returns the runs of number words that fill no other field, each with its amount. */
export function findAmounts(words: readonly SentenceWord[]): SpokenAmountPart[] {
  const found: SpokenAmountPart[] = []
  for (let at = 0; at < words.length; ) {
    let end = at
    while (isFreeAmountWord(words[end])) end += 1
    if (end === at) {
      at += 1
      continue
    }
    const [from, to] = trimmed(words, at, end)
    if (from < to && !isCountedThing(words[to])) found.push(amountPart(words, from, to))
    at = end
  }
  return found
}

const isFreeAmountWord = (word: SentenceWord | undefined) => word !== undefined && !word.isTaken && isAmountWord(word)
const isFiller = (word: SentenceWord | undefined) => word !== undefined && meaningsOfWord(word.plain)?.length === 0

/** Units after a number that is no amount: "20 bags". */
const isUnit = wordTest(
  'pipe pipes पाइप bag bags kg kilo kilos ton tons tonne litre litres liter liters piece pieces pcs feet foot metre meter metres dumper ' +
    'dumpers truck trucks trolley trolleys day days hour hours labour labours labourers men people masons trips trip ' +
    'बोरी बोरियाँ बैग किलो टन लीटर नग पीस फुट फीट मीटर डंपर ट्रक ट्रॉली दिन घंटे मज़दूर मजदूरों आदमी लोग मिस्त्री चक्कर ' +
    'bori boriyan din mazdoor aadmi log mistri chakkar',
)
const isCountedThing = (word: SentenceWord | undefined) => word !== undefined && !word.isTaken && isUnit(word)

/** Leaves out words such as "and" at the ends of a run. */
function trimmed(words: readonly SentenceWord[], at: number, end: number): [from: number, to: number] {
  let [from, to] = [at, end]
  while (from < to && isFiller(words[from])) from += 1
  while (to > from && isFiller(words[to - 1])) to -= 1
  return [from, to]
}

function amountPart(words: readonly SentenceWord[], from: number, to: number): SpokenAmountPart {
  let [first, last] = [from, to]
  while (first > 0 && from - first < NEIGHBOURS && mayBelong(words[first - 1])) first -= 1
  while (last < words.length && last - to < NEIGHBOURS && mayBelong(words[last])) last += 1
  const said = words.slice(first, last).map(({ plain }) => plain)
  const hasUnit = words
    .slice(from, to)
    .some(({ plain }) => plain.startsWith('₹') || meaningsOfWord(plain)?.some(({ kind }) => kind === 'rupees'))
  return { from, to, value: parseSpokenAmount(said.join(' ')), hasUnit: hasUnit || /^rs\.?\d/.test(said[0] ?? '') }
}

/**
 * Tells whether a word beside an amount may be a part of it that the recogniser misheard. A name or a thing is not: it
 * is unlike every number word.
 */
function mayBelong(word: SentenceWord | undefined): boolean {
  if (word === undefined || word.isTaken) return false
  if (isChatter(word.plain) || isFiller(word) || changesNumber(word)) return true
  return !isConnecting(word) && isLikeNumberWord(word.folded)
}

const changesNumber = wordTest('double triple minus डबल ट्रिपल माइनस तेरा too')

/** A shorter word, such as "so" or "स", is like a number word too easily. In Devanagari a vowel is no letter. */
const isTooShort = (folded: string) => folded.length < (/^[a-z]/.test(folded) ? 4 : 3)

function isLikeNumberWord(folded: string): boolean {
  return (
    isTooShort(folded) || numberWordSpellings().some((known) => !isTooShort(known) && isOneLetterApart(folded, known))
  )
}

/** Tells whether one letter that is added, left out or another makes one word of the other. */
function isOneLetterApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (
    end < Math.min(one.length, other.length) - start &&
    one[one.length - 1 - end] === other[other.length - 1 - end]
  )
    end += 1
  return one.length - start - end <= 1 && other.length - start - end <= 1
}
