import { textsInAddress } from '../../shared/forms/texts-in-address.ts'

/**
 * Returns the id of an unfinished photo, or of an entry that is copied, from which the form of an expense begins.
 * Anything else in the address is left out.
 */
export const parseExpenseSearch = (search: Record<string, unknown>) =>
  textsInAddress(search, 200, 'unfinished', 'again')
