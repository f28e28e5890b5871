import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import { type FieldUser, hireFieldUser } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, openAppInBrowser } from '../helpers/app-in-browser.ts'
import { cachedAppFiles, waitUntilAvailableOffline } from '../helpers/offline-storage.ts'

/** The app can be installed on the home screen, in either language. */

let app: AppInBrowser
let incharge: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge')
})
afterAll(() => app.close())

interface Icon {
  src: string
  sizes: string
  type: string
  purpose?: string
}
interface Manifest {
  id: string
  name: string
  short_name: string
  start_url: string
  scope: string
  display: string
  icons: Icon[]
  shortcuts: { url: string }[]
}

async function manifestOf(session: CDPSession): Promise<Manifest> {
  const { data, errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
  return JSON.parse(data ?? '')
}

async function sizeOf(page: Page, src: string): Promise<string> {
  return page.evaluate(async (address) => {
    const { width, height } = await createImageBitmap(await (await fetch(address)).blob())
    return `${width}x${height}`
  }, src)
}

it.each(
  firstUnlessFullRun([
    { language: 'hi', name: 'साइट खाता' },
    { language: 'en', name: 'Site Ledger' },
  ] as const),
)('names itself in $language, and meets what browsers ask of an app that is installed', async ({ language, name }) => {
  const page = await app.openSignedInPage(incharge.mobile, { language, keepsApp: true })
  await waitUntilAvailableOffline(page)
  const session = await page.context().newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  expect(installabilityErrors).toEqual([])
  const manifest = await manifestOf(session)
  expect(manifest).toMatchObject({
    id: '/',
    name,
    short_name: name,
    start_url: '/',
    scope: '/',
    display: 'standalone',
  })
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png')
  for (const { src, sizes } of pictures) expect(await sizeOf(page, src), src).toBe(sizes)
  expect(pictures.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ])
  for (const { url } of manifest.shortcuts) {
    await page.goto(`${app.api.origin}${url}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => new URL(page.url()).pathname).toBe(url)
  }
  // The start page opens from the home screen, also without a network.
  await page.context().setOffline(true)
  await page.goto(app.api.origin + manifest.start_url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  app.ignoreConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

it('keeps what the field needs and no screen of others, and nothing of the API', async () => {
  const page = await app.openSignedInPage(incharge.mobile, { keepsApp: true })
  await waitUntilAvailableOffline(page)
  const kept = await cachedAppFiles(page)
  // A worker with its own file shrinks photos.
  expect(kept.filter((path) => path.startsWith('/assets/picture-worker-'))).toHaveLength(1)
  for (const screen of ['expense', 'transactions', 'balance-details', 'reports', 'supervisor-dashboard', 'site-login'])
    expect(
      kept.some((path) => path.startsWith(`/assets/${screen}-`)),
      screen,
    ).toBe(true)
  expect(kept.filter((path) => /\/(admin-dashboard|explorer|proof|landing)-/.test(path))).toEqual([])
  expect(kept.filter((path) => !/^\/(assets|shell)\/|^\/old-pages$/.test(path))).toEqual([])
})

if (isFullRun)
  it('a worker is looked for anew each time, and what is the server’s own is asked of the server', async () => {
    const { headers } = await fetch(`${app.api.origin}/sw.js`)
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('content-type')).toMatch(/javascript/)
    const page = await app.openSignedInPage(incharge.mobile, { keepsApp: true })
    await waitUntilAvailableOffline(page)
    const answer = await page.goto(`${app.api.origin}/api/docs`)
    expect(answer?.fromServiceWorker()).toBe(false)
    await expect.poll(() => page.title()).toMatch(/API/)
    const health = await page.goto(`${app.api.origin}/healthz`)
    expect(await health?.json()).toEqual({ status: 'ok' })
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
