import type { ListFilter } from '../../shared/api/own-transaction-queries.ts'

const URL_DAY_FORM = /^2\d{3}-\d{2}-\d{2}$/

/**
 * Returns the filter in the address of the full list, so that it survives a reload and the back button. Anything else
 * in the address is left out.
 */
export function parseListSearch({ q, from, to, type }: Record<string, unknown>): ListFilter {
  return {
    // The router parses a search for 1500 as a number.
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q).slice(0, 100) } : {}),
    ...(isDayString(from) ? { from } : {}),
    ...(isDayString(to) ? { to } : {}),
    ...(type === 'credit' || type === 'debit' ? { type } : {}),
  }
}

function isDayString(value: unknown): value is string {
  return typeof value === 'string' && URL_DAY_FORM.test(value)
}
