import type { Locator, Page } from 'playwright-core'
import { signInAuditor } from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, addCookiesOf, DESK, type PHONE } from './app-in-browser.ts'

interface Options {
  viewport?: typeof PHONE
  language?: 'en' | 'hi'
  /** An auditor's email address, whose password is TEST_PASSWORD; the admin by default. */
  auditor?: string
  keepsApp?: boolean
  /** Called before the page loads. */
  prepare?: (page: Page) => Promise<void>
}

/** Opens the dashboard as a member of head office, without the form and its toast. */
export async function openAdminDashboard(
  app: AppInBrowser,
  { auditor, viewport = DESK, language = 'en', keepsApp = false, prepare }: Options = {},
): Promise<Page> {
  const page = await app.openSignedOutPage({ viewport, language, keepsApp })
  await addCookiesOf(auditor === undefined ? app.office : await signInAuditor(app.api.origin, auditor), page)
  await prepare?.(page)
  await page.goto(`${app.api.origin}/admin`)
  // The sections appear after the session is known.
  await page.locator('#overview').waitFor()
  return page
}

/**
 * Returns a section of the dashboard by its title, in view and loaded; on a phone it clicks the section's name first.
 */
export async function openDashboardSection(page: Page, title: string): Promise<Locator> {
  const section = page.getByRole('region', { name: title, exact: true })
  // A section that a phone hides has no role.
  const id = await page
    .locator('main section[id]', { has: page.getByText(title, { exact: true }) })
    .first()
    .getAttribute('id')
  if (!(await section.isVisible())) await page.locator(`nav a[href="#${id}"]`).click()
  await section.scrollIntoViewIfNeeded()
  await section.evaluate((element) => element.scrollIntoView())
  return section
}

/** Returns the row of a person or a transaction in a section. */
export const listItemNamed = (section: Locator, name: string) => section.getByRole('listitem').filter({ hasText: name })

/** Scrolls through the whole page, so that every section has loaded; on a phone, opens one after the other. */
export async function visitEverySection(
  page: Page,
  look: (section: Locator) => Promise<void> = async () => {},
): Promise<void> {
  // `all` does not wait, and before the session is known no section exists.
  await page.locator('#messages').waitFor({ state: 'attached' })
  for (const section of await page.locator('main section[id]').all()) {
    const id = await section.getAttribute('id')
    if (!(await section.isVisible())) await page.locator(`nav a[href="#${id}"]`).click()
    await section.evaluate((element) => element.scrollIntoView())
    await section.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await look(section)
  }
}
