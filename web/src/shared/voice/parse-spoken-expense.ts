import type { Day } from '@ledger/contracts/dates.ts'
import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import type { Language } from '@ledger/contracts/languages.ts'
import { type ListedPurpose, purposeNameIn } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { findAmounts } from './sentence/find-amounts.ts'
import {
  bestParts,
  findBeneficiaries,
  findPurposes,
  findUnknownName,
} from './sentence/find-beneficiaries-and-purposes.ts'
import { findDays, findModes } from './sentence/find-days-and-modes.ts'
import {
  isAmountLabel,
  isConnecting,
  type SentenceWord,
  SPOKEN_FIELDS,
  type SpokenField,
  textOf,
  tokenizeSentence,
} from './sentence/tokenize-sentence.ts'

/** A field that the sentence fills. */
export interface HeardField {
  readonly field: SpokenField
  /** As the form has it: an amount in digits, a name of the list, a payment mode, a day. */
  readonly value: string
  /** The words that were taken for it. */
  readonly words: string
}

/** A field that stays empty, because the sentence says too much or too little about it. */
export interface UnsureField {
  readonly field: SpokenField
  readonly words: string
  /**
   * - `several`: more than one value was said, or fits
   * - `unknown`: a name that is in no list
   * - `not_understood`: no value that the form can have
   */
  readonly reason: 'several' | 'unknown' | 'not_understood'
  /** The names that fit, where there are several. */
  readonly choices: readonly string[]
}

export interface SpokenExpense {
  /** In the order of the form. */
  readonly heard: readonly HeardField[]
  readonly unsure: readonly UnsureField[]
}

export interface SpokenExpenseContext {
  readonly beneficiaries: readonly Beneficiary[]
  readonly purposes: readonly ListedPurpose[]
  readonly today: Day
  /** The reader's language, for the name of a purpose. */
  readonly language: Language
}

/** A part of the sentence for one field; `value` is undefined where the form cannot have what was said. */
interface SpokenPart {
  readonly from: number
  readonly to: number
  readonly value: string | undefined
}

/**
 * Reads the fields of an expense from one spoken sentence in Hindi, English or both. Each word fills one field at most,
 * and the rest is the narration. A field about which the sentence is not clear stays empty and is named with its words.
 * @example 'साढ़े चार सौ रामलाल चाय वाला नकद' is ₹450 to रामलाल चाय वाला in cash
 */
export function parseSpokenExpense(utterance: string, context: SpokenExpenseContext): SpokenExpense {
  const words = tokenizeSentence(utterance)
  const heard: HeardField[] = []
  const unsure: UnsureField[] = []
  /** Takes the value where it is the only one, and names the field otherwise. */
  const decide = (field: SpokenField, parts: readonly SpokenPart[], choices: readonly string[] = []) => {
    const values = new Set(parts.map(({ value }) => value))
    const [value] = values
    const said = [...new Set(parts.map(({ from, to }) => textOf(words, from, to)))].join(' … ')
    if (parts.length === 0) return
    const taken = parts.flatMap(({ from, to }) => words.slice(from, to))
    for (const word of taken) word.isTaken = true
    if (values.size > 1) unsure.push({ field, words: said, reason: 'several', choices })
    else if (value === undefined) unsure.push({ field, words: said, reason: 'not_understood', choices: [] })
    else {
      for (const word of taken) word.usedFor = field
      heard.push({ field, value, words: said })
    }
  }

  const people = bestParts(findBeneficiaries(words, context.beneficiaries, context.purposes))
  const names = people.map(({ thing }) => thing.name)
  decide(
    'recipient',
    people.map(({ thing, ...part }) => ({ ...part, value: thing.name })),
    names,
  )
  decide('date', findDays(words, context.today))
  decide('paymentMode', findModes(words))
  const things = bestParts(findPurposes(words, context.purposes))
  const nameOf = (purpose: ListedPurpose) => purposeNameIn(purpose, context.language)
  decide(
    'purpose',
    things.map(({ thing, ...part }) => ({ ...part, value: nameOf(thing) })),
    things.map(({ thing }) => nameOf(thing)),
  )
  decideAmount()
  const stranger = people.length === 0 ? findUnknownName(words) : undefined
  if (stranger !== undefined) {
    const said = textOf(words, stranger.from, stranger.to)
    unsure.push({ field: 'recipient', words: said, reason: 'unknown', choices: [] })
  }
  const rest = restOf(words)
  if (rest !== '') heard.push({ field: 'narration', value: rest, words: rest })
  return { heard: inFormOrder(heard), unsure: inFormOrder(unsure) }

  function decideAmount(): void {
    const amounts = findAmounts(words)
    const withUnit = amounts.filter(({ hasUnit }) => hasUnit)
    // "500 rupees for 20 bags": the number with the unit is the amount, the other one belongs to the narration.
    const chosen = withUnit.length > 0 ? withUnit : amounts
    // Two numbers are two amounts, even where they are equal.
    if (chosen.length > 1) {
      const said = chosen.map(({ from, to }) => textOf(words, from, to)).join(' … ')
      unsure.push({ field: 'amount', words: said, reason: 'several', choices: [] })
    } else decide('amount', chosen)
  }
}

const inFormOrder = <Field extends { readonly field: SpokenField }>(fields: readonly Field[]): Field[] =>
  fields.toSorted((one, other) => SPOKEN_FIELDS.indexOf(one.field) - SPOKEN_FIELDS.indexOf(other.field))

/** Returns the words that fill no field, without the words that only joined them to those that do. */
function restOf(words: readonly SentenceWord[]): string {
  const runs: SentenceWord[][] = [[]]
  for (const word of words) {
    if (word.usedFor === undefined) runs.at(-1)?.push(word)
    else runs.push([])
  }
  const isLoose = (word: SentenceWord) => !word.isTaken && (isConnecting(word) || isAmountLabel(word))
  return runs
    .map((run) => {
      const first = run.findIndex((word) => !isLoose(word))
      const last = run.findLastIndex((word) => !isLoose(word))
      return first === -1 ? '' : textOf(run, first, last + 1)
    })
    .filter((text) => text !== '')
    .join(' ')
}

/** Returns the reading of what was said that fills the most fields and leaves the fewest unclear. */
export function bestSpokenExpense(readings: readonly string[], context: SpokenExpenseContext): SpokenExpense {
  const parsed = readings.map((reading) => parseSpokenExpense(reading, context))
  const score = ({ heard, unsure }: SpokenExpense) =>
    heard.filter(({ field }) => field !== 'narration').length * 2 - unsure.length
  return parsed.toSorted((one, other) => score(other) - score(one))[0] ?? { heard: [], unsure: [] }
}
