import { ROUTES } from '@ledger/contracts/routes.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { aPdf, aPhoto, attach, noise } from '../environment/bills.ts'
import { bodyOf } from '../environment/client.ts'
import { fund, hire, spend, type Worker } from '../environment/people.ts'
import { fillExpense, type Line, OF_THE_LINE, openLine } from './cut-line.ts'
import { type FieldApp, isSaid, openFieldApp } from './field-app.ts'
import { inspect } from './inspect.ts'

/** The bills of field entries: they wait with their entry, and are there with it. */

let app: FieldApp
let worker: Worker
beforeAll(async () => {
  app = await openFieldApp()
  worker = await hire(app.office, 'site_incharge', { name: 'Keeps Bills' })
  await fund(app.office, worker, '10000')
})
afterEach(() => app.forgive(OF_THE_LINE))
afterAll(() => app.close())

const jpeg = (buffer: Buffer, name = 'bill.jpg') => ({ name, mimeType: 'image/jpeg', buffer })
const KEPT = 'Saved on this phone, will be sent'

async function rowOf(recipient: string) {
  const rows = bodyOf(await worker.client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  return rows.find((row) => row.recipient === recipient)
}

async function phone(path: string) {
  let line: Line | undefined
  const page = await app.at(worker, path, {
    async prepare(blank) {
      line = await openLine(blank.context())
    },
  })
  if (line === undefined) throw new Error('The page was not prepared')
  return { page, line }
}

async function atExpense() {
  const opened = await phone('/expense')
  await opened.page.getByText('Site balance').locator('..').getByText('₹').waitFor()
  return opened
}

const tiles = (page: Page) => page.getByRole('group', { name: /^Bills/ }).getByRole('listitem')

it('takes photo and PDF with an expense, small and upright, and the form stays as it was where a file is none', async () => {
  const { page } = await atExpense()
  await fillExpense(page, '120', 'With Proof')
  // The camera and the files stand beside each other; either adds to the same list.
  const side = await noise(900, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  await page.getByLabel('Take photo').setInputFiles([jpeg(side)])
  await expect.poll(() => tiles(page).count()).toBe(1)
  await page
    .getByLabel('Choose file')
    .setInputFiles([
      { name: 'bill.pdf', mimeType: 'application/pdf', buffer: aPdf('Field') },
      jpeg(Buffer.from('nothing'), 'broken.jpg'),
    ])
  await page.getByText('“broken.jpg” cannot be read. Take the photo again, or choose another file.').waitFor()
  await expect.poll(() => tiles(page).count()).toBe(2)
  expect(await page.locator('input[name=recipient]').inputValue()).toBe('With Proof')
  expect(await inspect(page, 'expense')).toEqual([])
  // What was photographed can be looked at before it is saved.
  await page.getByRole('button', { name: 'Look at bill 1' }).click()
  const picture = page.getByRole('dialog', { name: 'Bill 1 of 2' }).getByRole('img', { name: 'Bill 1' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
  await isSaid(page, 'Expense saved successfully!', '₹120 · With Proof')
  const row = await rowOf('With Proof')
  expect(row?.bills).toMatchObject([
    { type: 'image/jpeg', width: 600, height: 900 },
    { type: 'application/pdf', width: null },
  ])
  const kept = await worker.client.get(`/api/bills/${row?.bills[0]?.id}`)
  expect((await sharp(kept.bytes).metadata()).exif).toBeUndefined()
  await page.waitForURL('**/site-dashboard')
  await page.getByRole('listitem').filter({ hasText: 'With Proof' }).getByText('2 bills', { exact: true }).waitFor()
})

it('keeps bills on the phone with an entry that waits, through a reload, lets one be taken off, and sends the rest', async () => {
  const { page, line } = await atExpense()
  await fillExpense(page, '75', 'Waits With Bills')
  await page.getByLabel('Choose file').setInputFiles([jpeg(await aPhoto(), 'one.jpg'), jpeg(await aPhoto(), 'two.jpg')])
  await expect.poll(() => tiles(page).count()).toBe(2)
  await line.cut()
  await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
  await isSaid(page, KEPT, '₹75 · Waits With Bills')
  await page.waitForURL('**/site-dashboard')
  await page.reload()
  const listed = page.locator('main').getByRole('listitem').filter({ hasText: 'Waits With Bills' })
  await listed.getByText('2 bills', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Waiting to be sent (1)' }).click()
  const sheet = page.getByRole('dialog', { name: 'Waiting to be sent (1)' })
  await sheet.getByText('2 bills', { exact: true }).waitFor()
  await sheet.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect.poll(() => tiles(page).count()).toBe(2)
  await page.getByRole('button', { name: 'Remove bill 1' }).click()
  await expect.poll(() => tiles(page).count()).toBe(1)
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await isSaid(page, KEPT, '₹75 · Waits With Bills')
  await line.mend()
  await isSaid(page, 'Expense saved successfully!', '₹75 · Waits With Bills')
  expect((await rowOf('Waits With Bills'))?.bills.length).toBe(1)
})

it('adds bills later by an edit, takes them off by one, and leaves them as they are where only words change', async () => {
  const bills = [await attach(worker.client, await aPhoto()), await attach(worker.client, await aPhoto())]
  await spend(worker, { recipient: 'Changes Bills', bills })
  const { page } = await phone('/site-dashboard')
  const edit = async (change: () => Promise<unknown>) => {
    await page.getByRole('button', { name: /^Edit: Changes Bills/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
    await dialog.locator('textarea').waitFor()
    await change()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    return (await rowOf('Changes Bills'))?.bills.map(({ id }) => id)
  }
  expect(await edit(() => page.getByRole('dialog').locator('textarea').fill('Other words'))).toEqual(bills)
  const third = await edit(async () => {
    await page.getByRole('button', { name: 'Remove bill 1' }).click()
    await page.getByLabel('Choose file').setInputFiles([jpeg(await aPhoto())])
    await expect.poll(() => tiles(page).count()).toBe(2)
  })
  expect(third?.[0]).toBe(bills[1])
  expect(third?.length).toBe(2)
  const line = page.getByRole('listitem').filter({ hasText: 'Changes Bills' })
  await line.getByText('2 bills', { exact: true }).waitFor()
})

it('said nothing else on the console', () => {
  expect(app.said).toEqual([])
})
