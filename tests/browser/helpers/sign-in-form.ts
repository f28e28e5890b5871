import type { Page } from 'playwright-core'

/** Signs in a new visitor through the form, and waits for the dashboard of the role. */
export async function signInThroughForm(
  page: Page,
  origin: string,
  door: 'site' | 'admin',
  { name, password }: { name: string; password: string },
): Promise<void> {
  await page.goto(`${origin}/${door}-login`)
  await page.locator('form input:not([type=password])').fill(name)
  await page.locator('form input[type=password]').fill(password)
  await page.locator('form button[type=submit]').click()
  await page.waitForURL(/(dashboard|\/admin)$/)
}
