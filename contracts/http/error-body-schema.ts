import { z } from 'zod'

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
      .describe('Every broken rule of the request, the first one first; only of `invalid_request`'),
  })
  .describe('The body of every refusal and failure')
