import type { LabelsByLanguage } from '../languages.ts'

/** The headers of the last two columns of every exported list: how many bills a row has, and where they are. */

export const BILL_COLUMN_HEADERS: LabelsByLanguage<'bills' | 'billLinks'> = {
  en: { bills: 'Bills', billLinks: 'Bill Links' },
  hi: { bills: 'बिल', billLinks: 'बिल के लिंक' },
}

/** Returns the address of a bill, for a user who may see it. */
export const billUrl = (id: string, origin: string) => `${origin}/api/bills/${id}`

/**
 * Returns the two cells of a row's bills, both empty for a row without a bill. A cell holds only one link, so a cell of
 * several bills holds their addresses as a text, separated by spaces.
 * @param origin the origin of the bills' addresses, such as `https://books.example`
 */
export function billCells(ids: readonly string[], origin: string): [number, string] | [null, null] {
  return ids.length === 0 ? [null, null] : [ids.length, ids.map((id) => billUrl(id, origin)).join(' ')]
}
