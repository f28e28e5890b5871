/** The keys of the number pad. */
export const AMOUNT_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0', '00', '.', 'delete'] as const
export type AmountKey = (typeof AMOUNT_KEYS)[number]

/** An amount on its way: at most nine digits before the dot and two after it, as the ledger takes them. */
const BEGINNING_OF_AMOUNT = /^\d{0,9}(?:\.\d{0,2})?$/

/** Returns the amount after a key of the pad. A key that would lead beyond an amount of the ledger changes nothing. */
export function pressAmountKey(amount: string, key: AmountKey): string {
  if (key === 'delete') return amount.slice(0, -1)
  const next = `${amount}${key}`.replace(/^0+(?=\d)/, '').replace(/^\./, '0.')
  return BEGINNING_OF_AMOUNT.test(next) ? next : amount
}
