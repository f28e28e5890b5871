import type { LabelsByLanguage } from './languages.ts'

/** What every file of a list says of the bills of a row, in its last two columns: how many, and where they are. */

export const BILL_COLUMN_HEADERS: LabelsByLanguage<'bills' | 'billLinks'> = {
  en: { bills: 'Bills', billLinks: 'Bill Links' },
  hi: { bills: 'बिल', billLinks: 'बिल के लिंक' },
}

/** Where a bill is seen, by whoever may see it. */
export const billUrl = (id: string, origin: string) => `${origin}/api/bills/${id}`

/**
 * @param origin where the bills are, such as `https://books.example`
 * @returns two cells; both empty for a row without a bill. What has no place in a cell, a second link, stands behind the first after a space
 */
export function billCells(ids: readonly string[], origin: string): [number, string] | [null, null] {
  return ids.length === 0 ? [null, null] : [ids.length, ids.map((id) => billUrl(id, origin)).join(' ')]
}
