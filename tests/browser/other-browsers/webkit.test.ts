import sharp from 'sharp'
import { expect, it } from 'vitest'
import { button, named, waitForText, waitUntil } from './driven-browser.ts'
import { testAsFieldUser } from './test-as-field-user.ts'
import { startWebKit } from './webkit.ts'

const visit = testAsFieldUser(startWebKit)

it('says that a private window keeps entries only until it is closed', async () => {
  const { browser, at } = visit()
  await browser.open(at('/expense'))
  await waitForText(browser, 'This is a private window')
})

it('leaves an empty date field empty', async () => {
  const { browser, at } = visit()
  await browser.open(at('/transactions'))
  await browser.click(named('Filter by date'))
  await waitUntil(browser, () => document.querySelector('input[type=date]') !== null)
  const { left, top, width, height } = await browser.run(() => {
    const box = document.querySelector('input[type=date]')?.getBoundingClientRect() ?? new DOMRect()
    const inset = 6
    const [left, top] = [Math.ceil(box.left) + inset, Math.ceil(box.top) + inset]
    return { left, top, width: Math.floor(box.width / 2) - inset, height: Math.floor(box.height) - 2 * inset }
  })
  const field = await sharp(await browser.screenshot())
    .extract({ left, top, width, height })
    .greyscale()
    .raw()
    .toBuffer()
  expect(Math.max(...field) - Math.min(...field)).toBeLessThan(10)
})

it('draws no ring around a button of a dialog that was opened by mouse', async () => {
  const { browser, at } = visit()
  await browser.open(at('/reports'))
  await browser.click(button('Generate Report'))
  await waitForText(browser, 'Full Transaction Report')
  const ringed = await browser.run(() => document.querySelector('dialog button:focus-visible') !== null)
  expect(ringed).toBe(false)
})

it('said nothing else on the console', () => {
  expect(visit().browser.consoleMessages()).toEqual([])
})
