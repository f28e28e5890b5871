import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { PHONE } from './app-in-browser.ts'

/** Returns axe's violations on the present page, by rule and element. */
export async function axeViolations(page: Page): Promise<string[]> {
  // Legacy mode checks only the page itself, which has no frames. Otherwise axe opens a second page for each run, at
  // twice the cost.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  // Only violations are requested, because the list of passes is half of the work.
  const { violations } = await axe.options({ resultTypes: ['violations'] }).analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html.slice(0, 160)}`)
}

/** Returns everything that is wider than the screen, too small to touch, or a violation for axe. */
export async function layoutAndAxeProblems(page: Page, what: string): Promise<string[]> {
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
  found.push(...(await axeViolations(page)), ...small)
  return found.map((each) => `${what}: ${each}`)
}

/** Returns the buttons, links and fields that are too low for a thumb. */
export function lowTouchTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, a, select, summary, input:not([type=radio])')]
      .filter((element) => element.checkVisibility() && element.closest('[inert]') === null)
      // A file input is invisible in its label, which is the touch target.
      .map((element) => (element.matches('[type=file]') && element.closest('label')) || element)
      .filter((element) => element.getBoundingClientRect().height < 43.5)
      .map((element) => element.outerHTML.slice(0, 160)),
  )
}

/** A screen's size, language and theme; light by default. */
export interface Look {
  viewport: typeof PHONE
  language: 'en' | 'hi'
  colorScheme?: 'light' | 'dark'
}

/**
 * Gives the present page another size, language (by its own switch) and theme, without loading it again, and waits
 * until it stands so.
 */
export async function changeLook(page: Page, { viewport, language, colorScheme = 'light' }: Look): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
  // The switch shows the other language. An open dialog makes it inert, so the event is dispatched.
  if ((await page.locator('html').getAttribute('lang')) !== language)
    await page.locator(`button[lang=${language}]`).first().dispatchEvent('click')
  await page.locator(`html[lang=${language}]`).waitFor({ state: 'attached' })
  // Charts and lists measure themselves in the frame after a change of size.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await waitUntilLoaded(page)
}

/** Waits until everything in view, and everything that the page requests at its start, has loaded. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  // Returns plain data, because the resolved value cannot be transferred.
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[aria-busy=true], .breathing, progress, [role=progressbar]')].every((it) => {
      const { top, bottom } = it.getBoundingClientRect()
      return !it.checkVisibility() || top > innerHeight || bottom < 0
    }),
  )
}

/**
 * Returns the visible faults of the present page: elements wider than the screen or their dialog, truncated text that
 * nothing opens, text outside its box, a word of at most ten letters on two lines, a line that begins with the
 * separator dot, labels under a picture that touch, and a date that its box cuts.
 */
export function layoutProblems(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const wide = document.documentElement.scrollWidth
    if (wide > innerWidth) found.push(`${wide} px wide`)
    for (const { scrollWidth, clientWidth } of document.querySelectorAll('dialog, dialog > *'))
      if (scrollWidth > clientWidth + 1) found.push(`a dialog of ${scrollWidth} px in ${clientWidth} px`)
    const said = (it: Element) => it.textContent?.replaceAll(/\s+/g, ' ').slice(0, 60)
    /** A row that opens may show only the beginning. */
    const opens = (it: Element) =>
      it.closest('[role=listitem], li')?.querySelector('button[aria-haspopup=dialog], a[href*="/audit/entry/"]') != null
    for (const it of document.querySelectorAll<HTMLElement>('body *:not(script, style, svg *, textarea)')) {
      const speaks = [...it.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
      if (!speaks || it.clientWidth <= 1 || !it.checkVisibility()) continue
      const { overflowX, display } = getComputedStyle(it)
      const [over, under] = [it.scrollWidth > it.clientWidth + 1, it.scrollHeight > it.clientHeight + 2]
      if (overflowX === 'visible' ? over && display !== 'inline' : (over || under) && it.title === '' && !opens(it))
        found.push(`${overflowX === 'visible' ? 'runs out of its place' : 'cut'}: ${said(it)}`)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const it = text.parentElement
      if (it === null || it.clientWidth === 1 || !it.checkVisibility()) continue
      for (const { index } of (text.textContent ?? '').matchAll(/·/g)) {
        const dot = document.createRange()
        dot.setStart(text, index)
        dot.setEnd(text, index + 1)
        let block = it
        while (getComputedStyle(block).display === 'inline' && block.parentElement !== null) block = block.parentElement
        const begin = block.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(block).paddingLeft)
        if (dot.getBoundingClientRect().left < begin + 1) found.push(`begins a line: · of ${said(block)}`)
      }
      if (getComputedStyle(it).wordBreak === 'break-all') continue
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{M}]+/gu)) {
        // A longer word may fit on no line.
        if (word.length > 10) continue
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const [first, ...more] = range.getClientRects()
        if (more.some(({ top }) => top > (first?.top ?? top) + 4)) found.push(`broken: ${word} in ${said(it)}`)
      }
    }
    for (const picture of document.querySelectorAll('svg[role=img]')) {
      const names = [...picture.querySelectorAll('text')].filter((it) => it.textContent !== '')
      const boxes = names.map((name) => ({ name, box: name.getBoundingClientRect() }))
      for (const [index, { name, box }] of boxes.entries())
        for (const other of boxes.slice(index + 1))
          if (
            box.left < other.box.right + 1 &&
            other.box.left < box.right + 1 &&
            box.top < other.box.bottom &&
            other.box.top < box.bottom
          )
            found.push(`touch: ${said(name)} and ${said(other.name)}`)
    }
    for (const day of document.querySelectorAll<HTMLInputElement>('input[type=date]'))
      if (day.checkVisibility() && day.clientWidth < 145) found.push(`a date in ${day.clientWidth} px`)
    return found
  })
}
