import { readFileSync } from 'node:fs'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast, PHONE } from '../helpers/app-in-browser.ts'
import { layoutAndAxeProblems } from '../helpers/layout-and-accessibility.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser({ hasMotion: true })
})
afterAll(() => app.close())

async function landing(look?: Parameters<AppInBrowser['openSignedOutPage']>[0]): Promise<Page> {
  const page = await app.openSignedOutPage(look)
  await page.goto(`${app.api.origin}/landing`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

const messages = async () =>
  expectBody(await app.office.get('/api/admin/contact-messages'), 200, ROUTES.contactMessages.answer)

for (const [device, viewport] of firstUnlessFullRun([
  ['a phone', PHONE],
  ['a desk', DESK],
] as const))
  for (const language of firstUnlessFullRun(['hi', 'en'] as const))
    it(`reads in ${language} on ${device}: every section of §2, nothing too wide or too small, nothing that axe finds`, async () => {
      const page = await landing({ viewport, language })
      await page.locator('#contact').scrollIntoViewIfNeeded()
      await page.locator('#contact textarea').waitFor()
      expect(await layoutAndAxeProblems(page, 'landing')).toEqual([])
      const text = (await page.locator('main').textContent()) ?? ''
      for (const figure of ['85+ MW', '15+', '6+']) expect(text).toContain(figure)
      await expect.poll(() => page.locator('#projects h3').count()).toBe(5)
      await expect.poll(() => page.locator('#capabilities h3').count()).toBe(6)
      await expect.poll(() => page.locator('#partners blockquote').count()).toBe(4)
      await expect.poll(() => page.locator('#contact a[href^="mailto:"], #contact a[href^="tel:"]').count()).toBe(2)
      const lang = await page.locator('html').getAttribute('lang')
      expect(lang).toBe(language)
      await expect.poll(() => page.title()).toMatch(language === 'en' ? /^Vindhyarashmi Infra:/ : /^विंध्यरश्मि इन्फ्रा:/)
      await page.close()
    })

it('goes to a section from the nav bar and from the hero, marks the one that is read, and leads to the sign-in', async () => {
  const page = await landing({ viewport: DESK })
  const nav = page.getByRole('navigation', { name: 'Sections of this page' }).first()
  const current = nav.locator('[aria-current]')
  await expect.poll(() => current.textContent()).toBe('Home')
  await nav.getByRole('link', { name: 'Capabilities' }).click()
  await expect.poll(() => current.textContent()).toBe('Capabilities')
  await expect.poll(() => new URL(page.url()).hash).toBe('#capabilities')
  await page.getByRole('link', { name: 'Back to the top' }).click()
  await expect.poll(() => current.textContent()).toBe('Home')
  await page.getByRole('link', { name: 'View Our Work' }).click()
  await expect.poll(() => current.textContent()).toBe('Projects')
  await page.getByRole('link', { name: 'Get In Touch' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('contact')
  await page.getByRole('link', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/login')
  await page.close()
})

it('has a menu on a phone that Escape and a choice close, and skips to the content by keyboard', async () => {
  const page = await landing({ viewport: PHONE })
  const menu = page.locator('#landing-menu')
  await expect.poll(() => menu.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('link', { name: 'Partners' }).waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-controls')))
    .toBe('landing-menu')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await menu.getByRole('link', { name: 'Partners' }).click()
  await menu.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('partners')
  await page.close()
  // A new page without a #section in the URL: with one, the browser's first Tab starts there.
  const fresh = await landing({ viewport: PHONE })
  await fresh.locator('body').press('Tab')
  await fresh.keyboard.press('Enter')
  await expect.poll(() => fresh.evaluate(() => document.activeElement?.id)).toBe('about')
  await fresh.close()
})

if (isFullRun)
  it('filters the projects, and says how many there are', async () => {
    const page = await landing({ viewport: DESK })
    const cards = page.locator('#projects li')
    const status = page.locator('#projects [role=status]')
    for (const [name, count] of [
      ['Solar', 2],
      ['Government', 3],
      ['Rooftop', 2],
      ['All Projects', 5],
    ] as const) {
      const button = page.locator('#projects').getByRole('button', { name })
      await button.click()
      await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
      await expect.poll(() => page.locator('#projects button[aria-pressed=true]').count()).toBe(1)
      await expect.poll(() => cards.count()).toBe(count)
      await expect.poll(() => status.textContent()).toBe(`${count} projects`)
    }
    await page.locator('#projects').getByRole('button', { name: 'Government' }).click()
    for (const card of await cards.all()) await expect.poll(() => card.textContent()).toContain('Government')
    await page.close()
  })

it('takes a message once, however often it is pressed, and head office reads it', async () => {
  const page = await landing()
  // The form loads when it is scrolled near the view.
  await page.getByRole('link', { name: 'Get In Touch' }).click()
  await page.getByRole('button', { name: 'Send Message' }).click()
  await openToast(page).getByText('Name is required').waitFor()
  for (const rule of ['Name is required', 'Email is required', 'Message is required'])
    await page.locator('form').getByText(rule).waitFor()
  await page.getByLabel('Name').fill('Asha Verma')
  await page.getByLabel('Email').fill('asha')
  await page.getByLabel('Phone').fill('98765 43210')
  await page.getByLabel('Message').fill('Roof of 200 kW in Ujjain')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await page.locator('form').getByText('Please enter a valid email address').waitFor()
  await expect.poll(() => messages()).toEqual([])

  await page.getByLabel('Email').fill('asha@example.in')
  await page.getByRole('button', { name: 'Send Message' }).dblclick()
  await openToast(page).getByText('Thank you. We answer within two working days.').waitFor()
  await expect
    .poll(() => messages())
    .toMatchObject([
      { name: 'Asha Verma', email: 'asha@example.in', phone: '98765 43210', message: 'Roof of 200 kW in Ujjain' },
    ])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Message Sent')
  await page.getByRole('button', { name: 'Write another message' }).click()
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('')
  await page.close()
})

if (isFullRun)
  it('keeps what was typed when it cannot be sent, and says why, in Hindi too', async () => {
    const page = await landing({ language: 'hi' })
    await page.getByRole('link', { name: 'संपर्क करें' }).click()
    await page.getByLabel('नाम').fill('आशा वर्मा')
    await page.getByLabel('ईमेल').fill('asha@example.in')
    await page.getByLabel('संदेश').fill('उज्जैन में 200 किलोवाट की छत')
    // The code that draws toasts loads a moment after the page.
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'संदेश भेजें' }).click()
    await openToast(page).getByText('सर्वर तक नहीं पहुँच पाए। नेटवर्क देखें और फिर कोशिश करें।').waitFor()
    await page.context().setOffline(false)
    await expect.poll(() => page.getByLabel('संदेश').inputValue()).toBe('उज्जैन में 200 किलोवाट की छत')
    await page.getByRole('button', { name: 'संदेश भेजें' }).click()
    await openToast(page).getByText('संदेश पहुँच गया').waitFor()
    await expect.poll(() => messages()).toHaveLength(2)
    app.ignoreConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/)
    await page.close()
  })

it('gives the company profile as a PDF in the language of the page', async () => {
  for (const [language, name] of firstUnlessFullRun([
    ['hi', 'PDF डाउनलोड करें'],
    ['en', 'Download PDF'],
  ] as const)) {
    const page = await landing({ language })
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()])
    expect(download.suggestedFilename()).toBe(`company-profile-${language}.pdf`)
    expect(readFileSync(await download.path(), 'latin1').slice(0, 5)).toBe('%PDF-')
    await page.close()
  }
})

it('said nothing on the console and broke no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
