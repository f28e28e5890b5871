import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { PHONE } from './field-app.ts'

/** Nothing wider than the screen, nothing too small to touch, nothing that axe finds. */
export async function inspect(page: Page, what: string): Promise<string[]> {
  const found: string[] = []
  const { width } = page.viewportSize() ?? PHONE
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  if (wide > width) found.push(`${what}: ${wide} px wide`)
  const small = await page.locator('a:visible, button:visible, select:visible, summary:visible').evaluateAll((all) =>
    all.flatMap((each) => {
      const { width, height } = each.getBoundingClientRect()
      return width < 44 || height < 44
        ? [`${Math.round(width)}×${Math.round(height)} ${each.outerHTML.slice(0, 80)}`]
        : []
    }),
  )
  const { violations } = await new AxeBuilder({ page }).analyze()
  for (const { id, nodes } of violations) found.push(`${what}: ${id} at ${nodes[0]?.html.slice(0, 120)}`)
  return [...found, ...small.map((each) => `${what}: ${each}`)]
}
