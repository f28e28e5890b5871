import { z } from 'zod'
import { WORKLISTS } from './worklist-names.ts'

export const worklistName = z.enum(WORKLISTS, { error: 'There is no such worklist' })
export type WorklistName = z.infer<typeof worklistName>

const entryCount = (description: string) => z.int().nonnegative().describe(description)

export const worklistCounts = z
  .object({
    lowCash: entryCount('Active site incharges whose balance is below their alert level, or below that of all'),
    withoutBill: entryCount('Expenses above the limit that have no bill and need one'),
    questions: entryCount('Entries with a question that waits for an answer, or to be closed'),
    enteredLate: entryCount(
      'Entries recorded long after their date, or after the financial year of their date; 10001 is more than 10000',
    ),
    looksTwice: entryCount('Entries of the same account, day, amount and party, or with the same bill'),
    large: entryCount('Entries above the limit that the office has not marked as seen'),
    changed: entryCount('Entries that were changed or deleted since the start of yesterday'),
  } satisfies Record<WorklistName, z.ZodType>)
  .extend({ cashCounts: entryCount('Accounts whose last count of cash differs from the ledger; no list of entries') })
  .describe('How many accounts or entries each worklist has. A transfer is one entry')
export type WorklistCounts = z.infer<typeof worklistCounts>
