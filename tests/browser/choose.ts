import type { Locator } from 'playwright-core'

/** Picks the option that begins with a name, whatever stands behind it to tell two of the name apart. */
export async function choose(select: Locator, name: string): Promise<void> {
  const option = select.locator('option').filter({ hasText: new RegExp(`^${name}`) })
  await select.selectOption((await option.first().getAttribute('value')) ?? '')
}
