import { isChatter, type NumberWord, needsANumberBefore, numberWords } from './number-words.ts'

/** Quantities are exact whole numbers of billionths, so that "1.2345 crore" and "सवा" stay exact. */
type Billionths = bigint
const ONE: Billionths = 1_000_000_000n
const PAISA: Billionths = ONE / 100n
/** The ledger takes amounts below 100 crore (api.md, Amount). */
const MAX_DIGITS = 9

type Token = NumberWord | { readonly kind: 'figure'; readonly text: string }
type Counted = Extract<Token, { kind: 'number' | 'figure' }>

/**
 * Reads a spoken amount as a recogniser writes it down, in Hindi, English, digits of either script, or a mixture.
 * Known words before and after the amount do not count; words in the middle of it or unknown ones beside it, and two amounts,
 * are not understood: silently wrong is worse.
 * @returns rupees as a person would type them ("1550", "0.50"), or undefined
 * @example spokenAmount('डेढ़ लाख') === '150000'
 */
export function spokenAmount(utterance: string): string | undefined {
  const tokens = amountTokens(utterance)
  if (tokens === undefined) return undefined
  const figures = joinedFigures(tokens)
  const value = figures === undefined ? withPaise(tokens) : decimal(figures)
  if (value === undefined || value % PAISA !== 0n) return undefined
  const paise = String(value / PAISA).padStart(3, '0')
  const [rupees, rest] = [paise.slice(0, -2), paise.slice(-2)]
  if (rupees.length > MAX_DIGITS) return undefined
  return rest === '00' ? rupees : `${rupees}.${rest}`
}

const DEVANAGARI_ZERO = 0x0966
const PIECE = /\d[\d,]*(?:\.\d+)?|\.\d+|₹|[\p{L}\p{M}\u200c\u200d]+|[^\s.,;:!?।'"-]|(?<=\d)-(?=\d)/gu

/** "To hundred" was "two hundred": the next reading may say so, and a hundred would be wrong. */
const SOUNDS_LIKE_A_NUMBER = /^(to|too|for|fore|ate|won|tu|tree)$/i

/**
 * The one unbroken run of words that make up an amount, without fillers; undefined where there is none, or are several, or
 * where a word that nobody knows stands so close to it that it may be a part: "पाँच हज़ार दो स" is not 5,002.
 */
function amountTokens(utterance: string): Token[] | undefined {
  const latin = utterance
    .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - DEVANAGARI_ZERO))
    .replaceAll('/-', ' ')
    // "Rs.500" is no half rupee.
    .replace(/(?<=\p{L})\.(?=\s*\d)/gu, ' ')
  const words: readonly string[] = latin.match(PIECE) ?? []
  const pieces = words.map((word, index) => tokensAt(word, words[index - 1], words[index + 1]))
  const first = pieces.findIndex(isMeant)
  const last = pieces.findLastIndex(isMeant)
  if (first === -1) return undefined
  const run: Token[] = []
  for (const tokens of pieces.slice(first, last + 1)) {
    if (tokens === undefined) return undefined
    run.push(...tokens.filter(({ kind }) => kind !== 'filler'))
  }
  const before = words[first - 1]
  if (run[0]?.kind === 'times') {
    if (needsANumberBefore(words[first] ?? '')) return undefined
    if (before !== undefined && (SOUNDS_LIKE_A_NUMBER.test(before) || mayBePart(before))) return undefined
  }
  // "Yours five", or thirteen five; "five of cement", or five thousand.
  if (before === 'तेरा' || (words[last + 1] === 'के' && isBelowHundred(run))) return undefined
  const isSaidWhole = run.at(-1)?.kind === 'rupees' || run.at(-1)?.kind === 'paise'
  const after = words[last + 1]
  return !isSaidWhole && after !== undefined && mayBePart(after) ? undefined : run
}

function isBelowHundred(run: readonly Token[]): boolean {
  return run.every((token) => token.kind === 'number' || (token.kind === 'figure' && Number(token.text) < 100))
}

/** A word beside an amount that is neither part of it nor known to mean nothing. Signs, as a full stop, are no words. */
function mayBePart(word: string): boolean {
  return /\p{L}/u.test(word) && !isChatter(word) && numberWords(word) === undefined
}

