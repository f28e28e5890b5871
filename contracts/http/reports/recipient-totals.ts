import { z } from 'zod'
import { decimalAmount } from '../../money.ts'

/** Money that came from and went to one recipient within a period. */
export const recipientTotals = z.object({
  recipient: z.string().nullable().describe('The name; null for head office'),
  received: decimalAmount.describe('Money that came from there, in rupees'),
  paid: decimalAmount.describe('Money that went there, in rupees'),
  count: z.int().describe('How many transactions these are'),
})
export type RecipientTotals = z.infer<typeof recipientTotals>
