import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { samplePhoto } from '../../environment/files/sample-bills.ts'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  sendMoneyTo,
  signInFieldUser,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, addCookiesOf, expectToast, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import {
  CUT_NETWORK_CONSOLE_ERRORS,
  type CuttableNetwork,
  fillExpenseForm,
  interceptNetwork,
} from '../helpers/cut-network.ts'

/** A bill is photographed now and filled in later; until then it is on this phone alone, for this account alone. */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

async function incharge(): Promise<FieldUser> {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '10000')
  return worker
}

async function takePhoto(page: Page): Promise<void> {
  const camera = page.getByLabel('Take a photo of the bill now, fill in later')
  await camera.setInputFiles([{ name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }])
  await expectToast(page, 'Photo kept on this phone', 'Fill in the expense later. Until then it is not in the ledger.')
}

const tray = (page: Page, count: number) => page.locator('main').getByRole('button', { name: `${count} unfinished` })
const bills = (page: Page) => page.getByRole('group', { name: /^Bills/ }).getByRole('listitem')

/** Lets the tray have no room on this page from the moment that `fillTray` tells. */
const letTrayBeFull = async (blank: Page): Promise<void> => {
  await blank.addInitScript(() => {
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, version) {
      if (name === 'unfinished-photos' && sessionStorage.getItem('full') !== null)
        throw new DOMException('No room', 'QuotaExceededError')
      return open.call(this, name, version)
    }
  })
}
const fillTray = (page: Page) => page.evaluate(() => sessionStorage.setItem('full', 'yes'))

/** Takes a photo, and fills in its expense, up to Save. */
async function fillInFromTray(page: Page): Promise<void> {
  await takePhoto(page)
  await openToast(page).getByRole('button', { name: 'Fill in', exact: true }).click()
  await expect.poll(() => bills(page).count()).toBe(1)
  await fillExpenseForm(page, '450', 'Ramlal')
}

async function expensesOf({ client }: FieldUser) {
  const rows = await expectBody(await client.get('/api/site/transactions'), 200, ROUTES.siteTransactions.answer)
  return rows.filter(({ type }) => type === 'debit')
}

it('is counted at home, outlives a reload, and becomes the bill of the expense that is filled in from it', async () => {
  const worker = await incharge()
  const page = await app.openPageAs(worker, '/site-dashboard')
  const uploads: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') uploads.push(new URL(request.url()).pathname)
  })
  await takePhoto(page)
  await tray(page, 1).waitFor()
  await takePhoto(page)
  await tray(page, 2).waitFor()
  await page.reload()
  await tray(page, 2).click()
  expect(uploads).toEqual([])
  await page.getByRole('dialog', { name: '2 unfinished' }).getByRole('link').first().click()
  await page.waitForURL(/\/expense\?unfinished=/)
  await expect.poll(() => bills(page).count()).toBe(1)
  // A reload finds the photo in the draft and in the tray, and adds it once.
  await page.reload()
  await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
  await expect.poll(() => bills(page).count()).toBe(1)
  await fillExpenseForm(page, '450', 'Ramlal')
  await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
  await expectToast(page, 'Expense saved successfully!', '₹450 · Ramlal')
  await page.waitForURL('**/site-dashboard')
  await tray(page, 1).waitFor()
  expect(await expensesOf(worker)).toMatchObject([{ recipient: 'Ramlal', bills: [{ type: 'image/jpeg' }] }])
})

if (isFullRun)
  it('stands in the tray again where the save is undone', async () => {
    const worker = await incharge()
    const page = await app.openPageAs(worker, '/site-dashboard')
    await fillInFromTray(page)
    await page.getByRole('button', { name: 'Save and next', exact: true }).click()
    // The next expense begins from nothing.
    await page.waitForURL('**/expense')
    await openToast(page).getByRole('button', { name: 'Undo', exact: true }).click()
    await expectToast(page, 'Taken back', '₹450 · Ramlal')
    await page.goto(`${app.api.origin}/site-dashboard`)
    await tray(page, 1).waitFor()
    expect(await expensesOf(worker)).toEqual([])
  })

