import { afterAll, beforeAll, expect } from 'vitest'
import { skipOnCluster } from '../../environment/database/skip-on-cluster.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  sampleExpenseBody,
  signInAdmin,
} from '../../environment/service/people-and-money.ts'
import { eventsAfter, logEnd } from '../../environment/service/read-events.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/** The answers to a client when the commit fails, or the lookup of the answer that its key received before. */

let api: TestService
let office: TestClient
let worker: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  worker = await hireFieldUser(office, 'site_incharge')
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
  // The service logged only the planted faults.
  await api.close().catch((error: Error) => expect(error.message).toMatch(/outcome_unknown|unavailable/))
})

/** Runs the work while only the append connection can read the answers of keys, so every other lookup fails. */
async function whileNobodyLooksUp(work: () => Promise<void>): Promise<void> {
  await api.sql.query(`ALTER TABLE answers ENABLE ROW LEVEL SECURITY;
    CREATE POLICY test_reads ON answers USING (public.only_append()) WITH CHECK (true)`)
  await work().finally(() =>
    api.sql.query('DROP POLICY test_reads ON answers; ALTER TABLE answers DISABLE ROW LEVEL SECURITY'),
  )
}

const key = (value: string) => ({ 'idempotency-key': value })

// Runs on one server, because it needs a trigger and a policy that checks the connection's name: Citus has no triggers
// on distributed tables, and its nodes see other names.
skipOnCluster.each([
  { look: 'finds it', during: (work: () => Promise<void>) => work() },
  { look: 'fails', during: whileNobodyLooksUp },
])('an unknown commit is told as unknown, also where a look for its answer $look', async ({ look, during }) => {
  const before = await logEnd(api)
  const same = key(`unknown-and-a-look-that-${look.replace(' ', '-')}`)
  await api.sql.query(`CREATE CONSTRAINT TRIGGER warn AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION public.warn()`)
  await during(async () => {
    const { status, json } = await worker.client.post('/api/site/transactions', sampleExpenseBody, same)
    expect({ status, json }).toMatchObject({ status: 503, json: { code: 'outcome_unknown' } })
  })
  await api.sql.query('DROP TRIGGER warn ON events')
  const again = await worker.client.post('/api/site/transactions', sampleExpenseBody, same)
  expect(again.status).toBe(201)
  expect(await eventsAfter(api, before)).toHaveLength(1)
})

// Runs on one server, because it needs a policy that checks the connection's name: the nodes of Citus see other names.
skipOnCluster('a refusal is told only where the look says that the key was not answered before', async () => {
  const gone = await hireFieldUser(office, 'site_incharge')
  const remove = () =>
    office.call('DELETE', `/api/admin/users/${gone.id}`, undefined, { headers: key('deleted-by-the-first-try') })
  const first = await remove()
  expect(first.status).toBe(204)
  // The first try removed the account, so a 404 would be false for a client that lost the first answer.
  await whileNobodyLooksUp(async () => expect(await remove()).toMatchObject({ status: 503 }))
  expect(await remove()).toMatchObject({ status: first.status, text: first.text })
})
