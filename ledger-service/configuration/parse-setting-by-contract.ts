import { z } from 'zod'

/**
 * Parses a text by the contract's rules for user input and returns it in the contract's form; the error names the
 * setting.
 */
export const parseSettingByContract = (schema: z.ZodType<string>, wrong: string) =>
  z.string().transform((given, context) => {
    const read = schema.safeParse(given)
    if (read.success) return read.data
    context.addIssue(wrong)
    return z.NEVER
  })
