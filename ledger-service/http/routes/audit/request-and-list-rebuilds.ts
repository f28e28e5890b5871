import type { Database } from '@ledger/database/tables/database-schema.ts'
import { REBUILD_JOB } from '@ledger/projections/jobs/job-names.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { JobEnqueuer } from '../../../jobs/job-enqueuer.ts'
import { routeDefiner } from '../../define-route.ts'

/** Registers the rebuilds of read models: requested here, done by the projection worker, which reports its progress. */
export function registerRebuildRoutes(app: FastifyInstance, queue: JobEnqueuer): void {
  const route = routeDefiner(app)

  // The job and its `waiting` row are made together or not at all: a row alone would stay for ever.
  route('auditRebuild', ({ company: { db, companyId, clock }, body: { projection } }) =>
    db.transaction().execute(async (transaction) => {
      const isNew = await queue.enqueue(
        REBUILD_JOB,
        `${companyId} ${projection}`,
        { projection, companyId },
        transaction,
      )
      const waiting = { state: 'waiting' as const, events: 0, of_events: 0, changed_at: clock() }
      await transaction
        .insertInto('rebuilds')
        .values({ company_id: companyId, projection, ...waiting })
        .onConflict((conflict) => {
          const said = conflict.columns(['company_id', 'projection'])
          return isNew ? said.doUpdateSet(waiting) : said.doNothing()
        })
        .execute()
      return rebuildsOf(transaction, companyId).where('projection', '=', projection).executeTakeFirstOrThrow()
    }),
  )

  route('auditRebuilds', async ({ company: { officeDb, companyId } }) =>
    rebuildsOf(officeDb, companyId).orderBy('changed_at', 'desc').execute(),
  )
}

const rebuildsOf = (db: Kysely<Database>, companyId: string) =>
  db
    .selectFrom('rebuilds')
    .select(['projection', 'state', 'events', 'of_events as of', 'changed_at as changedAt'])
    .where('company_id', '=', companyId)
