import { OPENID_ERRORS } from '@ledger/contracts/http/openid-errors.ts'
import { ERROR_MESSAGES_IN_HINDI } from '@ledger/web/src/shared/language/error-messages-hindi.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import { type FieldUser, hireFieldUser, TEST_PASSWORD } from '../../environment/service/people-and-money.ts'
import { FIRST_ADMIN } from '../../environment/service/test-service.ts'
import { openAdminDashboard } from '../helpers/admin-pages.ts'
import {
  type AppInBrowser,
  DESK,
  expectToast,
  openAppInBrowser,
  openToast,
  recordToasts,
  simulateOutage,
  waitForSignIn,
} from '../helpers/app-in-browser.ts'
import { waitUntilLoaded } from '../helpers/layout-and-accessibility.ts'
import { signInThroughForm } from '../helpers/sign-in-form.ts'

/** §4 and §8, Login and Logout; §5, the two sign-in forms; §4, Language; the refusals of the external sign-in. */

let app: AppInBrowser
let incharge: FieldUser
let supervisor: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Rajesh Patidar', siteName: 'Canal Bridge' })
  supervisor = await hireFieldUser(app.office, 'supervisor')
})
afterAll(() => app.close())

const at = (path: string) => `${app.api.origin}${path}`

async function send(page: Page, name: string, password: string): Promise<void> {
  await page.locator('input[name=password]').fill(password)
  await page.locator('form input').first().fill(name)
  await page.locator('button[type=submit]').click()
}

it.each(firstUnlessFullRun(['/transactions', '/site-login', '/site-dashboard']))(
  'stays where somebody moved it who was quicker than the app: %s',
  async (path) => {
    const look = { viewport: { width: 320, height: 300 } }
    const prepare = async (page: Page) => {
      await page.addInitScript(() => {
        new MutationObserver((_changes, observer) => {
          window.scrollTo(0, 100)
          // A page is no longer than the window before the app draws it.
          if (window.scrollY === 100) observer.disconnect()
        }).observe(document, { childList: true, subtree: true })
      })
    }
    const page =
      path === '/site-login'
        ? await app.openSignedOutPage(look)
        : await app.openPageAs(incharge, path, { ...look, prepare })
    if (path === '/site-login') {
      await prepare(page)
      await page.goto(at(path))
    }
    await waitUntilLoaded(page)
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(100)
  },
)

it.each(firstUnlessFullRun(['site', 'admin']))(
  'waits for nothing of what comes after the first screen: %s',
  async (door) => {
    const page = await app.openSignedOutPage()
    // These chunks never load; the form must not need them.
    await page.route(/\/assets\/(after-first-screen|rows)-/, () => undefined)
    await page.goto(at(`/${door}-login`))
    await page.locator('button[type=submit]').waitFor({ timeout: 10_000 })
  },
)

