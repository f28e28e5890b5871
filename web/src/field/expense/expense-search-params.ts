interface ExpenseSearch {
  /** The id of an unfinished photo, from which the form begins. */
  readonly unfinished?: string
}

/** Returns what the form of an expense begins from. Anything else in the address is left out. */
export function parseExpenseSearch({ unfinished }: Record<string, unknown>): ExpenseSearch {
  return typeof unfinished === 'string' ? { unfinished } : {}
}
