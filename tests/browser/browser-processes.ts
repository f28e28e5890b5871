import type { Page } from 'playwright-core'

/** The processes of a page's browser: those that have tabs, and its own, where Blobs lie. */
export async function browserProcesses(page: Page): Promise<{ tabs: number[]; own: number[] }> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  const of = (type: string) => processInfo.filter((one) => one.type === type).map(({ id }) => id)
  return { tabs: of('renderer'), own: of('browser') }
}
