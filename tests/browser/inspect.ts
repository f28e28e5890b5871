import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { PHONE } from './field-app.ts'

/** What axe finds on the page as it stands, by rule and element. */
export async function violationsOn(page: Page): Promise<string[]> {
  // Legacy: in the page alone, which has no frames. Otherwise axe opens a second page for each run, at twice the cost.
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html.slice(0, 160)}`)
}

/** Nothing wider than the screen, nothing too small to touch, nothing that axe finds. */
export async function inspect(page: Page, what: string): Promise<string[]> {
  const found: string[] = []
  const { width } = page.viewportSize() ?? PHONE
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  if (wide > width) found.push(`${wide} px wide`)
  const small = await page.locator('a:visible, button:visible, select:visible, summary:visible').evaluateAll((all) =>
    all.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect()
      return width < 44 || height < 44
        ? [`${Math.round(width)}×${Math.round(height)} ${each.outerHTML.slice(0, 80)}`]
        : []
    }),
  )
  found.push(...(await violationsOn(page)), ...small)
  return found.map((each) => `${what}: ${each}`)
}