if (isFullRun)
  it.each([
    ['still waits', true],
    ['is in the ledger', false],
  ])('is kept where it was chosen in the form of an expense that %s and is undone', async (_what, isCut) => {
    const worker = await incharge()
    let line: CuttableNetwork | undefined
    const page = await app.openPageAs(worker, '/expense', {
      async prepare(blank) {
        line = await interceptNetwork(blank.context())
      },
    })
    app.ignoreConsole(CUT_NETWORK_CONSOLE_ERRORS)
    await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
    if (isCut) await line?.cut()
    const photo = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }
    await page.locator('input[type=file]').last().setInputFiles(photo)
    await expect.poll(() => bills(page).count()).toBe(1)
    await fillExpenseForm(page, '450', 'Ramlal')
    await page.getByRole('button', { name: 'Save and next', exact: true }).click()
    await openToast(page).getByRole('button', { name: 'Undo', exact: true }).click()
    await expectToast(page, 'Taken back', '₹450 · Ramlal')
    await openToast(page).getByText('The photo is kept: it waits on your first screen, unfinished.').waitFor()
    await line?.restore()
    expect(await expensesOf(worker)).toEqual([])

    await page.goto(`${app.api.origin}/site-dashboard`)
    await tray(page, 1).click()
    await page.getByRole('dialog', { name: '1 unfinished' }).getByRole('link').click()
    await expect.poll(() => bills(page).count()).toBe(1)
    await fillExpenseForm(page, '45', 'Ramlal')
    await page.getByRole('button', { name: 'Save Expense', exact: true }).click()
    await expectToast(page, 'Expense saved successfully!', '₹45 · Ramlal')
    expect(await expensesOf(worker)).toMatchObject([{ amount: '45.00', bills: [{ type: 'image/jpeg' }] }])
  })

if (isFullRun)
  it('stays with the entry where it has no room in the tray for the undoing', async () => {
    const worker = await incharge()
    const page = await app.openPageAs(worker, '/site-dashboard', { prepare: letTrayBeFull })
    await fillInFromTray(page)
    await page.getByRole('button', { name: 'Save and next', exact: true }).click()
    await page.waitForURL('**/expense')
    const undo = openToast(page).getByRole('button', { name: 'Undo', exact: true })
    await undo.waitFor()
    await fillTray(page)
    await undo.click()
    await openToast(page).getByText('Not taken back', { exact: true }).waitFor()
    expect(await expensesOf(worker)).toMatchObject([{ recipient: 'Ramlal', bills: [{ type: 'image/jpeg' }] }])
  })

it.each(
  firstUnlessFullRun([
    ['is in the tray again', 1],
    ['has no room in the tray any more', 0],
  ] as const),
)('of an expense that is refused %s, and the reason is said and the next try is a new one', async (_what, left) => {
  const worker = await incharge()
  const page = await app.openPageAs(worker, '/site-dashboard', { prepare: letTrayBeFull })
  app.ignoreConsole(/status of 422/)
  const keys: unknown[] = []
  // One tab of a phone sends for all of them, so the second may send what the first saves.
  await page.context().route('**/api/site/transactions', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.fallback()
    if (left === 0) await fillTray(page)
    await route.fulfill({
      status: 422,
      json: { status: 422, code: 'refused', title: 'Error', message: 'Not this one' },
    })
  })
  await fillInFromTray(page)
  const save = page.getByRole('button', { name: 'Save Expense', exact: true })
  await save.click()
  await openToast(page).getByText('Not this one', { exact: true }).waitFor()
  await page.evaluate(() => sessionStorage.removeItem('full'))
  const tab = await page.context().newPage()
  await tab.goto(`${app.api.origin}/site-dashboard`)
  await tab.getByTestId('current-balance').getByText('₹').waitFor()
  await expect.poll(() => tray(tab, 1).count()).toBe(left)
  await save.click()
  await expectToast(page, 'Expense saved successfully!', '₹450 · Ramlal')
  expect(new Set(keys).size).toBe(2)
  expect(await expensesOf(worker)).toMatchObject([{ recipient: 'Ramlal', bills: [{ type: 'image/jpeg' }] }])
})

