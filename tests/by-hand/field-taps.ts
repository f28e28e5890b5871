// node tests/by-hand/field-taps.ts http://127.0.0.1:3000: does the daily tasks of a site incharge in Chromium at
// 360 x 740 on a running demo (npm run demo), by taps and keys as a user would, and prints how many of each. It records
// what it enters, so it changes the demo. Exits with 1 where a goal is missed. docs/field.md has the figures.
import { chromium, type Locator, type Page } from 'playwright-core'
import { provideChromium } from '../environment/processes/chromium.ts'

const INCHARGE = { mobile: '9000000001', password: 'Demo2026' }
const SMALL_PHONE = { width: 360, height: 740 }
/** A JPEG of one pixel stands for the photo of a bill: the camera's own taps belong to the phone. */
const PHOTO = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
)

/** The thumb of a user, and what it has done. */
interface Thumb {
  readonly page: Page
  taps: number
  digits: number
  letters: number
}

/** Between a tap on a field and the first key, and between two keys, as with a quick thumb. */
const LOOK_MS = 300
const KEY_MS = 80

interface Task {
  readonly task: string
  readonly mostTaps: number
  run(thumb: Thumb): Promise<void>
}

const address = process.argv[2]
if (address === undefined) throw new Error('Please give the address of a running demo')

async function main(origin: string): Promise<number> {
  const executablePath = provideChromium((line) => process.stderr.write(`${line}\n`))
  if (executablePath === undefined) throw new Error('There is no Chromium')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true })
    await context.addInitScript(() => localStorage.setItem('language', 'en'))
    const page = await context.newPage()
    await page.goto(`${origin}/site-login`)
    await page.getByLabel('Mobile Number').fill(INCHARGE.mobile)
    await page.getByLabel('Password', { exact: true }).fill(INCHARGE.password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/site-dashboard')
    let isReached = true
    for (const { task, mostTaps, run } of TASKS) {
      await page.goto(`${origin}/site-dashboard`)
      await page.getByTestId('current-balance').locator('.figures').waitFor()
      const thumb: Thumb = { page, taps: 0, digits: 0, letters: 0 }
      const begun = performance.now()
      await run(thumb)
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      if (thumb.taps > mostTaps) isReached = false
      process.stdout.write(
        `| ${task} | ${mostTaps} taps | ${thumb.taps} taps, ${thumb.digits} digits, ${thumb.letters} letters | ${seconds} s |\n`,
      )
    }
    return isReached ? 0 : 1
  } finally {
    await browser.close()
  }
}

const TASKS: readonly Task[] = [
  {
    task: '₹450 for tea to a known payee',
    mostTaps: 3,
    async run(thumb) {
      await openExpense(thumb)
      await amount(thumb, '450')
      await tap(thumb, teaChip(thumb.page))
      await save(thumb)
    },
  },
  {
    task: 'The same again',
    mostTaps: 2,
    async run(thumb) {
      const { page } = thumb
      await tap(thumb, page.locator('section [data-open-entry]').first())
      await tap(thumb, page.getByRole('button', { name: 'Record again today' }))
      await saved(page)
    },
  },
  {
    task: 'A new payee with a photo of the bill',
    mostTaps: 6,
    async run(thumb) {
      const { page } = thumb
      await openExpense(thumb)
      await amount(thumb, '1200')
      thumb.taps++
      await page
        .locator('input[type=file][capture]')
        .setInputFiles({ name: 'bill.jpg', mimeType: 'image/jpeg', buffer: PHOTO })
      await write(thumb, page.getByRole('combobox', { name: 'Paid to' }), `Nails and Co ${Date.now() % 10_000}`)
      await write(thumb, page.getByLabel('Purpose', { exact: true }), 'Nails')
      await write(thumb, page.getByLabel('Narration', { exact: true }), 'Two boxes')
      await save(thumb)
    },
  },
  {
    task: "Yesterday's tea",
    mostTaps: 4,
    async run(thumb) {
      await openExpense(thumb)
      await amount(thumb, '440')
      await tap(thumb, teaChip(thumb.page))
      await tap(thumb, thumb.page.getByRole('button', { name: 'Yesterday' }))
      await save(thumb)
    },
  },
  {
    task: 'A transfer of ₹2,000',
    mostTaps: 4,
    async run(thumb) {
      const { page } = thumb
      await tap(thumb, page.getByRole('link', { name: 'Transfer' }))
      await page.waitForFunction(() => document.activeElement?.closest('#transfer') != null)
      await keys(thumb, '2000')
      await tap(thumb, page.locator('#transfer').getByRole('radio').first())
      await tap(thumb, page.getByRole('button', { name: 'Transfer Money' }))
      await tap(thumb, page.getByRole('dialog').getByRole('button', { name: 'Transfer', exact: true }))
      await page.getByText('Transfer Successful', { exact: true }).waitFor()
    },
  },
  {
    task: "Last month's cement",
    mostTaps: 2,
    async run(thumb) {
      const { page } = thumb
      await tap(thumb, page.getByRole('link', { name: 'Khata' }))
      await write(thumb, page.getByRole('searchbox'), 'cement')
      await page
        .getByRole('listitem')
        .filter({ hasText: /cement/i })
        .first()
        .waitFor()
    },
  },
]

const teaChip = (page: Page) =>
  page.getByRole('group', { name: 'Often paid' }).getByRole('button', { name: /Tea/ }).first()
const saved = (page: Page) => page.getByText('Expense saved successfully!', { exact: true }).waitFor()

async function tap(thumb: Thumb, what: Locator): Promise<void> {
  await what.tap()
  thumb.taps++
}

async function openExpense(thumb: Thumb): Promise<void> {
  await tap(thumb, thumb.page.getByRole('link', { name: 'Add Expense' }).first())
  await thumb.page.getByRole('group', { name: 'Number pad' }).waitFor()
}

async function amount(thumb: Thumb, digits: string): Promise<void> {
  const pad = thumb.page.getByRole('group', { name: 'Number pad' })
  for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).tap()
  thumb.digits += digits.length
}

async function keys(thumb: Thumb, digits: string): Promise<void> {
  await thumb.page.keyboard.type(digits)
  thumb.digits += digits.length
}

async function write(thumb: Thumb, field: Locator, text: string): Promise<void> {
  await tap(thumb, field)
  await thumb.page.waitForTimeout(LOOK_MS)
  await thumb.page.keyboard.type(text, { delay: KEY_MS })
  thumb.letters += text.length
}

async function save(thumb: Thumb): Promise<void> {
  await tap(thumb, thumb.page.getByRole('button', { name: 'Save Expense' }))
  await saved(thumb.page)
}

process.exit(await main(address))
