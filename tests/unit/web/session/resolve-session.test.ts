import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The first screen of a tab asks the server who is signed in. */

/** Node has no IndexedDB. */
vi.mock(import('@ledger/web/src/shared/session/last-signed-in.ts'), () => ({
  storeLastSignedIn: async () => undefined,
  hasSignedOut: async () => false,
  mayBeLastSignedIn: async () => true,
}))

let calls: number
let reply: () => Response
beforeEach(() => {
  vi.resetModules()
  calls = 0
  reply = () => Response.json({ code: 'unauthorized' }, { status: 401 })
  vi.stubGlobal('fetch', async () => {
    calls += 1
    return reply()
  })
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
  vi.stubGlobal('indexedDB', { deleteDatabase: () => undefined })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function loadResolver() {
  const module = await import('@ledger/web/src/shared/session/resolve-session.ts')
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  return module
}
const RAVI = {
  id: 'site_1',
  role: 'site_incharge',
  firstName: 'Ravi',
  lastName: '',
  mobile: '9876543210',
  siteName: 'A',
}
const signIn = () => {
  reply = () => Response.json(RAVI, { headers: { 'ledger-account': 'account 1' } })
}

test('"no session" is believed for ten seconds, and asked again then', async () => {
  const { resolveSession } = await loadResolver()
  expect(await resolveSession()).toBeUndefined()
  signIn()
  vi.advanceTimersByTime(9900)
  expect(await resolveSession()).toBeUndefined()
  expect(calls).toBe(1)
  vi.advanceTimersByTime(200)
  expect(await resolveSession()).toMatchObject({ id: 'site_1', account: 'account 1' })
})

test('a sign-in is known at once, whatever the server had said before', async () => {
  const { forgetSignedOut, resolveSession } = await loadResolver()
  expect(await resolveSession()).toBeUndefined()
  signIn()
  forgetSignedOut()
  expect(await resolveSession()).toMatchObject({ id: 'site_1', account: 'account 1' })
})

test('a user of head office is told apart, and asked for each time', async () => {
  const { resolveSession } = await loadResolver()
  reply = () => Response.json({ code: 'forbidden' }, { status: 403 })
  expect([await resolveSession(), await resolveSession()]).toEqual(['office', 'office'])
  expect(calls).toBe(2)
})
