import { z } from 'zod'

/** Settings of the environment, in which a blank one counts as missing. */

export const blankIsNone = (value: unknown) => (value === '' ? undefined : value)
export const optionalSetting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsNone, schema.optional())
export const secretSetting = (name: string) =>
  optionalSetting(z.string().min(32, `${name} must have at least 32 characters`))

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** The settings that the API, the worker and the signer read alike. */
export const PROCESS_SETTINGS_SCHEMA = {
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'DATABASE_URL must look like postgres://user:password@host:5432/name',
  }),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  NODE_ENV: z.string().optional(),
}
