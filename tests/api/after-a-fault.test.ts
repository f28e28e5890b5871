import { afterAll, beforeAll, expect } from 'vitest'
import type { Client } from '../environment/client.ts'
import { eventsAfter, position } from '../environment/log.ts'
import { onOneServer } from '../environment/one-server.ts'
import { admin, anExpense, hire, type Worker } from '../environment/people.ts'
import { startService, type TestService } from '../environment/service.ts'

/** What a client is told when the commit, or the look for what its key was answered, fails. */

let api: TestService
let office: Client
let worker: Worker
beforeAll(async () => {
  api = await startService()
  office = await admin(api.origin)
  worker = await hire(office, 'site_incharge')
  await api.sql.query(`
    CREATE FUNCTION public.warn() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE WARNING 'not replicated'; RETURN NULL; END $$;
    CREATE FUNCTION public.only_append() RETURNS boolean LANGUAGE plpgsql AS
      $$ BEGIN
        IF current_setting('application_name') <> 'site-ledger append' THEN
          RAISE EXCEPTION 'shutting down' USING ERRCODE = '57P01';
        END IF;
        RETURN true;
      END $$`)
})
afterAll(async () => {
  // What it logged is what was planted.
  await api.close().catch((error: Error) => expect(error.message).toMatch(/outcome_unknown|unavailable/))
})

/** The answers of keys can be read by the append alone: a look-up fails. */
async function whileNobodyLooksUp(work: () => Promise<void>): Promise<void> {
  await api.sql.query(`ALTER TABLE answers ENABLE ROW LEVEL SECURITY;
    CREATE POLICY test_reads ON answers USING (public.only_append()) WITH CHECK (true)`)
  await work().finally(() =>
    api.sql.query('DROP POLICY test_reads ON answers; ALTER TABLE answers DISABLE ROW LEVEL SECURITY'),
  )
}

const key = (value: string) => ({ 'idempotency-key': value })

// A trigger, and a policy that goes by the name of the connection: Citus has no trigger on a table that is spread, and its nodes see other names.
onOneServer.each([
  { look: 'finds it', during: (work: () => Promise<void>) => work() },
  { look: 'fails', during: whileNobodyLooksUp },
])('an unknown commit is told as unknown, also where a look for its answer $look', async ({ look, during }) => {
  const before = await position(api)
  const same = key(`unknown-and-a-look-that-${look.replace(' ', '-')}`)
  await api.sql.query(`CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION public.warn()`)
  await during(async () => {
    const { status, json } = await worker.client.post('/api/site/transactions', anExpense, same)
    expect({ status, json }).toMatchObject({ status: 503, json: { code: 'outcome_unknown' } })
  })
  await api.sql.query('DROP TRIGGER warn ON events')
  const again = await worker.client.post('/api/site/transactions', anExpense, same)
  expect(again.status).toBe(201)
  expect(await eventsAfter(api, before)).toHaveLength(1)
})

// A trigger, and a policy that goes by the name of the connection: Citus has no trigger on a table that is spread, and its nodes see other names.
onOneServer('a refusal is told only where the look says that the key was not answered before', async () => {
  const gone = await hire(office, 'site_incharge')
  const remove = () =>
    office.call('DELETE', `/api/admin/users/${gone.id}`, undefined, { headers: key('deleted-by-the-first-try') })
  const first = await remove()
  expect(first.status).toBe(204)
  // Nobody of that id is left, because the first try did that: to whoever has not heard of it, 404 would be a lie.
  await whileNobodyLooksUp(async () => expect(await remove()).toMatchObject({ status: 503 }))
  expect(await remove()).toMatchObject({ status: first.status, text: first.text })
})
