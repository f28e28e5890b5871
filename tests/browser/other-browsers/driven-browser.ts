import { setTimeout as sleep } from 'node:timers/promises'

/** A browser with one page and a person's hands and eyes. XPath finds elements, because both tools understand it. */
export interface DrivenBrowser {
  /** The folder that receives downloaded files. */
  readonly downloads: string
  /** The warnings and errors on the console so far. */
  consoleMessages(): readonly string[]
  /** Opens an address and waits until the page has loaded. */
  open(address: string): Promise<void>
  /** Runs a function in the page, which sees only its arguments, and returns its result as JSON. */
  run<Given extends unknown[], Result>(work: (...given: Given) => Result, ...given: Given): Promise<Result>
  click(xpath: string): Promise<void>
  /** Gives the element the focus and presses keys. */
  type(xpath: string, keys: string): Promise<void>
  /** Types a date into a date field, part by part, as the browser's language orders them. */
  typeDay(xpath: string, parts: readonly string[]): Promise<void>
  /** Chooses a file of this machine. */
  choose(xpath: string, file: string): Promise<void>
  /** Returns the visible part of the page as a PNG. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}

const PATIENCE_MS = 20_000
const POLL_MS = 100

/** Waits until a function returns true in the page. */
export async function waitUntil<Given extends unknown[]>(
  browser: DrivenBrowser,
  work: (...given: Given) => boolean,
  ...given: Given
): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  // Between two pages there is nothing to ask.
  while (!(await browser.run(work, ...given).catch(() => false))) {
    if (performance.now() > end) throw new Error(`Not so within ${PATIENCE_MS} ms: ${work} ${JSON.stringify(given)}`)
    await sleep(POLL_MS)
  }
}

/** Waits until the page shows a text, in one element or several. */
export function waitForText(browser: DrivenBrowser, text: string): Promise<void> {
  return waitUntil(browser, (wanted) => document.body.innerText.includes(wanted), text)
}

export function waitForPath(browser: DrivenBrowser, path: string): Promise<void> {
  return waitUntil(browser, (wanted) => location.pathname === wanted, path)
}

export const button = (name: string) => `//button[normalize-space()="${name}"]`
export const control = (label: string) => `//label[normalize-space()="${label}"]/following::input[1]`
export const named = (name: string) => `//*[@aria-label="${name}"]`
