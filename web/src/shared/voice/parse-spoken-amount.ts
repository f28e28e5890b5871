import { latinDigits } from '@ledger/contracts/text/latin-digits.ts'
import { isChatter, meaningsOfWord, type NumberWord } from './number-words.ts'

/** Quantities are whole numbers of billionths, so that "1.2345 crore" and "सवा" stay exact. */
type Billionths = bigint
const ONE_RUPEE: Billionths = 1_000_000_000n
const ONE_PAISA: Billionths = ONE_RUPEE / 100n
/** The ledger takes amounts below 100 crore (api.md, Amount). */
const MAX_RUPEE_DIGITS = 9

type AmountToken = NumberWord | { readonly kind: 'figure'; readonly text: string }

/**
 * Reads a spoken amount from a recogniser's text, in Hindi, English, digits of either script, or a mixture. Known words
 * before and after the amount are ignored. Words in the middle of it, unknown words beside it, and two amounts are
 * refused, because a wrong amount without a warning is worse than none.
 * @returns rupees as a person would type them ("1550", "0.50"), or undefined
 * @example parseSpokenAmount('डेढ़ लाख') === '150000'
 */
export function parseSpokenAmount(utterance: string): string | undefined {
  const tokens = amountTokens(utterance)
  const value = tokens === undefined ? undefined : amountOfRun(tokens)
  if (value === undefined || value % ONE_PAISA !== 0n) return undefined
  const paise = String(value / ONE_PAISA).padStart(3, '0')
  const [rupees, rest] = [paise.slice(0, -2), paise.slice(-2)]
  if (rupees.length > MAX_RUPEE_DIGITS) return undefined
  return rest === '00' ? rupees : `${rupees}.${rest}`
}

