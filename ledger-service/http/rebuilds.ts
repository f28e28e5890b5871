import { REBUILD_JOB } from '@ledger/projections/rebuild.ts'
import type { FastifyInstance } from 'fastify'
import type { JobQueue } from './job-queue.ts'
import { routes } from './route.ts'
import type { Service } from './service.ts'

/** Rebuilds of read models: asked for here, done by the projection worker, which says how far it is. */
export function registerRebuilds(app: FastifyInstance, service: Service, queue: JobQueue): void {
  const route = routes(app, service)
  const { db, companyId, clock } = service

  route('auditRebuild', async ({ body: { projection } }) => {
    const waiting = { state: 'waiting' as const, events: 0, of_events: 0, changed_at: clock() }
    await db
      .insertInto('rebuilds')
      .values({ company_id: companyId, projection, ...waiting })
      .onConflict((conflict) => conflict.columns(['company_id', 'projection']).doUpdateSet(waiting))
      .execute()
    await queue.ask(REBUILD_JOB, projection, { projection })
    return { projection, state: waiting.state, events: 0, of: 0, changedAt: waiting.changed_at }
  })

  route('auditRebuilds', async () =>
    db
      .selectFrom('rebuilds')
      .select(['projection', 'state', 'events', 'of_events as of', 'changed_at as changedAt'])
      .where('company_id', '=', companyId)
      .orderBy('changed_at', 'desc')
      .execute(),
  )
}
