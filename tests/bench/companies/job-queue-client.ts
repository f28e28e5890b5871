// The jobs of the signer and the worker, enqueued as their schedules do, and their state in the queue.
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { openJobEnqueuer } from '@ledger/ledger-service/jobs/job-enqueuer.ts'
import Fastify from 'fastify'
import type { Client } from 'pg'
import { withServerConnection } from '../../environment/database/server-connection.ts'

const QUEUE_POLL_MS = 100

export interface JobQueueClient {
  /** Enqueues the job for all companies. */
  requestForAll: (name: string) => Promise<void>
  close: () => Promise<void>
}

export function openJobQueueClient(databaseUrl: string): JobQueueClient {
  const fail = (error: Error) => {
    throw error
  }
  const pool = connectPool(databaseUrl, { name: 'bench', max: 1, onError: fail })
  const app = Fastify()
  const queue = openJobEnqueuer(app, kyselyOverPool(pool))
  return {
    async requestForAll(name) {
      if (!(await queue.enqueue(name, 'bench'))) throw new Error(`${name} was asked for already`)
    },
    async close() {
      await app.close()
      await pool.end()
    },
  }
}

/** Returns the number of jobs of a name that wait or run, and that run. */
async function jobsOf(client: Client, name: string): Promise<{ left: number; active: number }> {
  const { rows } = await client.query(
    `SELECT count(*)::int AS left, count(*) FILTER (WHERE state = 'active')::int AS active
    FROM pgboss.job WHERE name = $1 AND state < 'completed'`,
    [name],
  )
  return rows[0]
}

export async function isJobActive(databaseUrl: string, name: string): Promise<boolean> {
  return (await withServerConnection(databaseUrl, (client) => jobsOf(client, name))).active > 0
}

/** Waits until a worker has taken the job. */
export async function waitUntilJobStarted(databaseUrl: string, name: string): Promise<void> {
  await withServerConnection(databaseUrl, async (client) => {
    while ((await jobsOf(client, name)).active === 0) await sleep(QUEUE_POLL_MS)
  })
}

/** Waits until no job of the name waits, runs or is to be retried. */
export async function waitUntilJobsDone(databaseUrl: string, name: string): Promise<void> {
  await withServerConnection(databaseUrl, async (client) => {
    while ((await jobsOf(client, name)).left > 0) await sleep(QUEUE_POLL_MS)
    const { rows } = await client.query(`SELECT output FROM pgboss.job WHERE name = $1 AND state = 'failed'`, [name])
    if (rows.length > 0) throw new Error(`${name} failed: ${JSON.stringify(rows[0].output)}`)
  })
}

/** Returns the seconds of the last job of the name, from when it was taken. */
export function jobSeconds(databaseUrl: string, name: string): Promise<number> {
  return withServerConnection(databaseUrl, async (client) => {
    const { rows } = await client.query(
      `SELECT extract(epoch FROM completed_on - started_on)::float8 AS seconds FROM pgboss.job WHERE name = $1
      ORDER BY completed_on DESC LIMIT 1`,
      [name],
    )
    return rows[0].seconds
  })
}