/** A point right after a word ends the word: "Rs.500" and "रु.500" are no half rupee. */
const WORD_OR_FIGURE =
  /\d[\d,]*(?:\.\d+)?|(?<![\p{L}\p{M}.])\.\d+|₹|[\p{L}\p{M}\u200c\u200d]+|[^\s.,;:!?।'"-]|(?<=\d\s*)-(?=\s*\d)/gu

/** "To hundred" was "two hundred". Refusing it lets the next reading be tried, because a hundred would be wrong. */
const SOUNDS_LIKE_A_NUMBER = /^(to|too|for|fore|ate|won|tu|tree)$/i
/** "Double five" is 55. "तेरा पाँच" is yours five, or thirteen five. */
const CHANGES_A_NUMBER = /^(double|triple|minus|डबल|ट्रिपल|माइनस|तेरा)$/i
/** The word beyond these may be a part of the amount, too: "one hundred and fitty". */
const JOINING_WORDS = /^(and|और|एवं)$/i

/**
 * Returns the one unbroken run of words that make up an amount, without fillers. Empty where there is none; undefined
 * where there are several, or where an unknown word is so close that it may be a part: "पाँच हज़ार दो स" is not 5,002.
 */
function amountTokens(utterance: string): readonly AmountToken[] | undefined {
  const latin = latinDigits(utterance).replaceAll('/-', ' ₹ ')
  const words = Array.from(latin.matchAll(WORD_OR_FIGURE), ([piece]) => piece)
  const pieces = tokensInContext(words)
  const first = pieces.findIndex(hasMeaning)
  const last = pieces.findLastIndex(hasMeaning)
  const unbroken = pieces.slice(first, last + 1)
  if (!unbroken.every((tokens) => tokens !== undefined)) return undefined
  const run = unbroken.flat()

  const before = words.slice(0, first).findLast((word) => !JOINING_WORDS.test(word)) ?? ''
  if (run[0]?.kind === 'times' && (SOUNDS_LIKE_A_NUMBER.test(before) || mayBelongToAmount(before))) return undefined
  if (CHANGES_A_NUMBER.test(before)) return undefined

  const after = words.slice(last + 1).find((word) => !JOINING_WORDS.test(word)) ?? ''
  // "Five of cement", or five thousand.
  if (after === 'के' && amountOfRun([...run, THOUSAND_OR_OF]) !== undefined) return undefined
  const isSaidWhole = run.at(-1)?.kind === 'rupees' || run.at(-1)?.kind === 'paise'
  return !isSaidWhole && mayBelongToAmount(after) ? undefined : run
}

function hasMeaning(tokens: readonly AmountToken[] | undefined): boolean {
  return tokens !== undefined && tokens.length > 0
}

/**
 * Tells whether a word beside an amount may be a part of it: it is neither a number word nor known chatter. Signs are
 * no words, except "½" and "%".
 */
function mayBelongToAmount(word: string): boolean {
  return /[\p{L}\p{N}%]/u.test(word) && !isChatter(word) && meaningsOfWord(word) === undefined
}

const THIRTEEN_TOKEN = { kind: 'number', value: 13, english: false } as const
const THOUSAND_OR_OF = { kind: 'times', value: 1000n, alone: false } as const

/**
 * Returns the meaning of each word beside its neighbours: "पाँच के" is five thousand, "तेरा सौ" thirteen hundred,
 * "तेरा" alone is yours.
 */
function tokensInContext(words: readonly string[]): (readonly AmountToken[] | undefined)[] {
  const known = words.map(tokensOf)
  return words.map((word, index) => {
    const next = known[index + 1]?.[0]?.kind
    if (word === 'तेरा') return next === 'times' ? [THIRTEEN_TOKEN] : undefined
    if (word !== 'के') return known[index]
    const isLast = index === words.length - 1
    return isBelowHundred(known[index - 1]?.at(-1)) && (isLast || next === 'rupees') ? [THOUSAND_OR_OF] : undefined
  })
}

function tokensOf(piece: string): readonly AmountToken[] | undefined {
  return /\d/.test(piece) ? [{ kind: 'figure', text: piece.replaceAll(',', '') }] : meaningsOfWord(piece)
}

function isBelowHundred(token: AmountToken | undefined): boolean {
  if (token?.kind === 'figure') return Number(token.text) < 100
  return token?.kind === 'number' || token?.kind === 'fraction' || token?.kind === 'half'
}

function amountOfRun(run: readonly AmountToken[]): Billionths | undefined {
  const isCounted = ({ kind }: AmountToken) => kind !== 'rupees'
  const tokens = run.slice(run.findIndex(isCounted), run.findLastIndex(isCounted) + 1)
  return joinedFigures(tokens) ?? withPaise(tokens)
}

/**
 * §5: in an amount in figures only the digits count, so "1 500" and "15 50" are one number each. "5000 7000" is two.
 */
function joinedFigures(tokens: readonly AmountToken[]): Billionths | undefined {
  const part = tokens.length === 1 ? /^\d+$/ : /^\d{1,3}$/
  const texts = tokens.flatMap((token) => (token.kind === 'figure' && part.test(token.text) ? [token.text] : []))
  return texts.length === tokens.length ? parseDecimalText(texts.join('')) : undefined
}

/** Returns the rupees before the word rupees plus the paise between it and the word paise. */
function withPaise(tokens: readonly AmountToken[]): Billionths | undefined {
  // A number after the word rupees may be paise or a second amount, because no quantity has the word in its middle.
  if (tokens.at(-1)?.kind !== 'paise') return quantityWithMultipliers(tokens)
  const at = tokens.findIndex((token) => token.kind === 'rupees')
  const rupees = at === -1 ? 0n : quantityWithMultipliers(tokens.slice(0, at))
  const paise = quantityWithMultipliers(tokens.slice(at + 1, -1))
  if (rupees === undefined || paise === undefined || paise >= 100n * ONE_RUPEE) return undefined
  return rupees + paise / 100n
}

/**
 * Returns a number with its multipliers, the largest first: two lakh | fifty thousand | five hundred | fifty. Hundreds
 * may be multiplied again: fifteen hundred, one hundred twenty five thousand.
 * @param first no word stands before it, so "लाख" is one lakh; in "two lakh thousand" a word was not recognised
 * @param last no multiplier follows it
 */
function quantityWithMultipliers(tokens: readonly AmountToken[], first = true, last = true): Billionths | undefined {
  const large = tokens.findIndex((token) => token.kind === 'times' && token.value > 100n)
  const at = large === -1 ? tokens.findIndex((token) => token.kind === 'times') : large
  const times = tokens[at]
  if (times?.kind !== 'times') return numberWithFraction(tokens, first, last)
  const after = tokens.slice(at + 1)
  // "दो सौ आधा सौ" is two amounts, or a corrected one.
  if (after.some((token) => token.kind === 'times' && token.value >= times.value)) return undefined
  const one = first && times.alone ? ONE_RUPEE : undefined
  const count = at === 0 ? one : quantityWithMultipliers(tokens.slice(0, at), first, false)
  const rest = after.length === 0 ? 0n : quantityWithMultipliers(after, false, last)
  if (count === undefined || count === 0n || rest === undefined || rest >= times.value * ONE_RUPEE) return undefined
  // "पाँच सौ के" means "of five hundred".
  return times === THOUSAND_OR_OF && count >= 100n * ONE_RUPEE ? undefined : count * times.value + rest
}

/** Returns a number without multipliers. */
function numberWithFraction(tokens: readonly AmountToken[], isFirst: boolean, isLast: boolean): Billionths | undefined {
  const point = tokens.findIndex((token) => token.kind === 'point')
  if (point !== -1) return decimalNumber(tokens.slice(0, point), tokens.slice(point + 1))
  const [first, ...rest] = tokens
  const endsInHalf = tokens.at(-1)?.kind === 'half'
  // "One lakh and a half" is not 1,00,000.50.
  if (isLast && !isFirst && (first?.kind === 'fraction' || endsInHalf)) return undefined
  if (first?.kind === 'fraction') {
    if (rest.length === 0) return first.alone === undefined ? undefined : (BigInt(first.alone) * ONE_RUPEE) / 4n
    const changed = wholeNumberOf(rest)
    if (changed === undefined || changed === 0n || first.added === undefined) return undefined
    return changed + (BigInt(first.added) * ONE_RUPEE) / 4n
  }
  if (!endsInHalf) return numberFromTokens(tokens, isLast)
  const whole = tokens.length === 1 ? 0n : wholeNumberOf(tokens.slice(0, -1))
  return whole === undefined ? undefined : whole + ONE_RUPEE / 2n
}

/** Returns "two point five", "बीस दशमलव पाँच", "point zero five", "point twenty five". */
function decimalNumber(before: readonly AmountToken[], after: readonly AmountToken[]): Billionths | undefined {
  const whole = before.length === 0 ? 0n : wholeNumberOf(before)
  const fraction = parseDecimalText(`0.${digitsOf(after)}`)
  return whole === undefined || fraction === undefined ? undefined : whole + fraction
}

/** Returns digits spoken one by one or as one number; empty where they are neither. */
function digitsOf(tokens: readonly AmountToken[]): string {
  const digits = tokens.flatMap((token) =>
    token.kind === 'figure' ? [token.text] : token.kind === 'number' && token.value < 10 ? [String(token.value)] : [],
  )
  if (digits.length === tokens.length) return digits.join('')
  const number = wholeNumberOf(tokens)
  return number === undefined ? '' : String(number / ONE_RUPEE)
}

function wholeNumberOf(tokens: readonly AmountToken[]): Billionths | undefined {
  const number = numberFromTokens(tokens, false)
  return number === undefined || number % ONE_RUPEE !== 0n ? undefined : number
}

/**
 * Returns one number, "twenty five".
 * @param last at the end of an amount also "two fifty", "fifteen fifty" and three or more single digits
 */
function numberFromTokens(tokens: readonly AmountToken[], last: boolean): Billionths | undefined {
  const [first, ...more] = tokens
  if (first?.kind === 'figure' && more.length === 0) return parseDecimalText(first.text)
  if (!tokens.every((token) => token.kind === 'number')) return undefined
  const values = tokens.map(({ value }) => value)
  const [a, b, c] = values
  if (a === undefined) return undefined
  if (b === undefined) return BigInt(a) * ONE_RUPEE
  if (last && values.length > 2 && values.every((value) => value < 10)) return parseDecimalText(values.join(''))
  if (!tokens.every(({ english }) => english)) return undefined
  if (c === undefined && isTensAndOnes(a, b)) return BigInt(a + b) * ONE_RUPEE
  if (!last || a === 0) return undefined
  const tail = c === undefined ? b : isTensAndOnes(b, c) ? b + c : 0
  // "twenty thirty" means from twenty to thirty rather than 2030.
  if (values.length > 3 || tail < 10 || (a % 10 === 0 && tail % 10 === 0)) return undefined
  return BigInt(a * 100 + tail) * ONE_RUPEE
}

/** Tells whether two English numbers make one. English has words up to nineteen and then for the tens. */
function isTensAndOnes(tens: number, ones: number): boolean {
  return tens >= 20 && ones >= 1 && ones <= 9
}

/** Reads digits with or without a point. */
function parseDecimalText(text: string): Billionths | undefined {
  const [, whole = '', fraction = ''] = /^(\d{0,15})(?:\.(\d{1,9}))?$/.exec(text) ?? []
  return whole + fraction === '' ? undefined : BigInt(whole || 0) * ONE_RUPEE + BigInt(fraction.padEnd(9, '0'))
}
