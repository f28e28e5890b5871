import type { Database } from '@ledger/migrations/tables.ts'
import { REBUILD_JOB } from '@ledger/projections/rebuild.ts'
import type { FastifyInstance } from 'fastify'
import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'
import { routes } from './route.ts'
import type { Service } from './service.ts'

/** Rebuilds of read models: asked for here, done by the projection worker, which says how far it is. */
export function registerRebuilds(app: FastifyInstance, service: Service): void {
  const route = routes(app, service)
  const { db, companyId, clock } = service
  let queue: Promise<PgBoss> | undefined

  app.addHook('onClose', async () => {
    const boss = await queue?.catch(() => undefined)
    await boss?.stop({ graceful: false })
  })

  route('auditRebuild', async ({ body: { projection }, request }) => {
    queue ??= openQueue(db, (error) => request.log.error({ reason: error.message }, 'queue'))
    const boss = await queue
    const waiting = { state: 'waiting' as const, events: 0, of_events: 0, changed_at: clock() }
    await db
      .insertInto('rebuilds')
      .values({ company_id: companyId, projection, ...waiting })
      .onConflict((conflict) => conflict.columns(['company_id', 'projection']).doUpdateSet(waiting))
      .execute()
    await boss.send(REBUILD_JOB, { projection }, { singletonKey: projection })
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

/** Only sends: the worker keeps the queue. */
async function openQueue(db: Kysely<Database>, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => ({
        rows: [...(await db.executeQuery(CompiledQuery.raw(text, values))).rows],
      }),
    },
    schema: 'pgboss',
    ...{ createSchema: false, migrate: false, supervise: false, schedule: false },
  })
  boss.on('error', onError)
  return boss.start()
}
