import { join } from 'node:path'
import type { EventData } from '@ledger/contracts/events/event-schemas.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { isFullRun } from '../environment/full-run.ts'
import { startProductProcess } from '../environment/processes/start-process.ts'
import { eventsAfter, logEnd } from '../environment/service/read-events.ts'
import { startTestService, type TestService } from '../environment/service/test-service.ts'

/** Settings that decide who gets in are recorded, so an auditor sees when the program was started with other ones. */

let api: TestService
beforeAll(async () => {
  api = await startTestService()
})
afterAll(() => api.close())

const KEY = 'site-ledger/c+9f86d081+AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyAh'
const SECRET = 'canary-client-secret'
const openid = { OIDC_ISSUER: 'https://accounts.example.in', OIDC_CLIENT_ID: 'ledger', OIDC_CLIENT_SECRET: SECRET }

/** Starts the given number of API processes at once, and returns the settings events that they append. */
async function started(env: Record<string, string>, count = 1): Promise<EventData<'SettingsChanged'>[]> {
  const before = await logEnd(api)
  const all = { DATABASE_URL: api.database.url, DATA_DIR: join(temporaryFolder(), 'data'), SESSION_SECRET: '', ...env }
  const processes = await Promise.all(
    Array.from({ length: count }, () => startProductProcess('ledger-service/main.ts', all)),
  )
  for (const { stop } of processes) expect(await stop()).toBe(0)
  const events = await eventsAfter(api, before)
  expect(events.every(({ actor }) => actor.role === 'system')).toBe(true)
  return events.flatMap(({ type, data }) => (type === 'SettingsChanged' ? [data] : []))
}

const usual = { publicOrigin: null, passwordReveal: true, signInLimit: true, openid: null, checkpointKey: null }

it('notes the settings of the first start, once, whichever of two processes is faster', async () => {
  expect(await started({}, 2)).toEqual([{ before: null, after: usual }])
})

it('appends what is not as it was, with both values, no secret, and a key that the signer published meanwhile; nothing where all is as it was', async () => {
  const { companyId } = api.company
  await api.sql.query('INSERT INTO verifier_keys (company_id, verifier_key) VALUES ($1, $2)', [companyId, KEY])
  const env = { ...openid, PASSWORD_REVEAL: 'off', SIGN_IN_LIMIT: 'off', PUBLIC_ORIGIN: 'https://ledger.example.in/x' }
  const after = {
    publicOrigin: 'https://ledger.example.in',
    passwordReveal: false,
    signInLimit: false,
    checkpointKey: KEY,
    openid: { issuer: 'https://accounts.example.in', clientId: 'ledger' },
  }
  expect(await started(env)).toEqual([{ before: usual, after }])
  const { rows } = await api.sql.query('SELECT 1 FROM events WHERE data::text LIKE $1', [`%${SECRET}%`])
  expect(rows).toEqual([])
  if (!isFullRun) return
  expect(await started(env)).toEqual([])
  expect(await started({})).toEqual([{ before: after, after: { ...usual, checkpointKey: KEY } }])
})
