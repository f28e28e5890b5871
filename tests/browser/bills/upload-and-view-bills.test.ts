import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noiseImage, samplePdf, samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { listItemNamed, openAdminDashboard, openDashboardSection } from '../helpers/admin-pages.ts'
import { type AppInBrowser, DESK, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'
import { entryRows } from '../helpers/entry-table.ts'
import { layoutAndAxeProblems } from '../helpers/layout-and-accessibility.ts'

let app: AppInBrowser
let worker: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Has Bills', siteName: 'Canal Bridge' })
})
afterAll(() => app.close())

const SEND = 'Send Money to Site Incharge'
const jpeg = (buffer: Buffer, name = 'bill.jpg') => ({ name, mimeType: 'image/jpeg', buffer })
const pdf = (buffer: Buffer) => ({ name: 'bill.pdf', mimeType: 'application/pdf', buffer })

/**
 * Returns a photo stored on its side, as a phone held upright writes it: rotated by its metadata, the red half is at
 * the top.
 */
async function onItsSide(): Promise<Buffer> {
  const half = { width: 2000, height: 3000, channels: 3 as const }
  return sharp({ create: { ...half, width: 4000, background: '#0000ff' } })
    .composite([{ input: { create: { ...half, background: '#ff0000' } }, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Secret Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '23/1 15/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '77/1 24/1 0/1' },
    })
    .jpeg()
    .toBuffer()
}

declare function noteUpload(base64: string): void

/**
 * Returns the bytes that the page uploads from now on, as the page passes them to the browser, which does not report
 * the content of a blob that it sends.
 */
async function uploadsOf(page: Page): Promise<Buffer[]> {
  const uploads: Buffer[] = []
  await page.exposeFunction('noteUpload', (base64: string) => void uploads.push(Buffer.from(base64, 'base64')))
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype
    XMLHttpRequest.prototype.send = function (body) {
      if (!(body instanceof Blob)) return send.call(this, body)
      const reader = new FileReader()
      reader.onload = () => {
        noteUpload(String(reader.result).replace(/^.*,/, ''))
        send.call(this, body)
      }
      reader.readAsDataURL(body)
    }
  })
  return uploads
}

const tilesOf = (form: Locator) => form.getByRole('group', { name: /^Bills/ }).getByRole('listitem')
/** Waits until the bills are on the server. */
async function areThere(form: Locator, count: number): Promise<void> {
  await expect.poll(() => tilesOf(form).locator('img[src^="/api/bills/"]').count()).toBe(count)
}

async function sendForm(page: Page): Promise<Locator> {
  const form = await openDashboardSection(page, SEND)
  await form.getByLabel('Site Incharge').selectOption({ label: 'Has Bills, Canal Bridge' })
  return form
}

