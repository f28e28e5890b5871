import { z } from 'zod'

export const SETTINGS = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'DATABASE_URL must look like postgres://user:password@host:5432/name',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace',
    })
    .default('info'),
  NODE_ENV: z.string().optional(),
})

/** The worker's settings, checked once at the start. */
export function readConfiguration(
  environment: NodeJS.ProcessEnv,
): { databaseUrl: string; isProduction: boolean; logLevel: string } | { wrong: string } {
  const read = SETTINGS.safeParse(environment)
  if (!read.success) return { wrong: read.error.issues.map((issue) => issue.message).join('; ') }
  const { DATABASE_URL: databaseUrl, NODE_ENV, LOG_LEVEL: logLevel } = read.data
  return { databaseUrl, isProduction: NODE_ENV === 'production', logLevel }
}
