import { type Day, dayBefore } from '@ledger/contracts/dates.ts'
import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { foldHindiSpelling } from '../fold-hindi-spelling.ts'
import type { SentenceWord } from './tokenize-sentence.ts'

/** A part of a sentence that means a value. `value` is undefined where the form cannot have what was meant. */
export interface FoundPart<Value> {
  readonly from: number
  readonly to: number
  readonly value: Value | undefined
}

type Phrases<Value> = readonly (readonly [value: Value, phrases: string])[]

/** Days back from today. `undefined` is a day to come. An expense is in the past, so कल is yesterday. */
const DAYS_BACK: Phrases<number | undefined> = [
  [2, 'day before yesterday|परसों|परसो|parso|parson'],
  [1, 'yesterday|कल|बीते कल|kal'],
  [0, 'today|आज|aaj'],
  [undefined, 'tomorrow|day after tomorrow|आने वाले कल'],
]

const MODES: Phrases<PaymentMode> = [
  ['cash', 'in cash|by cash|cash|नकद|नगद|कैश|नकदी|नगदी|nakad|nagad|naqad'],
  [
    'upi',
    'upi|u p i|यूपीआई|यू पी आई|युपीआई|gpay|g pay|google pay|googlepay|गूगल पे|गूगलपे|जीपे|जी पे|phonepe|phone pe|फोनपे|फोन पे|फ़ोन पे|paytm|पेटीएम|bhim|भीम यूपीआई',
  ],
  [
    'bank_transfer',
    'bank transfer|by bank|from bank|through bank|बैंक ट्रांसफर|बैंक ट्रांसफ़र|बैंक से|bank se|neft|एनईएफटी|rtgs|आरटीजीएस|imps|आईएमपीएस|net banking|नेट बैंकिंग',
  ],
  ['cheque', 'by cheque|by check|cheque|चेक से|चेक|check se'],
]

/** Returns the days that a sentence names. */
export function findDays(words: readonly SentenceWord[], today: Day): FoundPart<Day>[] {
  return findPhrases(words, DAYS_BACK).map(({ from, to, value: back }) => ({
    ...{ from, to },
    value: back === undefined ? undefined : Array.from({ length: back }).reduce<Day>((day) => dayBefore(day), today),
  }))
}

export const findModes = (words: readonly SentenceWord[]): FoundPart<PaymentMode>[] => findPhrases(words, MODES)

/** Returns the longest phrases first found, none over another. */
function findPhrases<Value>(words: readonly SentenceWord[], phrases: Phrases<Value>): FoundPart<Value>[] {
  const all = phrases
    .flatMap(([value, texts]) =>
      texts.split('|').map((text) => ({ value, words: text.split(' ').map(foldHindiSpelling) })),
    )
    .sort((one, other) => other.words.length - one.words.length)
  const found: FoundPart<Value>[] = []
  for (let at = 0; at < words.length; ) {
    const said = all.find((phrase) =>
      phrase.words.every((word, index) => {
        const here = words[at + index]
        return here?.isTaken === false && here.folded === word
      }),
    )
    if (said === undefined) at += 1
    else {
      found.push({ from: at, to: at + said.words.length, value: said.value })
      at += said.words.length
    }
  }
  return found
}
