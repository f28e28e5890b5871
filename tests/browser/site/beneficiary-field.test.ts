import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast, PHONE } from '../helpers/app-in-browser.ts'
import { installFakeSpeechRecognition, recogniseSpeech } from '../helpers/fake-speech-recognition.ts'
import { layoutAndAxeProblems } from '../helpers/layout-and-accessibility.ts'

let app: AppInBrowser
let incharge: FieldUser
const NAMES = 120

beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, incharge, '500000')
  const numbers = Array.from({ length: NAMES }, (_, number) => number)
  await Promise.all(numbers.map((number) => recordExpenseOf(incharge, { recipient: `Trader ${number}`, amount: '10' })))
  await recordExpenseOf(incharge, { recipient: 'Sharma Traders', purpose: 'Old cement', paymentMode: 'cash' })
  await recordExpenseOf(incharge, { recipient: 'रामलाल चाय वाला', purpose: 'चाय', paymentMode: 'upi' })
  await recordExpenseOf(incharge, { recipient: 'Sharma Traders', purpose: 'River sand', paymentMode: 'cheque' })
})
afterAll(() => app.close())

const box = (page: Page) => page.getByRole('combobox', { name: 'Paid to', exact: true })
const options = (page: Page) => page.getByRole('option')
const purpose = (page: Page) => page.getByLabel('Purpose', { exact: true })

if (isFullRun)
  it('shows the names used last first, finds as one types in either script, and by keyboard alone', async () => {
    const page = await app.openPageAs(incharge, '/expense', { viewport: DESK })
    await box(page).click()
    await expect
      .poll(async () => (await options(page).allTextContents()).slice(0, 2))
      .toEqual(['Sharma Traders', 'रामलाल चाय वाला'])
    // Only a few options are drawn; scrolling draws the others.
    const drawn = await options(page).count()
    expect(drawn).toBeLessThan(NAMES)
    await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
    await expect.poll(() => options(page).count()).toBeGreaterThan(drawn)

    await box(page).fill('ramlal chai')
    await expect.poll(() => options(page).allTextContents()).toEqual(['रामलाल चाय वाला', 'New name: ramlal chai'])
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => box(page).getAttribute('aria-activedescendant'))
      .toBe(await options(page).first().getAttribute('id'))
    await page.keyboard.press('Enter')
    await expect.poll(() => box(page).inputValue()).toBe('रामलाल चाय वाला')
    await expect.poll(() => box(page).getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Tab')
    await expect.poll(() => box(page).inputValue()).toBe('रामलाल चाय वाला')
  })

it('takes a new name where nothing fits, says that it is new, and loses nothing to the pointer or to Escape', async () => {
  const page = await app.openPageAs(incharge, '/expense', { viewport: DESK })
  await box(page).fill('Trader 11')
  await options(page).first().hover()
  await page.keyboard.press('Escape')
  await expect.poll(() => options(page).count()).toBe(0)
  await purpose(page).click()
  await expect.poll(() => box(page).inputValue()).toBe('Trader 11')
  await box(page).fill('Nobody Yet')
  await expect.poll(() => options(page).allTextContents()).toEqual(['New name: Nobody Yet'])
  await options(page).click()
  await expect.poll(() => box(page).inputValue()).toBe('Nobody Yet')
  await page.getByText('New name: it is not in your list yet').waitFor()
  await page.getByLabel('Amount', { exact: true }).fill('75')
  await purpose(page).fill('Nails')
  await page.getByLabel('Narration', { exact: true }).fill('Two boxes')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await openToast(page).getByText('₹75 · Nobody Yet').waitFor()
})

