import { z } from 'zod'
import { decimalAmount } from '../../money.ts'
import { paymentMode } from '../../payment-modes.ts'

const instant = z.iso.datetime()

export const beneficiary = z
  .object({
    id: z.string().describe('`b:` and the name, folded so that two spellings of a name are one'),
    name: z.string().describe('The name as it was first written, or that the office gave'),
    also: z
      .array(z.string())
      .optional()
      .describe('Its other spellings, each one beneficiary with this; left out where there is none'),
  })
  .describe('A person or shop outside the company that is paid')
export type Beneficiary = z.infer<typeof beneficiary>

export const frequentPayee = z
  .object({
    name: z.string().describe('The name of today'),
    purpose: z.string().describe('The purpose of most of these expenses'),
    paymentMode: paymentMode.describe('The mode of most of these expenses'),
    amount: decimalAmount.describe('The amount of the last one, in rupees'),
    date: instant.describe('The day of the last one, in UTC'),
    narrations: z
      .array(
        z.object({
          text: z.string().describe('A narration used before'),
          times: z.int().positive().describe('How often it was used'),
        }),
      )
      .describe('At most three, the most usual first'),
  })
  .describe('A beneficiary that the account pays often, with what its expenses have in common')
export type FrequentPayee = z.infer<typeof frequentPayee>

/** A beneficiary as a change of its spellings left it. */
export const changedBeneficiary = z
  .object({
    id: beneficiary.shape.id.describe('The id of the spelling that the others are merged into'),
    name: beneficiary.shape.name,
    also: z.array(z.string()).describe('Its other spellings'),
  })
  .describe('A beneficiary with all its spellings')
export type ChangedBeneficiary = z.infer<typeof changedBeneficiary>
