import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type { PgBoss } from 'pg-boss'

/** Loads the library at the first job, because it stays in memory. */
const loadPgBoss = () => import('pg-boss')

export interface JobEnqueuer {
  /**
   * Enqueues a job for its worker. The job's queue decides the effect of a repeated key (JobQueueSettings).
   * @param within the transaction that the job is enqueued in
   * @returns whether a new job was made, and not one that existed
   */
  enqueue(job: string, key: string, data?: object, within?: Kysely<Database>): Promise<boolean>
}

/**
 * Opens a queue that only sends, and connects when there is something to send: the signer and the projection worker
 * manage the queues.
 */
export function openJobEnqueuer(app: FastifyInstance, db: Kysely<Database>): JobEnqueuer {
  let opened: Promise<PgBoss> | undefined

  app.addHook('onClose', async () => {
    const boss = await opened?.catch(() => undefined)
    await boss?.stop({ graceful: false })
  })

  async function open(): Promise<PgBoss> {
    const { fromKysely, PgBoss } = await loadPgBoss()
    const boss = new PgBoss({
      db: fromKysely(db),
      schema: 'pgboss',
      createSchema: false,
      migrate: false,
      supervise: false,
      schedule: false,
    })
    boss.on('error', (error) => app.log.error({ reason: error.message }, 'queue'))
    try {
      return await boss.start()
    } catch (error) {
      opened = undefined
      await boss.stop({ graceful: false }).catch((late: Error) => app.log.error({ reason: late.message }, 'queue'))
      throw error
    }
  }

  return {
    async enqueue(job, key, data = {}, within = db) {
      opened ??= open()
      const boss = await opened
      const { fromKysely } = await loadPgBoss()
      return (await boss.send(job, data, { singletonKey: key, db: fromKysely(within) })) !== null
    },
  }
}