describe('the way back from the external sign-in', () => {
  const SENTENCES: Record<keyof typeof OPENID_ERRORS, [string, string]> = {
    provider_away: [
      'The sign-in service does not answer right now. Please try again, or sign in with your password.',
      'साइन इन सेवा अभी जवाब नहीं दे रही। फिर कोशिश करें, या अपने पासवर्ड से साइन इन करें।',
    ],
    cancelled_at_provider: ['The sign-in was cancelled.', 'साइन इन बीच में छोड़ दिया गया।'],
    sign_in_lost: [
      'This sign-in has expired or was already used. Please start again.',
      'इस साइन इन का समय निकल गया या यह पहले ही हो चुका है। फिर से शुरू करें।',
    ],
    not_trusted: [
      'The answer of the sign-in service could not be trusted. Please tell your admin.',
      'साइन इन सेवा के जवाब पर भरोसा नहीं किया जा सका। अपने एडमिन को बताएँ।',
    ],
    email_not_verified: [
      'The sign-in service has not verified your email address.',
      'साइन इन सेवा ने आपका ईमेल अभी जाँचा नहीं है।',
    ],
    email_unknown: [
      'No office account has this email address. Contact your admin.',
      'इस ईमेल का ऑफिस में कोई खाता नहीं है। अपने एडमिन से बात करें।',
    ],
    other_identity: [
      'Another person of the sign-in service is linked to this account. Contact your admin.',
      'इस खाते से साइन इन सेवा पर कोई और व्यक्ति जुड़ा है। अपने एडमिन से बात करें।',
    ],
    no_provider: [
      'Choose your role below and sign in with your mobile number or email and your password. Sign-in with a company account is not set up here.',
      'नीचे चुनें कि आप कौन हैं, और मोबाइल नंबर या ईमेल और पासवर्ड से साइन इन करें। यहाँ कंपनी के खाते से साइन इन चालू नहीं है।',
    ],
    account_disabled: ['Your account is disabled. Contact your admin.', 'आपका खाता बंद है। अपने एडमिन से बात करें।'],
    too_many_tries: ['Too many tries. Please wait and try again.', 'बहुत बार कोशिश हुई। थोड़ा रुककर फिर कोशिश करें।'],
  }

  it('says on /login why it came to nothing, in both languages, and offers all ways in', async () => {
    const page = await app.openSignedOutPage()
    await page.goto(at('/login?error=not_trusted'))
    await page.getByRole('alert').waitFor()
    for (const [code, [en, hi]] of Object.entries(SENTENCES)) {
      await page.evaluate((error) => history.replaceState({}, '', `/login?error=${error}`), code)
      await expect.poll(() => page.getByRole('alert').textContent(), { message: code }).toBe(en)
      await page.getByRole('button', { name: 'हिंदी' }).click()
      await expect.poll(() => page.getByRole('alert').textContent(), { message: code }).toBe(hi)
      await page.getByRole('button', { name: 'English' }).click()
    }
    expect(Object.keys(SENTENCES).sort()).toEqual(Object.keys(OPENID_ERRORS).sort())
    await expect
      .poll(() => page.getByRole('link', { name: 'Sign in with your company account' }).getAttribute('href'))
      .toBe('/api/login')
    await page.getByText('Admin activities are logged').waitFor()
    // No provider is configured here.
    await page.getByRole('link', { name: 'Sign in with your company account' }).click()
    await expect.poll(() => page.getByRole('alert').textContent()).toBe(SENTENCES.no_provider[0])
    for (const path of ['/login?error=__proto__', '/login?error=no_such_code', '/login']) {
      await page.goto(at(path))
      await page.getByRole('heading', { name: 'Choose your role' }).waitFor()
      await expect.poll(() => page.getByRole('alert').count(), { message: path }).toBe(0)
    }
    await page.close()
  })
})

