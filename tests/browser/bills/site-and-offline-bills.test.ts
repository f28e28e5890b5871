import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { noiseImage, samplePdf, samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, expectToast, openAppInBrowser } from '../helpers/app-in-browser.ts'
import {
  CUT_NETWORK_CONSOLE_ERRORS,
  type CuttableNetwork,
  fillExpenseForm,
  interceptNetwork,
} from '../helpers/cut-network.ts'
import { layoutAndAxeProblems } from '../helpers/layout-and-accessibility.ts'
import { countDraftFiles } from '../helpers/offline-storage.ts'

/** The bills of field entries: they wait with their entry, and arrive with it. */

let app: AppInBrowser
let worker: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Keeps Bills' })
  await sendMoneyTo(app.office, worker, '10000')
})
afterEach(() => app.ignoreConsole(CUT_NETWORK_CONSOLE_ERRORS))
afterAll(() => app.close())

const jpeg = (buffer: Buffer, name = 'bill.jpg') => ({ name, mimeType: 'image/jpeg', buffer })
const KEPT = 'Saved on this phone, will be sent'

async function rowOf(recipient: string, { client } = worker) {
  const rows = expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  return rows.find((row) => row.recipient === recipient)
}

async function phone(path: string, who = worker) {
  let line: CuttableNetwork | undefined
  const page = await app.openPageAs(who, path, {
    async prepare(blank) {
      line = await interceptNetwork(blank.context())
    },
  })
  if (line === undefined) throw new Error('The page was not prepared')
  return { page, line }
}

async function atExpense(who = worker) {
  const opened = await phone('/expense', who)
  await opened.page.getByText('Site balance').locator('..').getByText('₹').waitFor()
  return opened
}

const tiles = (page: Page) => page.getByRole('group', { name: /^Bills/ }).getByRole('listitem')

