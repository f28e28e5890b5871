import type { FieldUser } from '@ledger/web/src/shared/session/field-session.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

/** §2: where each guard of a screen leads each kind of user. */

const browser = vi.hoisted((): { session: FieldUser | 'office' | undefined } => ({ session: undefined }))
vi.mock(import('@ledger/web/src/shared/session/resolve-session.ts'), () => ({
  resolveSession: async () => browser.session,
}))

beforeAll(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterAll(() => vi.unstubAllGlobals())

const loadGuards = () => import('@ledger/web/src/app/route-guards.ts')
type Guard = keyof Awaited<ReturnType<typeof loadGuards>>

const INCHARGE: FieldUser = {
  ...{ id: 'site_1', account: 'account 1', name: 'Asha Rao', siteName: 'Canal Bridge', mobile: '9876543210' },
  role: 'site_incharge',
}
const SUPERVISOR: FieldUser = { ...INCHARGE, role: 'supervisor', siteName: null }
const USERS = { office: 'office', incharge: INCHARGE, supervisor: SUPERVISOR, nobody: undefined } as const

/** Returns the screen that a guard redirects to; "stays" where it redirects nowhere. */
async function visit(name: Guard, preload = false): Promise<unknown> {
  const { [name]: guard } = await loadGuards()
  try {
    await guard({ preload })
    return 'stays'
  } catch (thrown) {
    if (!(thrown instanceof Response)) throw thrown
    return Reflect.get(thrown, 'options').to
  }
}

beforeEach(async () => {
  browser.session = undefined
  const { useFieldSession } = await import('@ledger/web/src/shared/session/field-session.ts')
  useFieldSession.setState({ user: undefined })
})

const [HOME, SUPERVISORS_HOME] = ['/site-dashboard', '/supervisor-dashboard']
const GUARDS: Record<Guard, Record<keyof typeof USERS, string>> = {
  redirectIfSignedIn: { office: '/admin', incharge: HOME, supervisor: SUPERVISORS_HOME, nobody: 'stays' },
  redirectIfFieldUser: { office: 'stays', incharge: HOME, supervisor: SUPERVISORS_HOME, nobody: 'stays' },
  redirectIfOffice: { office: '/admin', incharge: 'stays', supervisor: 'stays', nobody: 'stays' },
  requireFieldUser: { office: '/admin', incharge: 'stays', supervisor: 'stays', nobody: '/site-login' },
  restoreFieldUser: { office: '/admin', incharge: 'stays', supervisor: 'stays', nobody: 'stays' },
  requireIncharge: { office: '/admin', incharge: 'stays', supervisor: SUPERVISORS_HOME, nobody: '/site-login' },
  requireSupervisor: { office: '/admin', incharge: HOME, supervisor: 'stays', nobody: '/login' },
}

test.each(Object.entries(GUARDS) as [Guard, (typeof GUARDS)[Guard]][])(
  'where %s leads each user',
  async (name, led) => {
    for (const who of Object.keys(USERS) as (keyof typeof USERS)[]) {
      browser.session = USERS[who]
      expect(await visit(name), who).toBe(led[who])
      expect(await visit(name, true), `${who}, who only points at the link`).toBe('stays')
    }
  },
)

test('the user of this tab comes before the session of the browser', async () => {
  const { useFieldSession } = await import('@ledger/web/src/shared/session/field-session.ts')
  useFieldSession.setState({ user: SUPERVISOR })
  browser.session = 'office'
  expect(await visit('requireSupervisor')).toBe('stays')
  expect(await visit('requireFieldUser')).toBe('stays')
  expect(await visit('requireIncharge')).toBe(SUPERVISORS_HOME)
})
