import type { FastifyInstance } from 'fastify'
import type { Service } from './service.ts'

/** How far behind the head the read models may be and still count as ready, in milliseconds. */
const READY_WITHIN_MS = 1000

/** For whoever runs it: is it alive, can it be sent traffic. */
export function registerOperations(app: FastifyInstance, service: Service): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (_request, reply) => {
    const checks = await readiness(service)
    const ready = Object.values(checks).every((check) => check === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })
}

async function readiness(service: Service): Promise<Record<'database' | 'migrations' | 'projections', string>> {
  try {
    const migrated = await service.isReady()
    if (!migrated) return { database: 'ok', migrations: 'missing', projections: 'unknown' }
    const lag = await service.freshness.wait('balances', 'ledger', 'beneficiaries', 'directory')
    return {
      database: 'ok',
      migrations: 'ok',
      projections: lag === 0 ? 'ok' : `${lag} events behind after ${READY_WITHIN_MS} ms`,
    }
  } catch {
    return { database: 'away', migrations: 'unknown', projections: 'unknown' }
  }
}