describe('signing in', () => {
  it('reads "Signing In...", takes no second tap, and welcomes each role in its own words', async () => {
    for (const [worker, text, home] of [
      [incharge, 'Welcome to your site dashboard', '/site-dashboard'],
      [supervisor, 'Welcome to your supervisor dashboard', '/supervisor-dashboard'],
    ] as const) {
      const page = await app.openSignedOutPage()
      let calls = 0
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/api/site/login', async (route) => {
        calls += 1
        await held
        await route.continue()
      })
      await page.goto(at('/site-login'))
      await page.getByText('Need access? Contact your admin to create an account').waitFor()
      await send(page, worker.mobile, TEST_PASSWORD)
      const button = page.locator('button[type=submit]')
      await expect.poll(() => button.textContent()).toBe('Signing In...')
      await expect.poll(() => button.isDisabled()).toBe(true)
      await page.locator('input[name=password]').press('Enter')
      letGo()
      await expectToast(page, 'Login Successful', text)
      await page.waitForURL(`**${home}`)
      expect(calls).toBe(1)
      await page.close()
    }
  })

  if (isFullRun)
    it('welcomes in Hindi too, an admin as well', async () => {
      const phone = await app.openSignedOutPage({ language: 'hi' })
      await phone.goto(at('/site-login'))
      await phone.getByText('खाता चाहिए? अपने एडमिन से बनवाएँ').waitFor()
      await send(phone, incharge.mobile, TEST_PASSWORD)
      await expectToast(phone, 'साइन इन हो गया', 'आपके साइट डैशबोर्ड में स्वागत है')
      await phone.close()
      const desk = await app.openSignedOutPage({ language: 'hi', viewport: DESK })
      await desk.goto(at('/admin-login'))
      await send(desk, FIRST_ADMIN.email, FIRST_ADMIN.password)
      await expectToast(desk, 'साइन इन हो गया', 'एडमिन डैशबोर्ड में स्वागत है')
      await desk.close()
    })

  for (const [language, title, said] of firstUnlessFullRun([
    [
      'en',
      'Login Failed',
      [
        'Invalid mobile number or password',
        'Your account is disabled. Contact your admin.',
        'Login failed',
        'Could not reach the server. Check the network and try again.',
        'Invalid email or password',
      ],
    ],
    [
      'hi',
      'साइन इन नहीं हुआ',
      [
        ERROR_MESSAGES_IN_HINDI.wrong_mobile_or_password,
        ERROR_MESSAGES_IN_HINDI.account_disabled,
        'साइन इन नहीं हो पाया',
        'सर्वर तक नहीं पहुँच पाए। नेटवर्क देखें और फिर कोशिश करें।',
        ERROR_MESSAGES_IN_HINDI.wrong_email_or_password,
      ],
    ],
  ] as const))
    it(`says in ${language} why it failed: the server's words, or its own where there are none`, async () => {
      const off = await hireFieldUser(app.office, 'supervisor')
      await app.office.patch(`/api/admin/supervisors/${off.id}/status`, { status: 'disabled' })
      const [wrong, disabled, unexplained, unreachable, wrongEmail] = said
      const page = await app.openSignedOutPage({ language })
      await page.goto(at('/site-login'))
      await send(page, incharge.mobile, 'not the password')
      await expectToast(page, title, wrong)
      await send(page, off.mobile, TEST_PASSWORD)
      await expectToast(page, title, disabled)
      const mend = await simulateOutage(page, '/api/site/login', 'POST')
      await send(page, incharge.mobile, TEST_PASSWORD)
      await expectToast(page, title, unexplained)
      mend()
      await page.context().setOffline(true)
      await send(page, incharge.mobile, TEST_PASSWORD)
      await expectToast(page, title, unreachable)
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('siteUser'))).toBeNull()
      await page.context().setOffline(false)
      await page.goto(at('/admin-login'))
      await send(page, FIRST_ADMIN.email, 'not the password')
      await expectToast(page, title, wrongEmail)
      app.ignoreConsole(/status of 40[134]|ERR_INTERNET_DISCONNECTED/)
      await page.close()
    })

  for (const [language, words] of firstUnlessFullRun([
    [
      'en',
      {
        error: 'Error',
        both: 'Please enter both mobile number and password',
        title: 'Invalid Mobile Number',
        mobile: 'Please enter a valid 10-digit mobile number',
        tooLong: '“12345678901234” has more than 10 digits. Please write only the 10-digit mobile number',
        office: 'Please enter both email and password',
      },
    ],
    [
      'hi',
      {
        error: 'इसे ठीक करें',
        both: 'मोबाइल नंबर और पासवर्ड दोनों लिखें',
        title: 'मोबाइल नंबर सही नहीं',
        mobile: '10 अंकों का सही मोबाइल नंबर लिखें',
        tooLong: '“12345678901234” में 10 से ज़्यादा अंक हैं। सिर्फ़ 10 अंकों का मोबाइल नंबर लिखें',
        office: 'ईमेल और पासवर्ड दोनों लिखें',
      },
    ],
  ] as const))
    it(`checks the forms before anything is sent, in ${language}`, async () => {
      const page = await app.openSignedOutPage({ language })
      const sent: string[] = []
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()))
      await page.goto(at('/site-login'))
      await send(page, '', '')
      await expectToast(page, words.error, words.both)
      await send(page, incharge.mobile, '')
      await expectToast(page, words.error, words.both)
      const mobile = page.locator('input[name=mobile]')
      await send(page, '98-76 ५४', 'x')
      await expect.poll(() => mobile.inputValue()).toBe('987654')
      await expectToast(page, words.title, words.mobile)
      await expect.poll(() => mobile.evaluate((it) => it === document.activeElement)).toBe(true)
      await expect.poll(() => page.locator('form').textContent()).toContain(words.mobile)
      await mobile.fill('12345678901234')
      await page.getByText(words.tooLong).waitFor()
      await expect.poll(() => mobile.inputValue()).toBe('987654')
      await mobile.fill('')
      await mobile.pressSequentially('12345678901')
      await expect.poll(() => mobile.inputValue()).toBe('1234567890')
      await mobile.fill('')
      await mobile.pressSequentially('+91 98765 43210')
      await expect.poll(() => mobile.inputValue()).toBe('9876543210')
      // A number that is refused leads nobody in as the user before.
      await mobile.pressSequentially('9123456780')
      await page.locator('input[name=password]').fill('x')
      await mobile.press('Enter')
      await expectToast(page, words.title, words.mobile)
      await page.locator('input[name=password]').focus()
      await mobile.click()
      await page.keyboard.type('9123456780')
      await expect.poll(() => mobile.inputValue()).toBe('9123456780')
      await page.goto(at('/admin-login'))
      await send(page, '', '')
      await expectToast(page, words.error, words.office)
      await send(page, FIRST_ADMIN.email, '')
      await expectToast(page, words.error, words.office)
      expect(sent).toEqual([])
      await page.close()
    })

  it('keeps who it is in session storage under siteUser, and sends each role to its own screens', async () => {
    const page = await app.openSignedOutPage()
    await signInThroughForm(page, app.api.origin, 'site', { name: incharge.mobile, password: TEST_PASSWORD })
    await expect
      .poll(() => page.evaluate(() => JSON.parse(sessionStorage.getItem('siteUser') ?? '')))
      .toEqual({
        id: incharge.id,
        name: 'Rajesh Patidar',
        siteName: 'Canal Bridge',
        mobile: incharge.mobile,
        role: 'site_incharge',
      })
    await page.goto(at('/supervisor-dashboard'))
    await page.waitForURL('**/site-dashboard')
    await page.evaluate(() => sessionStorage.clear())
    await page.context().clearCookies()
    for (const [path, target] of [
      ['/supervisor-dashboard', '**/login'],
      ['/site-dashboard', '**/site-login'],
      ['/transactions', '**/site-login'],
      ['/reports', '**/site-login'],
      ['/balance-details', '**/site-login'],
    ] as const) {
      await page.goto(at(path))
      await page.waitForURL(target)
    }
    await page.close()
  })
})

