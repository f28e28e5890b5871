import { latinDigits } from '@ledger/contracts/text/latin-digits.ts'
import { foldHindiSpelling } from '../fold-hindi-spelling.ts'
import { meaningsOfWord } from '../number-words.ts'

/** The fields of an expense that a sentence can fill, in the order of the form. */
export const SPOKEN_FIELDS = ['amount', 'recipient', 'purpose', 'paymentMode', 'narration', 'date'] as const
export type SpokenField = (typeof SPOKEN_FIELDS)[number]

/** One word of a sentence. */
export interface SentenceWord {
  /** As it was recognised. */
  readonly text: string
  /** In small letters, with Latin digits and without punctuation around it. */
  readonly plain: string
  /** The form that its spellings share. */
  readonly folded: string
  /** The field that it fills. */
  usedFor: SpokenField | undefined
  /** Whether it says something about a field, also where that is not clear. No other field takes it then. */
  isTaken: boolean
}

export function tokenizeSentence(utterance: string): SentenceWord[] {
  return utterance
    .split(/\s+/)
    .map((text) => {
      const plain = latinDigits(text)
        .replace(/^(\d[\d,.]*)\/-$/, '₹$1')
        .toLowerCase()
        .normalize('NFC')
        .replaceAll(/^[^\p{L}\p{M}\p{N}₹.]+|[^\p{L}\p{M}\p{N}₹]+$/gu, '')
      return { text, plain, folded: foldHindiSpelling(plain), usedFor: undefined, isTaken: false }
    })
    .filter(({ plain }) => plain !== '')
}

/** Returns the words from one place to before another, as they were said. */
export const textOf = (words: readonly SentenceWord[], from = 0, to = words.length): string =>
  words
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')

/** Returns a test for the words of a text, in any of their spellings. */
export function wordTest(spellings: string): (word: SentenceWord) => boolean {
  const known = new Set(spellings.split(' ').map(foldHindiSpelling))
  return ({ folded }) => known.has(folded)
}

/** Words that join the parts of a sentence and stand in no field by themselves. */
export const isConnecting = wordTest(
  'to for of by on in the a an and with from at via using through paid pay gave give given spent is was i we it please ' +
    'को के लिए लिये का की ने से में पर और एवं है हैं था थे दिया दिए दी दिये किया हुआ हुए लगे गए मैंने हमने जी ' +
    'ko ke liye ka ki ne se mein me par aur hai tha the diya diye di kiya hua lage maine humne ji',
)

/** Words that are said around an amount and are no part of it. */
export const isAmountLabel = wordTest('amount rupees rupee राशि रकम कुल खर्च total expense kharch kul')

/** A number in digits, with what may be written to it: "₹450", "Rs.450", "5k", "450रुपये"; not "20kg". */
const FIGURE = /^(\p{L}*\.?|₹)\d[\d,.]*([\p{L}\p{M}]*|₹)$/u

/** Tells whether a word may be a part of an amount. */
export function isAmountWord({ plain }: SentenceWord): boolean {
  const [, before = '', after = ''] = FIGURE.exec(plain) ?? [undefined, plain]
  return [before.replace('.', ''), after].every((part) => part === '' || meaningsOfWord(part) !== undefined)
}