const THOUSAND = { kind: 'times', value: 1000n } as const
const THIRTEEN = { kind: 'number', value: 13, english: false } as const

/** "पाँच के" is five thousand, "500 के सीमेंट" cement for 500; "तेरा सौ" is thirteen hundred, "तेरा" alone is yours. */
function tokensAt(word: string, before: string | undefined, after: string | undefined): readonly Token[] | undefined {
  const isNumber = (other: string | undefined) =>
    tokensOf(other ?? '')?.every(({ kind }) => kind === 'number' || kind === 'figure') === true
  const isRupees = (other: string) => tokensOf(other)?.[0]?.kind === 'rupees'
  if (word === 'के') return isNumber(before) && (after === undefined || isRupees(after)) ? [THOUSAND] : undefined
  if (word === 'तेरा') return tokensOf(after ?? '')?.[0]?.kind === 'times' ? [THIRTEEN] : undefined
  return tokensOf(word)
}

function tokensOf(piece: string): readonly Token[] | undefined {
  return /\d/.test(piece) ? [{ kind: 'figure', text: piece.replaceAll(',', '') }] : numberWords(piece)
}

function isMeant(tokens: readonly Token[] | undefined): boolean {
  return tokens?.some(({ kind }) => kind !== 'filler') ?? false
}

/** §5: of an amount in figures only the digits count, so "1 500" and "15 50" are one number each. */
function joinedFigures(tokens: readonly Token[]): string | undefined {
  const first = tokens[0]?.kind === 'rupees' ? 1 : 0
  const counted = tokens.slice(first, tokens.at(-1)?.kind === 'rupees' ? -1 : undefined)
  const texts = counted.flatMap((token) => (token.kind === 'figure' && /^\d+$/.test(token.text) ? [token.text] : []))
  return texts.length > 1 && texts.length === counted.length ? texts.join('') : undefined
}

/** The rupees before the word rupees, and the paise between it and the word paise. */
function withPaise(tokens: readonly Token[]): Billionths | undefined {
  const at = tokens[0]?.kind === 'rupees' ? -1 : tokens.findIndex((token) => token.kind === 'rupees')
  const inPaise = tokens.at(-1)?.kind === 'paise'
  const plain = (part: readonly Token[]) => part.filter((token) => token.kind !== 'rupees')
  if (!inPaise) {
    // A number after the word rupees may be paise or a second amount: not to be guessed.
    return at !== -1 && plain(tokens.slice(at)).length > 0 ? undefined : quantity(plain(tokens))
  }
  const paise = quantity(plain(tokens.slice(at + 1, -1)))
  if (paise === undefined || paise >= 100n * ONE) return undefined
  if (at === -1) return paise / 100n
  const rupees = quantity(plain(tokens.slice(0, at)))
  return rupees === undefined ? undefined : rupees + paise / 100n
}

/** A number with its multipliers, the largest first: two lakh | fifty thousand | five hundred | fifty. */
function quantity(tokens: readonly Token[]): Billionths | undefined {
  let total = 0n
  /** Hundreds that may still be multiplied: fifteen hundred, one hundred twenty five thousand. */
  let hundreds = 0n
  let coefficient: Token[] = []
  let smallest: bigint | undefined
  for (const token of tokens) {
    // "A thousand", "लाख": one of them. In the middle, "two lakh thousand", something was not heard.
    const bare = total === 0n ? ONE : 0n
    if (token.kind !== 'times') coefficient.push(token)
    else if (token.value === 100n) {
      const count = coefficient.length === 0 ? bare : counted(coefficient, false)
      if (count === undefined || count === 0n || hundreds !== 0n) return undefined
      hundreds = count * 100n
      coefficient = []
    } else {
      const rest = coefficient.length === 0 ? (hundreds === 0n ? bare : 0n) : counted(coefficient, false)
      if (rest === undefined || (hundreds !== 0n && rest >= 100n * ONE)) return undefined
      const piece = (hundreds + rest) * token.value
      if (piece === 0n || (smallest !== undefined && piece >= smallest * ONE)) return undefined
      total += piece
      smallest = token.value
      hundreds = 0n
      coefficient = []
    }
  }
  const rest = coefficient.length === 0 ? 0n : counted(coefficient, total === 0n && hundreds === 0n, true)
  if (rest === undefined || tokens.length === 0) return undefined
  if (hundreds !== 0n && rest >= 100n * ONE) return undefined
  const piece = hundreds + rest
  return smallest !== undefined && piece >= smallest * ONE ? undefined : total + piece
}

