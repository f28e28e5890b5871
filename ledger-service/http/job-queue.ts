import type { Database } from '@ledger/migrations/tables.ts'
import type { FastifyInstance } from 'fastify'
import { CompiledQuery, type Kysely } from 'kysely'
import { PgBoss } from 'pg-boss'

export interface JobQueue {
  /** Asks whoever works on these jobs to do one; asked twice at once it is done once. */
  ask(job: string, key: string, data?: object): Promise<void>
}

/** Only sends, and connects when there is something to send: the signer and the projection worker keep the queues. */
export function openJobQueue(app: FastifyInstance, db: Kysely<Database>): JobQueue {
  let opened: Promise<PgBoss> | undefined

  app.addHook('onClose', async () => {
    const boss = await opened?.catch(() => undefined)
    await boss?.stop({ graceful: false })
  })

  async function open(): Promise<PgBoss> {
    const boss = new PgBoss({
      db: {
        executeSql: async (text, values) => ({
          rows: [...(await db.executeQuery(CompiledQuery.raw(text, values))).rows],
        }),
      },
      schema: 'pgboss',
      ...{ createSchema: false, migrate: false, supervise: false, schedule: false },
    })
    boss.on('error', (error) => app.log.error({ reason: error.message }, 'queue'))
    return boss.start()
  }

  return {
    async ask(job, key, data = {}) {
      opened ??= open()
      const boss = await opened
      await boss.send(job, data, { singletonKey: key })
    },
  }
}
