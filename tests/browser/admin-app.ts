import type { Locator, Page } from 'playwright-core'
import { PASSWORD } from '../environment/people.ts'
import { ADMIN } from '../environment/service.ts'
import { DESK, type FieldApp, type PHONE } from './field-app.ts'
import { signInAt } from './sign-in-form.ts'

interface Options {
  viewport?: typeof PHONE
  language?: 'en' | 'hi'
  /** An auditor's address, whose password is PASSWORD; the admin where there is none. */
  auditor?: string
  keepsApp?: boolean
}

/** Somebody of head office, signed in through the form, on the dashboard. */
export async function officeOf(
  app: FieldApp,
  { auditor, viewport = DESK, language = 'en', keepsApp = false }: Options = {},
): Promise<Page> {
  const page = await app.visitor({ viewport, language, keepsApp })
  const { email: name, password } = auditor === undefined ? ADMIN : { email: auditor, password: PASSWORD }
  await signInAt(page, app.api.origin, 'admin', { name, password })
  // The address is there before the screen is.
  await page.locator('#overview').waitFor()
  return page
}

/** The admin on the dashboard, without the form and its toast. */
export async function adminAt(app: FieldApp, { viewport = DESK, language = 'en' }: Options = {}): Promise<Page> {
  const page = await app.visitor({ viewport, language })
  const cookies = [...app.office.cookies].map(([name, value]) => ({ name, value, url: app.api.origin }))
  await page.context().addCookies(cookies)
  await page.goto(`${app.api.origin}/admin`)
  return page
}

/** A section of the dashboard by its title, in view and loaded; on a phone its name is pressed. */
export async function sectionOf(page: Page, title: string): Promise<Locator> {
  const section = page.getByRole('region', { name: title, exact: true })
  // One that a phone leaves out has no role.
  const id = await page
    .locator('main section[id]', { has: page.getByText(title, { exact: true }) })
    .first()
    .getAttribute('id')
  if (!(await section.isVisible())) await page.locator(`nav a[href="#${id}"]`).click()
  await section.scrollIntoViewIfNeeded()
  await section.evaluate((element) => element.scrollIntoView())
  return section
}

/** A person's or a transaction's line in a section. */
export const lineOf = (section: Locator, name: string) => section.getByRole('listitem').filter({ hasText: name })

/** Scrolls through the whole page, so that every section has loaded; on a phone, goes from one to the next. */
export async function seeAll(page: Page, look: (section: Locator) => Promise<void> = async () => {}): Promise<void> {
  // `all` does not wait: before the session is known there is no section to see.
  await page.locator('#messages').waitFor({ state: 'attached' })
  for (const section of await page.locator('main section[id]').all()) {
    const id = await section.getAttribute('id')
    if (!(await section.isVisible())) await page.locator(`nav a[href="#${id}"]`).click()
    await section.evaluate((element) => element.scrollIntoView())
    await section.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
    await look(section)
  }
}