if (isFullRun)
  it('keeps the field for a new name behind the "or": choosing one clears the other', async () => {
    const page = await app.openPageAs(incharge, '/expense')
    await page.getByText('OR', { exact: true }).waitFor()
    await box(page).fill('Trader 7')
    await options(page).getByText('Trader 7', { exact: true }).click()
    await page.getByRole('button', { name: 'Enter a new name' }).click()
    const apart = page.getByRole('textbox', { name: 'Enter a new name' })
    await apart.fill('Somebody New')
    await expect.poll(() => box(page).inputValue()).toBe('')
    await box(page).fill('Trader 8')
    await options(page).getByText('Trader 8', { exact: true }).click()
    await expect.poll(() => apart.inputValue()).toBe('')
    await expect.poll(() => box(page).inputValue()).toBe('Trader 8')
  })

it('fills in what is usual for a name, takes it back with the name, and overwrites nothing that was chosen', async () => {
  const page = await app.openPageAs(incharge, '/expense', { viewport: DESK })
  const pick = async (name: string) => {
    await box(page).fill(name)
    await options(page).getByText(name, { exact: true }).click()
  }
  await pick('Sharma Traders')
  await expect.poll(() => purpose(page).inputValue()).toBe('River sand')
  await expect.poll(() => page.getByLabel('Cheque', { exact: true }).isChecked()).toBe(true)
  await page.getByText('Filled in as usual: River sand · Ten bags · Cheque').first().waitFor()
  await pick('रामलाल चाय वाला')
  await expect.poll(() => purpose(page).inputValue()).toBe('चाय')
  await expect.poll(() => page.getByLabel('UPI', { exact: true }).isChecked()).toBe(true)
  await box(page).fill('Nobody At All')
  await expect.poll(() => purpose(page).inputValue()).toBe('')
  await expect.poll(() => page.getByLabel('Cash', { exact: true }).isChecked()).toBe(true)

  await purpose(page).fill('My own words')
  await page.getByLabel('Bank Transfer', { exact: true }).check()
  await pick('Sharma Traders')
  await page.getByText('Filled in as usual: Ten bags').first().waitFor()
  await expect.poll(() => purpose(page).inputValue()).toBe('My own words')
  await expect.poll(() => page.getByLabel('Bank Transfer', { exact: true }).isChecked()).toBe(true)
})

if (isFullRun)
  it('changes neither purpose nor mode of an entry that is edited; Escape closes the list and not the dialog', async () => {
    const page = await app.openPageAs(incharge, '/transactions?q=Trader%2033', { viewport: DESK })
    await page.getByRole('button', { name: 'Edit: Trader 33, ₹10', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
    await box(page).fill('Sharma')
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog.isVisible()).toBe(true)
    await box(page).fill('Sharma T')
    await options(page).getByText('Sharma Traders', { exact: true }).click()
    await page.waitForTimeout(300)
    await expect.poll(() => purpose(page).inputValue()).toBe('Cement')
    await expect.poll(() => page.getByLabel('Cash', { exact: true }).isChecked()).toBe(true)
  })

if (isFullRun)
  it('what was spoken and is not in the list shows what sounds so, before it is a new name', async () => {
    const page = await app.openPageAs(incharge, '/expense', { viewport: DESK, prepare: installFakeSpeechRecognition })
    await page.getByRole('button', { name: 'Speak: Paid to', exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await recogniseSpeech(page, ['शर्मा ट्रेडर्स'])
    await expect.poll(() => options(page).allTextContents()).toEqual(['Sharma Traders', 'New name: शर्मा ट्रेडर्स'])
    await options(page).first().click()
    await expect.poll(() => box(page).inputValue()).toBe('Sharma Traders')
  })

if (isFullRun)
  it('fits the smallest phone with its list open, and axe finds nothing', async () => {
    const found: string[] = []
    for (const language of firstUnlessFullRun(['hi', 'en'] as const)) {
      const page = await app.openPageAs(incharge, '/expense', { language, viewport: { ...PHONE, width: 320 } })
      await page.locator('[name=recipient]').click()
      await options(page).first().waitFor()
      found.push(...(await layoutAndAxeProblems(page, language)))
    }
    expect(found).toEqual([])
  })

it('said nothing on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