/**
 * A number without multipliers.
 * @param whole it is all of the number, so "and a half" belongs to it and not to a lakh before it
 * @param last nothing multiplies it, so "two fifty" and single digits may stand side by side
 */
function counted(tokens: readonly Token[], whole: boolean, last = false): Billionths | undefined {
  const [first, ...rest] = tokens
  if (first === undefined) return undefined
  const point = tokens.findIndex((token) => token.kind === 'point')
  if (point !== -1) return pointed(tokens.slice(0, point), tokens.slice(point + 1))
  // "One lakh and a half" is no 1,00,000.50.
  if (last && !whole && (first.kind === 'fraction' || tokens.at(-1)?.kind === 'half')) return undefined
  if (first.kind === 'fraction') {
    if (rest.length === 0) return first.alone === undefined ? undefined : (BigInt(first.alone) * ONE) / 4n
    const changed = isCounted(rest) ? sideBySide(rest, false) : undefined
    return changed === undefined || changed === 0n || first.added === undefined
      ? undefined
      : changed + (BigInt(first.added) * ONE) / 4n
  }
  if (tokens.at(-1)?.kind === 'half') {
    const before = tokens.slice(0, -1)
    if (before.length === 0) return ONE / 2n
    const number = isCounted(before) ? sideBySide(before, false) : undefined
    return number === undefined ? undefined : number + ONE / 2n
  }
  return isCounted(tokens) ? sideBySide(tokens, last) : undefined
}

function isCounted(tokens: readonly Token[]): tokens is readonly Counted[] {
  return tokens.every((token) => token.kind === 'number' || token.kind === 'figure')
}

/** One number, "twenty five"; at the end of an amount also "two fifty", "fifteen fifty" and three or more single digits. */
function sideBySide(tokens: readonly Counted[], last: boolean): Billionths | undefined {
  const [first, second, third] = tokens
  if (first === undefined) return undefined
  if (second === undefined) return first.kind === 'figure' ? decimal(first.text) : BigInt(first.value) * ONE
  const words = tokens.flatMap((token) => (token.kind === 'number' ? [token.value] : []))
  if (words.length !== tokens.length) return undefined
  if (last && words.length > 2 && words.every((value) => value < 10)) return decimal(words.join(''))
  if (!tokens.every((token) => token.kind === 'number' && token.english)) return undefined
  const [a = 0, b = 0, c] = words
  if (third === undefined && isTensAndOnes(a, b)) return BigInt(a + b) * ONE
  if (!last || a === 0) return undefined
  const tail = c === undefined ? b : isTensAndOnes(b, c) ? b + c : 0
  // "twenty thirty" is rather from twenty to thirty than 2030.
  if (words.length > 3 || tail < 10 || (a % 10 === 0 && tail % 10 === 0)) return undefined
  return BigInt(a * 100 + tail) * ONE
}

function isTensAndOnes(tens: number, ones: number): boolean {
  return tens >= 20 && tens % 10 === 0 && ones >= 1 && ones <= 9
}

/** "two point five", "बीस दशमलव पाँच", "point zero five", "point twenty five". */
function pointed(before: readonly Token[], after: readonly Token[]): Billionths | undefined {
  if (!isCounted(before) || !isCounted(after) || after.length === 0) return undefined
  const whole = before.length === 0 ? 0n : sideBySide(before, false)
  const digits = after.every((token) => token.kind === 'figure' || token.value < 10)
    ? after.map((token) => (token.kind === 'figure' ? token.text : String(token.value))).join('')
    : String((sideBySide(after, false) ?? -ONE) / ONE)
  const fraction = /^\d{1,9}$/.test(digits) ? decimal(`0.${digits}`) : undefined
  return whole === undefined || whole % ONE !== 0n || fraction === undefined ? undefined : whole + fraction
}

/** Digits with or without a point. */
function decimal(text: string): Billionths | undefined {
  const [, whole = '', fraction = ''] = /^(\d{0,15})(?:\.(\d{1,9}))?$/.exec(text) ?? []
  return whole + fraction === '' ? undefined : BigInt(whole || 0) * ONE + BigInt(fraction.padEnd(9, '0'))
}
