import type { Locator, Page } from 'playwright-core'

/** Returns the entries of the office's table, those near the view. */
export const entryRows = (where: Page | Locator) => where.locator('tr[data-entry-index]')

/** Returns the line with the number of entries and their sums, without its hard spaces. */
export async function sumsOfEntries(page: Page): Promise<string> {
  const text = await page.getByRole('main').getByRole('status').first().textContent()
  return (text ?? '').replaceAll('\u00a0', ' ')
}

/** Opens the menu of a list's files and returns one of its choices. */
export async function openExportMenu(where: Page | Locator, choice: string): Promise<Locator> {
  await where.getByRole('button', { name: 'Export', exact: true }).click()
  return where.getByRole('button', { name: choice, exact: true })
}