if (isFullRun)
  it('is thrown away after a question, and stays where the form is left', async () => {
    const page = await app.openPageAs(await incharge(), '/site-dashboard')
    await takePhoto(page)
    await openToast(page).getByRole('button', { name: 'Fill in', exact: true }).click()
    await expect.poll(() => bills(page).count()).toBe(1)
    await page.getByRole('button', { name: 'Cancel', exact: true }).click()
    await page.getByRole('button', { name: 'Throw away', exact: true }).click()
    await page.waitForURL('**/site-dashboard')
    await tray(page, 1).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: /^Throw away/ }).click()
    await sheet.getByText('Throw this photo away? It is nowhere else.').waitFor()
    await sheet.getByRole('button', { name: 'Throw away', exact: true }).click()
    await sheet.getByText('Nothing is unfinished').waitFor()
    await page.keyboard.press('Escape')
    await tray(page, 1).waitFor({ state: 'detached' })
    await page.goto(`${app.api.origin}/expense`)
    await page.getByText('Site balance').locator('..').getByText('₹').waitFor()
    await expect.poll(() => bills(page).count()).toBe(0)
  })

it('is recalled at the sign-out, is never shown to another account, and waits for its own', async () => {
  const worker = await incharge()
  const other = await incharge()
  const page = await app.openPageAs(worker, '/site-dashboard')
  await takePhoto(page)
  await tray(page, 1).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  const question = page.getByRole('dialog', { name: 'Not everything is entered' })
  await question.getByText('1 photo has no entry yet. It stays on this phone, for you alone.').waitFor()
  await question.getByRole('button', { name: 'Logout', exact: true }).click()
  await page.waitForURL(`${app.api.origin}/`)
  const phone = page.context()
  for (const [who, count] of [
    [other, 0],
    [worker, 1],
  ] as const) {
    await phone.clearCookies()
    const tab = await phone.newPage()
    await addCookiesOf(await signInFieldUser(app.api.origin, who.mobile), tab)
    await tab.goto(app.api.origin)
    await tab.waitForURL(/dashboard$/)
    await tab.getByTestId('current-balance').getByText('₹').waitFor()
    if (count === 0) await tab.waitForTimeout(1500)
    await expect.poll(() => tray(tab, 1).count()).toBe(count)
  }
})

/** Puts copies of the photo in the tray there, as photos of an account. */
const copyPhoto = (page: Page, count: number, owner: string): Promise<void> =>
  page.evaluate(
    async (copies) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open('unfinished-photos')
        opening.onsuccess = () => resolve(opening.result)
      })
      const photos = db.transaction('photos', 'readwrite').objectStore('photos')
      const row = await new Promise<Record<string, unknown>>((resolve) => {
        const reading = photos.getAll()
        reading.onsuccess = () => resolve(reading.result[0])
      })
      for (let copy = 0; copy < copies.count; copy += 1)
        photos.put({ ...row, id: `${copies.owner} ${copy}`, owner: copies.owner })
      await new Promise<void>((resolve) => {
        photos.transaction.oncomplete = () => resolve()
      })
      db.close()
    },
    { count, owner },
  )

if (isFullRun)
  it('says so where the phone has no room, and keeps none over the thirtieth', async () => {
    const worker = await incharge()
    const page = await app.openPageAs(worker, '/site-dashboard', { prepare: letTrayBeFull })
    await takePhoto(page)
    await tray(page, 1).waitFor()
    await fillTray(page)
    const camera = page.getByLabel('Take a photo of the bill now, fill in later')
    const photo = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }
    await camera.setInputFiles([photo])
    await openToast(page).getByText('The photo was not kept').waitFor()
    await openToast(page)
      .getByText(/storage is full/)
      .waitFor()
    await page.evaluate(() => sessionStorage.removeItem('full'))
    // A whole tray of somebody else on this phone takes no room from this one.
    await copyPhoto(page, 30, 'another account')
    await takePhoto(page)
    await tray(page, 2).waitFor()
    await copyPhoto(page, 28, worker.account)
    await camera.setInputFiles([photo])
    await openToast(page).getByText('30 photos wait already. Fill in or throw away one of them first.').waitFor()
  })
