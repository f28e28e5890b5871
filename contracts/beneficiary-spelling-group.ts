import { z } from 'zod'
import { beneficiaryId } from './beneficiary-id.ts'

/** The most spellings of one beneficiary, because the events that change the group hold all of them. */
export const MAX_SPELLINGS = 200

const spelling = z.strictObject({ id: z.string(), name: z.string() })

/**
 * The spellings that are one beneficiary, and the name that it is shown by. `id` is that of the spelling that the
 * others were merged into; `members` begin with it, each by the id and the name that the log has.
 */
export const beneficiaryGroup = z.strictObject({ id: z.string(), name: z.string(), members: z.array(spelling) })
export type BeneficiaryGroup = z.infer<typeof beneficiaryGroup>

/** Returns the spellings that a beneficiary has besides its name, in their order; case and white space do not count. */
export function otherSpellings(name: string, spellings: readonly string[]): string[] {
  const shown = beneficiaryId(name)
  return spellings.filter((spelling) => beneficiaryId(spelling) !== shown)
}
