interface ExpenseSearch {
  /** The id of an unfinished photo, from which the form begins. */
  readonly unfinished?: string
  /** The id of an entry of which a copy is entered. */
  readonly again?: string
}

/** Returns what the form of an expense begins from. Anything else in the address is left out. */
export function parseExpenseSearch({ unfinished, again }: Record<string, unknown>): ExpenseSearch {
  return {
    ...(typeof unfinished === 'string' ? { unfinished } : {}),
    ...(typeof again === 'string' ? { again } : {}),
  }
}
