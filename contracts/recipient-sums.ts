import { z } from 'zod'
import { decimal } from './money.ts'

/** What came from and went to somebody within a period. `recipient` is null for head office. */
export const recipientSums = z.object({
  recipient: z.string().nullable(),
  received: decimal,
  paid: decimal,
  count: z.int(),
})
export type RecipientSums = z.infer<typeof recipientSums>
