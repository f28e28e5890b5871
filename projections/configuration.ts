import { z } from 'zod'

const schema = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'DATABASE_URL must look like postgres://user:password@host:5432/name',
  }),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], {
      error: 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace',
    })
    .default('info'),
})

/** The worker's settings, checked once at the start. */
export function readConfiguration(
  environment: NodeJS.ProcessEnv,
): { databaseUrl: string; logLevel: string } | { wrong: string } {
  const read = schema.safeParse(environment)
  if (!read.success) return { wrong: read.error.issues.map((issue) => issue.message).join('; ') }
  return { databaseUrl: read.data.DATABASE_URL, logLevel: read.data.LOG_LEVEL }
}
