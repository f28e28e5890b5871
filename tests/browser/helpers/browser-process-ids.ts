import type { Page } from 'playwright-core'

/** Returns the process ids of a page's browser: those of its tabs, and its own, which stores Blobs. */
export async function browserProcessIds(page: Page): Promise<{ tabs: number[]; own: number[] }> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  const of = (type: string) => processInfo.filter((one) => one.type === type).map(({ id }) => id)
  return { tabs: of('renderer'), own: of('browser') }
}
