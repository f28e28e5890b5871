import { z } from 'zod'

/**
 * Fields and parameters that several audit calls have (api.md, "The audit calls"). Hashes are lower-case hex, positions
 * count from 1.
 */

export const instant = z.iso.datetime()
export const position = z.int().nonnegative()

export const ACTOR = 'The account that did it'
export const NEXT = 'Send it as `after` for the next page; null on the last one'

export const VOUCHER =
  'The voucher number of the entry, which stays when it is deleted; null for a moment after it was recorded'

export const NOTE = 'The signed checkpoint as text (C2SP tlog-checkpoint)'

export const wholeNumberParam = z
  .string()
  .regex(/^\d{1,15}$/, 'A position is a whole number')
  .transform(Number)

export const pageLimitParam = z
  .string()
  .regex(/^(?:[1-9]\d{0,2}|1000)$/, 'A page has 1 to 1000 rows')
  .transform(Number)
export const after = wholeNumberParam.optional().describe('Where the page begins: `next` of the page before')
export const LIMIT = 'Rows of one page, 1 to 1000'
