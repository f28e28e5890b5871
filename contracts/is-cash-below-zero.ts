/**
 * Tells whether the cash that the ledger has of an account is below zero, in paise or as a decimal. A drawer holds no
 * less than nothing: money was drawn from the bank, which no entry says, so a count has nothing to be compared with.
 */
export const isCashBelowZero = (expected: number | string) => Number(expected) < 0
