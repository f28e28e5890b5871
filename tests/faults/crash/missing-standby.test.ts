import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbeddedPostgres } from '@ledger/launch/postgres/embedded-postgres.ts'
import { expect, test } from 'vitest'
import { migrateOwnServer } from '../../environment/database/migrate-own-server.ts'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { setSynchronousStandbys } from '../../environment/database/synchronous-standby.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { hireFieldUser, sampleExpenseBody, signInAdmin } from '../../environment/service/people-and-money.ts'
import { startProductProcesses } from '../product-processes.ts'

/** R20 without its second server: commits wait for an absent standby until the wait is ended. */

test('what no standby has confirmed is answered as unknown, also where only its answer is read; then its key settles it', async () => {
  const postgres = await startEmbeddedPostgres({ directory: temporaryFolder() })
  const { superuserUrl: server } = postgres
  const ledger = await startProductProcesses({
    database: await migrateOwnServer(postgres, () => postgres.stop('immediate')),
  })
  try {
    const office = await signInAdmin(ledger.origin)
    const [worker, leaver] = [
      await hireFieldUser(office, 'site_incharge'),
      await hireFieldUser(office, 'site_incharge'),
    ]
    const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
    const record = () =>
      worker.client.call('POST', '/api/site/transactions', sampleExpenseBody, keyed('recorded-alone'))
    const remove = () => office.call('DELETE', `/api/admin/users/${leaver.id}`, undefined, keyed('deleted-alone'))
    const before = await lengthOfLog(server)
    await setSynchronousStandbys(postgres, '*')
    // The server applies new settings with a delay.
    const commit = () => withServerConnection(`${server}?application_name=probe`, (client) => client.query(A_COMMIT))
    while (!(await withoutStandby(server, 'probe', commit)).hasWaited);

    const unknown = { hasWaited: true, answer: { status: 503, json: { code: 'outcome_unknown' } } }
    expect(await withoutStandby(server, 'site-ledger append', record)).toMatchObject(unknown)
    expect(await withoutStandby(server, 'site-ledger append', record)).toMatchObject(unknown)
    expect(await withoutStandby(server, 'site-ledger append', remove)).toMatchObject(unknown)
    // The account with that id is gone, so this try is refused on its way to the log, and the answer of its key is read
    // although the commit waits.
    expect(await withoutStandby(server, 'site-ledger append', remove)).toMatchObject(unknown)

    await setSynchronousStandbys(postgres, '')
    expect(await record()).toMatchObject({ status: 201 })
    expect(await remove()).toMatchObject({ status: 204 })
    expect(await lengthOfLog(server)).toBe(before + 2)
  } finally {
    // Otherwise processes that stop could not write their last event.
    await setSynchronousStandbys(postgres, '')
    await ledger.close()
  }
})

/** Commits in any database. */
const A_COMMIT = "SELECT pg_logical_emit_message(true, 'does it', 'wait?')"

/**
 * Sends a request, and until it is answered ends every wait for a standby: PostgreSQL then commits with a WARNING.
 * @returns whether the connection called `name` was among those that waited
 */
async function withoutStandby<T>(url: string, name: string, ask: () => Promise<T>) {
  let isAnswered = false
  let hasWaited = false
  const asked = ask().finally(() => {
    isAnswered = true
  })
  const cancel = `SELECT pg_cancel_backend(pid), application_name AS name FROM pg_stat_activity WHERE wait_event = 'SyncRep'`
  await withServerConnection(url, async (server) => {
    for (; !isAnswered; await sleep(20)) {
      const { rows } = await server.query<{ name: string }>(cancel)
      hasWaited ||= rows.some((ended) => ended.name === name)
    }
  })
  return { answer: await asked, hasWaited }
}

async function lengthOfLog(url: string): Promise<number> {
  const { rows } = await withServerConnection(url, (server) =>
    server.query<{ n: string }>('SELECT count(*) AS n FROM events'),
  )
  return Number(rows[0]?.n)
}
