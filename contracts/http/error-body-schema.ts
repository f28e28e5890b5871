import { z } from 'zod'
import type { ErrorBody } from './error-body.ts'

export const errorBodySchema = z
  .object({
    status: z.int().describe('The HTTP status once more'),
    code: z.string().describe('Why it was refused, for programs'),
    title: z.string().describe('The heading of the message'),
    message: z.string().describe('Why it was refused, for a person: one sentence'),
    issues: z
      .array(
        z.object({
          path: z.string().describe('The field, with dots between its levels; empty for the request as a whole'),
          message: z.string().describe('The rule that it breaks, for a person'),
        }),
      )
      .optional()
      .describe('Every broken rule of the request; of `tally_unmapped` the kind and name of what has no ledger'),
    closedUpTo: z.iso
      .date()
      .optional()
      .describe('The day up to which the books are closed, where a refusal follows from it'),
    word: z.string().optional().describe('The word that belongs to two purposes; only of `purpose_word_twice`'),
  } satisfies Record<keyof ErrorBody, z.ZodType>)
  .describe('The body of every refusal and failure')