async function sendIt(page: Page, form: Locator, amount: string, narration: string): Promise<void> {
  await form.getByLabel('Amount').fill(amount)
  await form.getByLabel('Narration').fill(narration)
  await form.getByRole('button', { name: 'Send Money' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Money' }).click()
  await openToast(page).getByText('Money Sent Successfully').waitFor()
}

async function rowOf(narration: string) {
  const rows = expectBody(
    await app.office.get(`/api/admin/transactions?q=${encodeURIComponent(narration)}`),
    200,
    ROUTES.adminTransactions.answer,
  )
  return rows.find((row) => row.narration === narration)
}

it('turns a photo upright, leaves its metadata behind, and makes it small before it leaves the browser', async () => {
  const page = await openAdminDashboard(app)
  const uploads = await uploadsOf(page)
  const form = await sendForm(page)
  const file = form.getByLabel('Choose file')
  await file.setInputFiles([jpeg(await onItsSide(), 'side.jpg')])
  await areThere(form, 1)
  const [sent = Buffer.alloc(0)] = uploads
  const { width, height, exif, orientation, format } = await sharp(sent).metadata()
  expect({ width, height, exif, orientation, format }).toEqual({
    width: 1500,
    height: 2000,
    exif: undefined,
    orientation: undefined,
    format: 'jpeg',
  })
  expect(sent.includes('Secret Phone')).toBe(false)
  const { data } = await sharp(sent)
    .resize(1, 2, { kernel: 'nearest', fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect((data[0] ?? 0) > 200 && (data[5] ?? 0) > 200).toBe(true)

  // A photo that compresses badly is scaled down further.
  await file.setInputFiles([jpeg(await noiseImage(4000, 3000).jpeg({ quality: 95 }).toBuffer(), 'noise.jpg')])
  await areThere(form, 2)
  expect(uploads[1]?.length).toBeLessThanOrEqual(300_000)

  await sendIt(page, form, '500', 'Proved by a photo')
  expect((await rowOf('Proved by a photo'))?.bills.map(({ type }) => type)).toEqual(['image/jpeg', 'image/jpeg'])
  // The next entry begins without bills.
  await expect.poll(() => tilesOf(form).count()).toBe(0)
  const line = listItemNamed(await openDashboardSection(page, 'Recent Transactions'), 'Proved by a photo').first()
  await line.getByText('2 bills', { exact: true }).waitFor()
  // The page encodes a picture of 12 megapixels several times.
}, 120_000)

it('takes five, a PDF among them, and says a sentence for the sixth, for what is broken, and for what is no bill', async () => {
  const page = await openAdminDashboard(app)
  const form = await sendForm(page)
  const file = form.getByLabel('Choose file')
  await form.getByLabel('Amount').fill('77')
  await file.setInputFiles([
    { name: 'broken.jpg', mimeType: 'image/jpeg', buffer: (await samplePhoto()).subarray(0, 200) },
    { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('ten bags') },
    { name: 'cut.pdf', mimeType: 'application/pdf', buffer: samplePdf().subarray(0, 300) },
    { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.concat([samplePdf(), Buffer.alloc(5_300_000)]) },
    { name: 'phone.heic', mimeType: 'image/heic', buffer: Buffer.from('\0\0\0\u0018ftypheic0000') },
  ])
  for (const sentence of [
    '“broken.jpg” cannot be read. Take the photo again, or choose another file.',
    '“list.txt” is neither a photo nor a PDF.',
    '“cut.pdf” cannot be read. Take the photo again, or choose another file.',
    '“large.pdf” is too large. A PDF may have 5 MB.',
    'This browser cannot read “phone.heic” (HEIC). Choose it as JPEG, or take a photo here.',
  ])
    await form.getByText(sentence, { exact: true }).waitFor()
  await expect.poll(() => tilesOf(form).count()).toBe(0)

  const photos = await Promise.all([1, 2, 3, 4, 5].map(async (n) => jpeg(await samplePhoto(), `photo-${n}.jpg`)))
  await file.setInputFiles([pdf(samplePdf()), ...photos])
  await form.getByText('An entry has at most 5 bills. “photo-5.jpg” was not added.', { exact: true }).waitFor()
  await areThere(form, 4)
  await expect.poll(() => tilesOf(form).count()).toBe(5)
  await expect.poll(() => form.getByLabel('Amount').inputValue()).toBe('77')

  // Removing a bill makes room for another.
  await form.getByRole('button', { name: 'Remove bill 2' }).click()
  await expect.poll(() => tilesOf(form).count()).toBe(4)
  await file.setInputFiles([photos[4] ?? jpeg(await samplePhoto())])
  await expect.poll(() => tilesOf(form).count()).toBe(5)
  await areThere(form, 4)
  await sendIt(page, form, '77', 'Five proofs')
  expect((await rowOf('Five proofs'))?.bills.map(({ type }) => type)).toEqual([
    'application/pdf',
    ...Array.from({ length: 4 }, () => 'image/jpeg'),
  ])
})

if (isFullRun)
  it('shows how far an upload is, waits with the form for it, and tries again what failed', async () => {
    const page = await openAdminDashboard(app)
    const form = await sendForm(page)
    const file = form.getByLabel('Choose file')
    let let_go = () => {}
    const held = new Promise<void>((resolve) => {
      let_go = resolve
    })
    await page.route(
      '**/api/bills',
      async (route) => {
        await held
        await route.abort()
      },
      { times: 1 },
    )
    await file.setInputFiles([jpeg(await samplePhoto())])
    await form.getByRole('progressbar', { name: /Bill 1 is being uploaded, \d+ %/ }).waitFor()
    await form.getByLabel('Amount').fill('88')
    await form.getByLabel('Narration').fill('Waited for')
    await form.getByRole('button', { name: 'Send Money' }).click()
    await form.getByText('The bills are not ready yet. Try again in a moment.').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    let_go()
    await form.getByText('Not uploaded', { exact: true }).waitFor()
    app.ignoreConsole(/ERR_FAILED/)
    await form.getByText('A bill was not uploaded. Try it again, or remove it.').waitFor()
    await form.getByRole('button', { name: 'Upload bill 1 again' }).click()
    await areThere(form, 1)
    await sendIt(page, form, '88', 'Waited for')
    expect((await rowOf('Waited for'))?.bills.length).toBe(1)
  })

if (isFullRun)
  it('begins the next entry without what was still being prepared for the last one', async () => {
    const page = await openAdminDashboard(app)
    const form = await sendForm(page)
    // Simulates a worker that the browser ended for lack of memory: it returns no picture and no error.
    let isSilent = true
    await page.route('**/assets/picture-worker-*.js', (route) =>
      isSilent ? route.fulfill({ contentType: 'text/javascript', body: '' }) : route.fallback(),
    )
    await form.getByLabel('Amount').fill('89')
    await form.getByLabel('Narration').fill('Went without it')
    await form.getByRole('button', { name: 'Send Money' }).click()
    await page.getByRole('dialog').waitFor()
    // A telephone's camera may return its photo while the confirmation is already open.
    await form.getByLabel('Choose file').setInputFiles([jpeg(await samplePhoto())])
    await expect.poll(() => page.workers().length).toBe(1)
    await page.getByRole('dialog').getByRole('button', { name: 'Send Money' }).click()
    await openToast(page).getByText('Money Sent Successfully').waitFor()
    await expect.poll(() => page.workers().length).toBe(0)
    await form.getByText('Preparing …').waitFor({ state: 'detached' })
    isSilent = false
    await form.getByLabel('Choose file').setInputFiles([jpeg(await samplePhoto())])
    await areThere(form, 1)
  })

if (isFullRun)
  it('is looked at by keyboard: paged, zoomed, turned; the back button leaves the entry open', async () => {
    const bills = [
      await uploadBillFileForId(app.office, await samplePhoto()),
      await uploadBillFileForId(app.office, samplePdf('Keys')),
      await uploadBillFileForId(app.office, await samplePhoto()),
    ]
    await sendMoneyTo(app.office, worker, '10', { narration: 'Looked at', bills })
    const page = await openAdminDashboard(app)
    await listItemNamed(await openDashboardSection(page, 'Recent Transactions'), 'Looked at')
      .getByRole('button', { name: /^Open/ })
      .click()
    const sheet = page.getByRole('dialog', { name: 'Transaction' })
    const first = sheet.getByRole('button', { name: 'Look at bill 1' })
    await first.focus()
    await page.keyboard.press('Enter')
    const viewer = page.getByRole('dialog', { name: 'Bill 1 of 3' })
    const picture = viewer.getByRole('img', { name: 'Bill 1' })
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
    const look = () => picture.evaluate((img) => img.style.transform)
    await page.keyboard.press('+')
    await expect.poll(look).toContain('scale(1.5)')
    await page.keyboard.press('r')
    await expect.poll(look).toContain('rotate(90deg) scale(1)')
    const { width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    expect(height).toBeGreaterThan(width)
    await page.keyboard.press('0')
    await expect.poll(look).toContain('rotate(0deg) scale(1)')
    await page.keyboard.press('ArrowRight')
    const second = page.getByRole('dialog', { name: 'Bill 2 of 3' })
    const download = page.waitForEvent('download')
    await second.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/^bill-[0-9a-f]{8}\.pdf$/)
    await page.keyboard.press('PageDown')
    await page.getByRole('dialog', { name: 'Bill 3 of 3' }).getByRole('img').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await expect.poll(() => first.evaluate((it) => it === document.activeElement)).toBe(true)
    await first.click()
    await viewer.waitFor()
    await page.goBack()
    await expect.poll(() => viewer.count()).toBe(0)
    await sheet.waitFor()
    await page.goBack()
    await expect.poll(() => sheet.count()).toBe(0)
  })

if (isFullRun)
  it('is pinched larger with two fingers, moved with one, and paged by a swipe only where it fits', async () => {
    const bills = [
      await uploadBillFileForId(app.office, await samplePhoto()),
      await uploadBillFileForId(app.office, await samplePhoto()),
    ]
    await sendMoneyTo(app.office, worker, '10', { narration: 'Pinched', bills })
    const page = await openAdminDashboard(app)
    await listItemNamed(await openDashboardSection(page, 'Recent Transactions'), 'Pinched')
      .getByRole('button', { name: /^Open/ })
      .click()
    await page.getByRole('dialog', { name: 'Transaction' }).getByRole('button', { name: 'Look at bill 1' }).click()
    const picture = page.getByRole('dialog', { name: 'Bill 1 of 2' }).getByRole('img', { name: 'Bill 1' })
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
    const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {}
    const [middle, at] = [x + width / 2, y + height / 2]
    const screen = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...fingers: number[]) =>
      screen.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: fingers.map((dx, id) => ({ x: middle + dx, y: at, id })),
      })
    const scale = () => picture.evaluate((img) => Number(/scale\(([\d.]+)\)/.exec(img.style.transform)?.[1]))
    const shift = () => picture.evaluate((img) => Number(/translate\((-?[\d.]+)px/.exec(img.style.transform)?.[1]))

    await touch('touchStart', -40, 40)
    await touch('touchMove', -80, 80)
    await touch('touchMove', -120, 120)
    await touch('touchEnd')
    await expect.poll(scale).toBeCloseTo(3, 1)
    const before = await shift()
    await touch('touchStart', 0)
    await touch('touchMove', -60)
    await touch('touchEnd')
    await expect.poll(shift).toBeCloseTo(before - 60, 0)
    await expect.poll(() => page.getByRole('dialog', { name: 'Bill 1 of 2' }).count()).toBe(1)

    await page.keyboard.press('0')
    await expect.poll(scale).toBe(1)
    await touch('touchStart', 80)
    await touch('touchMove', 0)
    await touch('touchMove', -80)
    await touch('touchEnd')
    await page.getByRole('dialog', { name: 'Bill 2 of 2' }).waitFor()
  })

it('erases one bill after a question, with a reason, and says so to whoever opens it', async () => {
  const id = await uploadBillFileForId(app.office, await samplePhoto())
  await sendMoneyTo(app.office, worker, '11', { narration: 'By law', bills: [id] })
  const page = await openAdminDashboard(app)
  const open = async () => {
    await listItemNamed(await openDashboardSection(page, 'Recent Transactions'), 'By law')
      .getByRole('button', { name: /^Open/ })
      .click()
    await page.getByRole('button', { name: 'Look at bill 1' }).click()
    return page.getByRole('dialog', { name: 'Bill', exact: true })
  }
  const viewer = await open()
  await viewer.getByRole('button', { name: 'Erase bill' }).click()
  const question = page.getByRole('dialog', { name: 'Erase this bill?' })
  await question.getByRole('button', { name: 'Erase bill' }).click()
  await question.getByText('Please say why the bill is erased').waitFor()
  await question.getByLabel('Reason').fill('Asked for under the law')
  await question.getByRole('button', { name: 'Erase bill' }).click()
  await viewer.getByText('This bill was erased.', { exact: false }).waitFor()
  await expect.poll(() => viewer.getByRole('button', { name: 'Erase bill' }).count()).toBe(0)
  expect((await app.office.get(`/api/bills/${id}`)).status).toBe(410)
  app.ignoreConsole(/status of 410/)
})

if (isFullRun)
  it('shows an auditor which bills an edit added', async () => {
    const { id, amount, recipient, purpose, paymentMode } = await sendMoneyTo(app.office, worker, '12', {
      narration: 'Later',
    })
    const bill = await uploadBillFileForId(app.office, await samplePhoto())
    const body = { type: 'credit', amount, recipient, purpose, paymentMode, narration: 'Later', bills: [bill] }
    expect((await app.office.put(`/api/admin/transactions/${id}`, body)).status).toBe(200)
    const page = await openAdminDashboard(app)
    await page.goto(`${app.api.origin}/admin/audit/entry/${id}`)
    const changed = page
      .getByRole('table')
      .first()
      .getByRole('row', { name: /^Bills/ })
    await changed.getByRole('deletion').getByText('—', { exact: true }).waitFor()
    await changed.getByText(bill.slice(0, 12), { exact: true }).waitFor()
    // No signer runs here, so there is no public key.
    app.ignoreConsole(/status of 404/)
  })

if (isFullRun)
  it('finds what was spent without a bill, and says how much, by site', async () => {
    const other = await hireFieldUser(app.office, 'site_incharge', { name: 'Loses Bills', siteName: 'Lost Site' })
    const bills = [await uploadBillFileForId(other.client, await samplePhoto())]
    await recordExpenseOf(other, { narration: 'With a bill', amount: '70', bills })
    await recordExpenseOf(other, { narration: 'Bill was lost', amount: '250' })
    const page = await openAdminDashboard(app)
    const figures = await openDashboardSection(page, 'Sent and Spent')
    await figures
      .getByRole('row', { name: /Lost Site/ })
      .getByRole('link', { name: '₹250 without a bill (1)' })
      .click()
    await page.waitForURL(/bill=without/)
    await page.getByText('Bill was lost').waitFor()
    await expect.poll(() => entryRows(page).count()).toBe(1)
    const tick = page.getByRole('checkbox', { name: 'Without a bill' })
    await expect.poll(() => tick.isChecked()).toBe(true)
    await tick.uncheck()
    const line = entryRows(page).filter({ hasText: 'With a bill' })
    await line.getByText('1 bill', { exact: true }).waitFor()
  })

if (isFullRun)
  it('shows the field its own bills, small, in its language, at any size', async () => {
    const own = await hireFieldUser(app.office, 'site_incharge', { name: 'Own Bills' })
    const bills = [
      await uploadBillFileForId(own.client, await samplePhoto()),
      await uploadBillFileForId(own.client, samplePdf('Own')),
    ]
    await recordExpenseOf(own, { narration: 'सीमेंट', bills })
    const found: string[] = []
    for (const viewport of firstUnlessFullRun([{ width: 320, height: 640 }, { width: 390, height: 844 }, DESK])) {
      const page = await app.openPageAs(own, '/site-dashboard', { viewport, language: 'hi' })
      await page.getByText('2 बिल', { exact: true }).waitFor()
      await page.getByRole('listitem').getByRole('button', { name: /^खोलें/ }).click()
      const tile = page.getByRole('button', { name: 'बिल 1 देखें' })
      await expect.poll(() => tile.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(320)
      found.push(...(await layoutAndAxeProblems(page, `sheet ${viewport.width}`)))
      await tile.click()
      const viewer = page.getByRole('dialog', { name: 'बिल 1, कुल 2' })
      await viewer.getByRole('img', { name: 'बिल 1' }).waitFor()
      found.push(...(await layoutAndAxeProblems(page, `viewer ${viewport.width}`)))
      await expect.poll(() => viewer.getByRole('button', { name: 'मिटाएँ' }).count()).toBe(0)
      await page.context().close()
    }
    expect(found).toEqual([])
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})