it('takes photo and PDF with an expense, small and upright, and the form stays as it was where a file is none', async () => {
  const { page } = await atExpense()
  await fillExpenseForm(page, '120', 'With Proof')
  // The camera and the file picker are side by side and add to the same list.
  const camera = page.getByLabel('Take photo')
  await expect.poll(() => camera.getAttribute('capture')).toBe('environment')
  await expect.poll(() => page.getByLabel('Choose file').getAttribute('capture')).toBeNull()
  const side = await noiseImage(900, 600).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  await camera.setInputFiles([jpeg(side)])
  await expect.poll(() => tiles(page).count()).toBe(1)
  await page
    .getByLabel('Choose file')
    .setInputFiles([
      { name: 'bill.pdf', mimeType: 'application/pdf', buffer: samplePdf('Field') },
      jpeg(Buffer.from('nothing'), 'broken.jpg'),
    ])
  await page.getByText('“broken.jpg” cannot be read. Take the photo again, or choose another file.').waitFor()
  await expect.poll(() => tiles(page).count()).toBe(2)
  await expect.poll(() => page.locator('input[name=recipient]').inputValue()).toBe('With Proof')
  expect(await layoutAndAxeProblems(page, 'expense')).toEqual([])
  // A photo can be viewed before the entry is saved.
  await page.getByRole('button', { name: 'Look at bill 1' }).click()
  const picture = page.getByRole('dialog', { name: 'Bill 1 of 2' }).getByRole('img', { name: 'Bill 1' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(600)
  await page.keyboard.press('Escape')
  // A browser that has lost a file says so when it is read.
  await page.evaluate(() => {
    FileReader.prototype.readAsDataURL = function () {
      this.dispatchEvent(new ProgressEvent('error'))
    }
  })
  await page.getByRole('button', { name: 'Look at bill 1' }).click()
  await page.getByText('“Bill 1” cannot be read. Take the photo again, or choose another file.').waitFor()
  await page.getByRole('button', { name: 'Look at bill 2' }).click()
  await page.getByRole('dialog', { name: 'Bill', exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
  await expectToast(page, 'Expense saved successfully!', '₹120 · With Proof')
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
  await fillExpenseForm(page, '75', 'Waits With Bills')
  await page
    .getByLabel('Choose file')
    .setInputFiles([jpeg(await samplePhoto(), 'one.jpg'), jpeg(await samplePhoto(), 'two.jpg')])
  await expect.poll(() => tiles(page).count()).toBe(2)
  await line.cut()
  await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
  await expectToast(page, KEPT, '₹75 · Waits With Bills')
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
  await expectToast(page, KEPT, '₹75 · Waits With Bills')
  await line.restore()
  await expectToast(page, 'Expense saved successfully!', '₹75 · Waits With Bills')
  expect((await rowOf('Waits With Bills'))?.bills.length).toBe(1)
})

if (isFullRun)
  it('books what was entered offline without a bill that is not accepted, which waits with its reason and is replaced', async () => {
    const { page, line } = await atExpense()
    await fillExpenseForm(page, '95', 'Refused Bill')
    const pdf = Buffer.from(samplePdf('Refused').toString('latin1').replace('%PDF-1.4\n', '%PDF-1.4 \n'), 'latin1')
    await page
      .getByLabel('Choose file')
      .setInputFiles([{ name: 'bill.pdf', mimeType: 'application/pdf', buffer: pdf }, jpeg(await samplePhoto())])
    await expect.poll(() => tiles(page).count()).toBe(2)
    await line.cut()
    await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
    await expectToast(page, KEPT, '₹95 · Refused Bill')
    await page.waitForURL('**/site-dashboard')
    const why = 'This bill cannot be read. Please take the photo again.'
    const refusal = { status: 400, json: { status: 400, code: 'bill_unreadable', title: 'Error', message: why } }
    await page.route('**/api/bills', (route) =>
      route.request().headers()['content-type'] === 'image/jpeg' ? route.fulfill(refusal) : route.fallback(),
    )
    await line.restore()
    await expectToast(page, 'Saved without a bill that was not accepted', why)
    expect(await rowOf('Refused Bill')).toMatchObject({ revision: 1, bills: [{ type: 'application/pdf' }] })
    await page.unroute('**/api/bills')
    await page.getByRole('button', { name: 'Not accepted (1)' }).click()
    const sheet = page.getByRole('dialog', { name: 'Not accepted (1)' })
    await sheet.getByText(why, { exact: true }).waitFor()
    await sheet.getByText('The entry is in the ledger, without this bill.').waitFor()
    await sheet.getByRole('button', { name: 'Mend' }).click()
    await expect.poll(() => tiles(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Remove bill 2' }).click()
    await page.getByLabel('Choose file').setInputFiles([jpeg(await samplePhoto(), 'another.jpg')])
    await expect.poll(() => tiles(page).count()).toBe(2)
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(async () => (await rowOf('Refused Bill'))?.bills.length).toBe(2)
    await page.getByRole('button', { name: 'Not accepted (1)' }).waitFor({ state: 'detached' })
    app.ignoreConsole(/status of 400/)
  })

if (isFullRun)
  it('keeps what was chosen and not saved with the form’s text, through a reload; saving, cancelling and signing out take it away', async () => {
    const own = await hireFieldUser(app.office, 'site_incharge')
    const { page } = await atExpense(own)
    const choose = async (...names: string[]) => {
      const files = await Promise.all(names.map(async (name) => jpeg(await samplePhoto(), name)))
      await page.getByLabel('Choose file').setInputFiles(files)
      await expect.poll(() => tiles(page).count()).toBe(names.length)
      await expect.poll(() => countDraftFiles(page)).toBe(names.length)
    }
    // Before any text is entered.
    await choose('one.jpg', 'two.jpg')
    await page.reload()
    await expect.poll(() => tiles(page).count()).toBe(2)
    await page.getByRole('button', { name: 'Remove bill 1' }).click()
    await expect.poll(() => countDraftFiles(page)).toBe(1)
    await fillExpenseForm(page, '33', 'After A Reload')
    await page.reload()
    await expect.poll(() => tiles(page).count()).toBe(1)
    await expect.poll(() => page.locator('input[name=recipient]').inputValue()).toBe('After A Reload')
    await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
    await expectToast(page, 'Expense saved successfully!', '₹33 · After A Reload')
    await page.waitForURL('**/site-dashboard')
    expect((await rowOf('After A Reload', own))?.bills).toHaveLength(1)
    await expect.poll(() => countDraftFiles(page)).toBe(0)

    await page.getByRole('link', { name: 'Add Expense' }).click()
    await page.getByLabel('Choose file').waitFor({ state: 'attached' })
    await expect.poll(() => tiles(page).count()).toBe(0)
    await choose('three.jpg')
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Throw away' }).click()
    await page.waitForURL('**/site-dashboard')
    await expect.poll(() => countDraftFiles(page)).toBe(0)
    await page.getByRole('button', { name: /^Edit: After A Reload/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Transaction' })
    await dialog.getByLabel('Choose file').setInputFiles([jpeg(await samplePhoto(), 'four.jpg')])
    await expect.poll(() => countDraftFiles(page)).toBe(1)
    await page.reload()
    await page.getByRole('button', { name: /^Edit: After A Reload/ }).click()
    await expect.poll(() => tiles(page).count()).toBe(2)
    await page.goto(`${app.api.origin}/site-dashboard`)
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Choose your role' }).waitFor()
    // Opening the database during its deletion would create it again.
    const databases = async () => (await indexedDB.databases()).map(({ name }) => name)
    await expect.poll(() => page.evaluate(databases)).not.toContain('draft-files')
    app.ignoreConsole(/status of 401/)
  })

/** Blocks all writes of drafts from now on, until the test releases them. */
function holdDraftFiles(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('draft-files')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const files = opening.result.transaction('files', 'readwrite').objectStore('files')
          const goOn = () => {
            resolve()
            if ('letGo' in globalThis) opening.result.close()
            else files.count().onsuccess = goOn
          }
          files.count().onsuccess = goOn
        }
      }),
  )
}

if (isFullRun)
  it('loses no photo of a form that is left and opened again while its photos are still being written', async () => {
    const own = await hireFieldUser(app.office, 'site_incharge')
    const { page } = await phone('/site-dashboard', own)
    const open = () => page.getByRole('link', { name: 'Add Expense' }).click()
    const choose = async (name: string, count: number) => {
      await page.getByLabel('Choose file').setInputFiles([jpeg(await samplePhoto(), name)])
      await expect.poll(() => tiles(page).count()).toBe(count)
    }
    await open()
    await choose('one.jpg', 1)
    await expect.poll(() => countDraftFiles(page)).toBe(1)
    await holdDraftFiles(page)
    await choose('two.jpg', 2)
    await choose('three.jpg', 3)
    await page.goBack()
    await open()
    await page.getByLabel('Choose file').waitFor({ state: 'attached' })
    await page.evaluate(() => Object.assign(globalThis, { letGo: true }))
    await expect.poll(() => tiles(page).count()).toBe(3)
    await expect.poll(() => countDraftFiles(page)).toBe(3)
  })

/**
 * Simulates a worker that the browser ended for lack of memory: it returns no picture and no error.
 * @returns a function that ends the simulation
 */
async function silentWorker(page: Page): Promise<() => void> {
  let isSilent = true
  await page.route('**/assets/picture-worker-*.js', (route) =>
    isSilent ? route.fulfill({ contentType: 'text/javascript', body: '' }) : route.fallback(),
  )
  return () => {
    isSilent = false
  }
}

if (isFullRun)
  it('says so where a photo does not become ready, goes on without it, and takes the next one', async () => {
    const { page } = await atExpense()
    await page.clock.install()
    const mend = await silentWorker(page)
    await fillExpenseForm(page, '60', 'Waits For No Photo')
    await page.getByLabel('Choose file').setInputFiles([jpeg(await samplePhoto(), 'huge.jpg')])
    await page.getByText('Preparing …').waitFor()
    await expect.poll(() => page.workers().length).toBe(1)
    await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
    await page.getByText('The bills are not ready yet. Try again in a moment.').waitFor()
    await page.clock.fastForward(60_000)
    await page
      .getByText(
        '“huge.jpg” was not ready after a minute. Close other apps and choose it again, or take a smaller photo.',
      )
      .waitFor()
    await expect.poll(() => page.workers().length).toBe(0)
    mend()
    await page.getByLabel('Choose file').setInputFiles([jpeg(await samplePhoto())])
    await expect.poll(() => tiles(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
    await expectToast(page, 'Expense saved successfully!', '₹60 · Waits For No Photo')
    expect((await rowOf('Waits For No Photo'))?.bills).toHaveLength(1)
  })

if (isFullRun)
  it('gives up the photos of a form that is left', async () => {
    const { page } = await atExpense()
    await silentWorker(page)
    await page.getByLabel('Choose file').setInputFiles([jpeg(await samplePhoto()), jpeg(await samplePhoto())])
    await expect.poll(() => page.workers().length).toBe(1)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Throw away' }).click()
    await page.waitForURL('**/site-dashboard')
    await expect.poll(() => page.workers().length).toBe(0)
  })

it('adds bills later by an edit, takes them off by one, and leaves them as they are where only words change', async () => {
  const bills = [
    await uploadBillFileForId(worker.client, await samplePhoto()),
    await uploadBillFileForId(worker.client, await samplePhoto()),
  ]
  await recordExpenseOf(worker, { recipient: 'Changes Bills', bills })
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
    await page.getByLabel('Choose file').setInputFiles([jpeg(await samplePhoto())])
    await expect.poll(() => tiles(page).count()).toBe(2)
  })
  expect(third?.[0]).toBe(bills[1])
  expect(third?.length).toBe(2)
  const line = page.getByRole('listitem').filter({ hasText: 'Changes Bills' })
  await line.getByText('2 bills', { exact: true }).waitFor()
})

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