if (isFullRun)
  describe('the language', () => {
    it('is kept under the key language, and restored only if it is en or hi', async () => {
      const page = await app.openSignedOutPage()
      await page.goto(at('/'))
      await page.getByRole('button', { name: 'हिंदी' }).click()
      await page.getByText('आप कौन हैं?').waitFor()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('language'))).toBe('hi')
      await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe('hi')
      await page.close()
      const other = await app.openSignedOutPage()
      await other.addInitScript(() =>
        localStorage.setItem('language', new URLSearchParams(location.search).get('kept') ?? ''),
      )
      for (const [kept, heading] of [
        ['hi', 'आप कौन हैं?'],
        ['en', 'Choose your role'],
        ['fr', 'Choose your role'],
        ['HI', 'Choose your role'],
      ] as const) {
        await other.goto(at(`/?kept=${kept}`))
        await other.getByRole('heading', { name: heading }).waitFor()
      }
      await other.close()
    })
  })

describe('leaving', () => {
  for (const [language, title, text, because] of firstUnlessFullRun([
    [
      ...(['en', 'Logout Error', 'There was an error logging out'] as const),
      '. Could not reach the server. Check the network and try again.',
    ],
    [
      ...(['hi', 'लॉग आउट नहीं हुआ', 'लॉग आउट करते समय गड़बड़ हुई'] as const),
      '। सर्वर तक नहीं पहुँच पाए। नेटवर्क देखें और फिर कोशिश करें।',
    ],
  ] as const))
    it(`a logout that the server never heard of is said in ${language}, and nobody is signed out`, async () => {
      const logout = language === 'en' ? 'Logout' : 'लॉग आउट'
      const page = await app.openSignedInPage(incharge.mobile, { language })
      let mend = await simulateOutage(page, '/api/*/logout', 'POST')
      await page.getByRole('button', { name: logout }).click()
      await expectToast(page, title, text)
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('siteUser'))).not.toBeNull()
      mend()
      // The logout is retried once by itself.
      await page.route('**/api/*/logout', (route) => route.abort(), { times: 2 })
      await page.getByRole('button', { name: logout }).click()
      await expectToast(page, title, text + because)
      await page.getByRole('button', { name: logout }).click()
      await page.waitForURL((url) => url.pathname === '/')
      await expect
        .poll(() => page.evaluate(() => [sessionStorage.getItem('siteUser'), localStorage.getItem('language')]))
        .toEqual([null, language])
      await page.goto(at('/admin-login'))
      await send(page, FIRST_ADMIN.email, FIRST_ADMIN.password)
      await page.waitForURL('**/admin')
      mend = await simulateOutage(page, '/api/*/logout', 'POST')
      await page.getByRole('button', { name: logout }).click()
      await expectToast(page, title, text)
      mend()
      await page.getByRole('button', { name: logout }).click()
      await page.waitForURL('**/admin-login')
      app.ignoreConsole(/status of 404|ERR_FAILED/)
      await page.close()
    })

  /** Refocuses the page repeatedly, because a refetch while one is running starts no request. */
  const lookUntil = (page: Page, isDone: () => boolean) =>
    expect
      .poll(async () => {
        await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
        return isDone()
      })
      .toBe(true)

  for (const [language, title, text] of firstUnlessFullRun([
    ['en', 'Unauthorized', 'You are logged out. Logging in again...'],
    ['hi', 'अनुमति नहीं', 'आप लॉग आउट हो गए हैं। फिर से साइन इन कर रहे हैं…'],
  ] as const))
    it(`a session that has ended is said in ${language}, and after half a second leads to a sign-in`, async () => {
      // From the dashboard: to the external sign-in.
      const page = await app.openSignedInPage(incharge.mobile, { language })
      await page.getByTestId('current-balance').getByText('₹').waitFor()
      // The code of toasts comes with a user's first action, and on a busy machine after the half second.
      await page.keyboard.press('Shift')
      await page.locator('ol.toast-room').waitFor({ state: 'attached' })
      // The toast disappears with its screen.
      const said = await recordToasts(page)
      await page.context().clearCookies()
      let isLed = false
      page.on('request', (request) => {
        isLed ||= request.url().endsWith('/api/login')
      })
      await lookUntil(page, () => isLed)
      await waitForSignIn(page)
      await expect
        .poll(() => [...new Set(said)])
        .toEqual([expect.stringMatching(RegExp(`${title}.*${text.replaceAll('.', '\\.')}`))])
      said.length = 0
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('siteUser'))).toBeNull()
      // From an expense form without a session: to the site's sign-in.
      await page.goto(at('/expense'))
      await page.waitForURL('**/site-login')
      // The code that draws it may load after the half second.
      await expect.poll(() => [...new Set(said)]).toEqual([expect.stringContaining(text)])
      await page.close()
      // From head office: to its own sign-in, with a message only if the user was at work.
      const office = await app.openSignedOutPage({ language, viewport: DESK })
      await office.goto(at('/admin'))
      await office.waitForURL('**/admin-login')
      await expect.poll(() => openToast(office).count()).toBe(0)
      await send(office, FIRST_ADMIN.email, FIRST_ADMIN.password)
      await office.waitForURL('**/admin')
      await office.locator('#overview').getByText('₹').first().waitFor()
      const saidToOffice = await recordToasts(office)
      await office.context().clearCookies()
      await lookUntil(office, () => office.url() === at('/admin-login'))
      await expect.poll(() => [...new Set(saidToOffice)]).toEqual([expect.stringContaining(text)])
      await office.close()
      app.ignoreConsole(/status of 40[13]/)
    })

  for (const [who, read, home] of firstUnlessFullRun([
    ['a field user', '/api/site/balance', '/'],
    ['head office', '/api/admin/sites', '/admin-login'],
  ] as const))
    it(`${who} who signs out while the screen is read again is told of nothing, and led nowhere else`, async () => {
      const page = await (who === 'head office'
        ? openAdminDashboard(app)
        : app.openPageAs(await hireFieldUser(app.office, 'site_incharge'), '/site-dashboard'))
      await page.locator('main').getByText('₹').first().waitFor()
      const said = await recordToasts(page)
      // On a slow line the redirect takes a moment.
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      await page.route('**/api/site/auth', async (route) => {
        await held
        await route.fallback()
      })
      const loggedOut = page.waitForResponse(/\/logout$/)
      await page.getByRole('button', { name: 'Logout' }).click()
      await loggedOut
      const refused = page.waitForResponse((answer) => answer.url().includes(read) && answer.status() === 401)
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      await (await refused).finished()
      // The toast would appear in one of the next turns of the event loop.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)))
      letGo()
      await page.waitForURL(at(home))
      expect(said).toEqual([])
      app.ignoreConsole(/status of 401/)
    })

  it('half a second, by the clock of the page', async () => {
    const page = await app.openSignedOutPage()
    await page.clock.install()
    await page.goto(at('/site-login'))
    await page.locator('input[name=mobile]').waitFor()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.evaluate(() => history.pushState({}, '', '/expense'))
    await openToast(page).getByText('Unauthorized', { exact: true }).waitFor()
    await page.clock.runFor(499)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/expense')
    await page.clock.runFor(1)
    await page.waitForURL('**/site-login')
    await page.close()
  })

  it('an unknown address is the 404 page, in both languages', async () => {
    const page = await app.openSignedOutPage()
    await page.goto(at('/no/such/page'))
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    await page.getByRole('button', { name: 'हिंदी' }).click()
    await page.getByRole('heading', { name: 'पेज नहीं मिला' }).waitFor()
    app.ignoreConsole(/status of 404/)
    await page.close()
  })
})

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
