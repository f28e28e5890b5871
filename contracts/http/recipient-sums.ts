import { z } from 'zod'
import { decimalAmount } from '../money.ts'

/** Money that came from and went to one recipient within a period. */
export const recipientSums = z.object({
  recipient: z.string().nullable().describe('The name; null for head office'),
  received: decimalAmount.describe('Money that came from there, in rupees'),
  paid: decimalAmount.describe('Money that went there, in rupees'),
  count: z.int().describe('How many transactions these are'),
})
export type RecipientSums = z.infer<typeof recipientSums>
