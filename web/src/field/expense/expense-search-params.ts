import { textsInUrl } from '../../shared/forms/texts-in-url.ts'

/**
 * Returns the id of an unfinished photo, or of an entry that is copied, from which the form of an expense begins.
 * Anything else in the address is left out.
 */
export const parseExpenseSearch = (search: Record<string, unknown>) => textsInUrl(search, 200, 'unfinished', 'again')
