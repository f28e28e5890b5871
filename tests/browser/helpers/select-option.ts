import type { Locator } from 'playwright-core'

/** Selects the first option that begins with a name; further text may distinguish two options with that name. */
export async function selectOptionBeginningWith(select: Locator, name: string): Promise<void> {
  const option = select.locator('option').filter({ hasText: new RegExp(`^${name}`) })
  await select.selectOption((await option.first().getAttribute('value')) ?? '')
}
