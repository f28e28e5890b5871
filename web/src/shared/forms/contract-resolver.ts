import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'

/**
 * Validates a form with the schema with which the server validates it. The fields are sent as typed, because the
 * schema's output is for the server (paise, split names). Only the errors are used, the first one of each field.
 */
export function contractResolver<F extends FieldValues>(schema: z.ZodType): Resolver<F> {
  return (values) => {
    const result = schema.safeParse(values)
    if (result.success) return { values, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const { path, code, message } of result.error.issues) errors[String(path[0])] ??= { type: code, message }
    return { values: {}, errors: errors as FieldErrors<F> }
  }
}
