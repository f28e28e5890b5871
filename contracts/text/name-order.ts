import type { Language } from '../languages.ts'

/** The order of names for a reader of each language: a number in a name counts by its value. */
const NAME_COLLATORS: Readonly<Record<Language, Intl.Collator>> = {
  en: new Intl.Collator('en', { numeric: true }),
  hi: new Intl.Collator('hi', { numeric: true }),
}

/**
 * Returns rows in the order in which a reader of the language looks for their names. Rows of one name keep their order.
 */
export function sortByName<Row>(rows: readonly Row[], language: Language, nameOf: (row: Row) => string): Row[] {
  const { compare } = NAME_COLLATORS[language]
  return rows.toSorted((a, b) => compare(nameOf(a), nameOf(b)))
}
