import { findInsertedText } from '../../forms/find-inserted-text.ts'
import { parseTypedAmount } from './parse-typed-amount.ts'

/** The state of an amount field. */
export interface AmountFieldState {
  /** The keys since the field was entered or pasted into. */
  readonly typed: string
  /** The form's value: an amount, or `typed` where that is none, which the contract refuses. */
  readonly value: string
  /** The text that was refused last, and changed nothing; "" for none. */
  readonly refused: string
}

/** Returns what the field holds after the form has set its value. */
export function openAmountField(value: string): AmountFieldState {
  return { typed: value, value, refused: '' }
}

/** Returns what the field shows. §5: only digits and the dot stand in it. */
export function shownAmount(value: string): string {
  return value.replace(/[^\d.]/g, '')
}

/**
 * Returns what the field holds after a change of what it shows. Keys are read together with those before them, like a
 * pasted text: "1,50,000" is an amount, and "1e5" is none. A paste that makes no amount changes nothing.
 */
export function changeAmountField({ typed, value }: AmountFieldState, text: string): AmountFieldState {
  const shown = shownAmount(value)
  const inserted = findInsertedText(shown, text)
  const isPaste = inserted.length > 1
  const whole = text.startsWith(shown) ? typed + text.slice(shown.length) : text
  // A dot that was just typed waits for its digits.
  const amount = inserted === '.' ? undefined : parseTypedAmount(whole)
  if (isPaste) return amount === undefined ? { typed, value, refused: whole } : openAmountField(amount)
  return { typed: whole, value: amount ?? whole, refused: '' }
}

/** Returns what the field holds after it was left: a dot without digits is gone, and what is no amount is refused. */
export function leaveAmountField({ typed, value, refused }: AmountFieldState): AmountFieldState {
  const amount = parseTypedAmount(typed)
  return amount === undefined ? { typed, value, refused: typed } : { typed: amount, value: amount, refused }
}

/** The beginning of an amount, to which the next keys belong: "5.", "1,5" on the way to 1,50,000. */
const BEGINNING_OF_AMOUNT = /^₹? ?[\d, ]*\.?$/

/** Returns the text that is no amount; "" where there is none, and while the keys may still become one. */
export function textNotUnderstood({ value, refused }: AmountFieldState): string {
  if (refused !== '') return refused
  return parseTypedAmount(value) !== undefined || BEGINNING_OF_AMOUNT.test(value) ? '' : value
}

/** Returns an amount on its way with Indian commas: "150000.5" as "1,50,000.5". Any other text stays. */
export function groupedAmount(shown: string): string {
  const [, rupees = '', paise = ''] = /^(\d+)(\.\d*)?$/.exec(shown) ?? []
  return rupees === '' ? shown : rupees.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ',') + paise
}

/**
 * Returns a text that was changed in a field that groups its digits, without the commas of the field. Where the change
 * brought commas of its own the text stays, because "1500,50" is no amount and 150050 is one.
 * @param shown the text of the field before the change
 */
export function removeGrouping(text: string, shown: string): string {
  return shown.includes(',') && !findInsertedText(shown, text).includes(',') ? text.replace(/,/g, '') : text
}
