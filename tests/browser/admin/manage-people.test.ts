import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import { expectBody, TestClient } from '../../environment/network/http-client.ts'
import {
  hireFieldUser,
  hireOfficeUser,
  nextUnusedMobile,
  recordExpenseOf,
  sendMoneyTo,
  signInOfficeUser,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { listItemNamed, openAdminDashboard, openDashboardSection } from '../helpers/admin-pages.ts'
import { type AppInBrowser, openAppInBrowser, openToast } from '../helpers/app-in-browser.ts'

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

const INCHARGES = 'Site Incharge User Management'
const SUPERVISORS = 'Supervisor Management'

async function canSignIn(mobile: string, password: string): Promise<number> {
  return (await new TestClient(app.api.origin).post('/api/site/login', { mobile, password })).status
}

it('creates a site incharge, tells every broken rule beside its field and the first one in a toast, and creates it once', async () => {
  const page = await openAdminDashboard(app)
  const mobile = nextUnusedMobile()
  const section = await openDashboardSection(page, INCHARGES)
  await section.getByRole('button', { name: 'Create Site User' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Site Incharge' })
  await dialog.getByRole('button', { name: 'Create Site Incharge' }).click()
  await openToast(page).getByText('Name is required').waitFor()
  for (const rule of ['Name is required', 'Mobile number is required', 'Password is required'])
    await dialog.locator('form').getByText(rule).waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('Meena Kulkarni')
  await dialog.getByLabel('Mobile Number').fill('98-765abc')
  await expect.poll(() => dialog.getByLabel('Mobile Number').inputValue()).toBe('98765')
  await dialog.getByText('Please enter a valid 10-digit mobile number').waitFor()
  await dialog.getByLabel('Mobile Number').fill(`${mobile}, 98765`)
  await dialog.getByText(`“${mobile}, 98765” has more than 10 digits.`).waitFor()
  await expect.poll(() => dialog.getByLabel('Mobile Number').inputValue()).toBe('98765')
  await dialog.getByLabel('Mobile Number').fill(`+91 ${mobile.slice(0, 5)} ${mobile.slice(5)}`)
  await expect.poll(() => dialog.getByLabel('Mobile Number').inputValue()).toBe(mobile)
  await dialog.getByLabel('Mobile Number').press('End')
  await dialog.getByLabel('Mobile Number').press('7')
  await dialog.getByText(`“${mobile}7” has more than 10 digits.`).waitFor()
  await expect.poll(() => dialog.getByLabel('Mobile Number').inputValue()).toBe(mobile)
  await dialog.getByLabel('Site Name').fill('Ring Road Depot')
  await dialog.getByLabel('Password', { exact: true }).fill('first')
  await dialog.getByLabel('Mobile Number').fill('')
  await dialog.getByLabel('Mobile Number').pressSequentially('+91 98765 4321')
  await dialog.getByText('“91987654321” has more than 10 digits.').waitFor()
  await dialog.getByRole('button', { name: 'Create Site Incharge' }).click()
  await openToast(page).getByText('Please enter a valid 10-digit mobile number').waitFor()
  await dialog.getByLabel('Mobile Number').press('End')
  await dialog.getByLabel('Mobile Number').press('0')
  await expect.poll(() => dialog.getByLabel('Mobile Number').inputValue()).toBe('9876543210')
  await dialog.getByLabel('Mobile Number').fill(mobile)
  await dialog.getByRole('button', { name: 'Create Site Incharge' }).dblclick()
  await openToast(page).getByText('Site incharge created successfully').waitFor()
  const sharing = page.getByRole('dialog', { name: 'Share the Sign-in' })
  await sharing.getByText(`Mobile Number: ${mobile}`).waitFor()
  await sharing.getByRole('button', { name: 'Done' }).click()
  await listItemNamed(section, 'Meena Kulkarni').getByText(mobile).waitFor()
  const sites = expectBody(await app.office.get(`/api/admin/sites?q=${mobile}`), 200, ROUTES.adminSites.answer)
  expect(sites).toMatchObject([{ firstName: 'Meena', lastName: 'Kulkarni', siteName: 'Ring Road Depot' }])
  expect(await canSignIn(mobile, 'first')).toBe(200)
})

it('shows a password only when asked, says that each look is recorded, and records each', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Seen Once' })
  const page = await openAdminDashboard(app)
  const section = await openDashboardSection(page, INCHARGES)
  await section.getByRole('searchbox').fill(worker.mobile)
  await listItemNamed(section, 'Seen Once').getByRole('button', { name: 'Edit: Seen Once' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Site Incharge' })
  await dialog.getByText('Every time you look, that is recorded in the history with your name.').waitFor()
  await expect.poll(() => dialog.getByText(TEST_PASSWORD).count()).toBe(0)
  expect(await looks()).toBe(0)
  await dialog.getByRole('region', { name: 'Current password' }).getByRole('button').click()
  await dialog.getByText(TEST_PASSWORD).waitFor()
  expect(await looks()).toBe(1)
  await dialog.getByRole('button', { name: 'Hide' }).click()
  await expect.poll(() => dialog.getByText(TEST_PASSWORD).count()).toBe(0)
})

async function looks(): Promise<number> {
  const { rows } = await app.api.sql.query(`SELECT count(*)::int AS n FROM events WHERE type = 'PasswordRevealed'`)
  return rows[0].n
}

it('edits a site incharge by the rules of §5; an empty password keeps the current one', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Old Name' })
  const page = await openAdminDashboard(app)
  const section = await openDashboardSection(page, INCHARGES)
  await section.getByRole('searchbox').fill(worker.mobile)
  await listItemNamed(section, 'Old Name').getByRole('button', { name: 'Edit: Old Name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Site Incharge' })
  const save = dialog.getByRole('button', { name: 'Save Changes' })
  const password = dialog.getByLabel('New Password')
  for (const [typed, rule] of [
    ['short', 'Password must be at least 8 characters long'],
    ['PassWord123', 'This password is commonly found in data breaches. Please use a stronger password'],
    ['lowercase9', 'Password should contain uppercase, lowercase, and numbers for better security'],
  ] as const) {
    await password.fill(typed)
    await save.click()
    await dialog.locator('form').getByText(rule).waitFor()
    await openToast(page).getByText(rule).waitFor()
  }
  await password.fill('')
  const mobile = dialog.getByLabel('Mobile Number')
  await mobile.fill('+91 98-765abc12345')
  await expect.poll(() => mobile.inputValue()).toBe('9876512345')
  await mobile.fill(worker.mobile)
  await dialog.getByLabel('Name', { exact: true }).fill('New Name')
  await save.click()
  await openToast(page).getByText('User Updated Successfully').waitFor()
  await listItemNamed(section, 'New Name').waitFor()
  expect(await canSignIn(worker.mobile, TEST_PASSWORD)).toBe(200)
})

if (isFullRun)
  it('says which field the ledger refused: a mobile number that somebody has', async () => {
    const [one, other] = [
      await hireFieldUser(app.office, 'supervisor'),
      await hireFieldUser(app.office, 'supervisor', { name: 'Wants It' }),
    ]
    const page = await openAdminDashboard(app)
    const section = await openDashboardSection(page, SUPERVISORS)
    await section.getByRole('searchbox').fill(other.mobile)
    await listItemNamed(section, 'Wants It').getByRole('button', { name: 'Edit: Wants It' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Supervisor Details' })
    await dialog.getByLabel('Mobile Number').fill(one.mobile)
    await dialog.getByRole('button', { name: 'Save Changes' }).click()
    await openToast(page).getByText('Update Failed').waitFor()
    await expect.poll(() => dialog.getByLabel('Mobile Number').getAttribute('aria-invalid')).toBe('true')
    app.ignoreConsole(/status of 409/)
  })

it('deletes a site incharge only after asking, and says that it cannot be undone', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Leaves Soon' })
  const page = await openAdminDashboard(app)
  const section = await openDashboardSection(page, INCHARGES)
  await section.getByRole('searchbox').fill(worker.mobile)
  await listItemNamed(section, 'Leaves Soon').getByRole('button', { name: 'Delete: Leaves Soon' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Site Incharge' })
  await dialog.getByText('This cannot be undone').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await canSignIn(worker.mobile, TEST_PASSWORD)).toBe(200)
  await listItemNamed(section, 'Leaves Soon').getByRole('button', { name: 'Delete: Leaves Soon' }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).dblclick()
  await openToast(page).getByText('User Deleted Successfully').waitFor()
  await section.getByText('Nobody found').waitFor()
  expect(await canSignIn(worker.mobile, TEST_PASSWORD)).toBe(401)
})

/** Looks at the sign-in of a new supervisor in both languages, closes it, and finds the password nowhere. */
async function sharedSignIn(page: Page, mobile: string, password: string): Promise<void> {
  const sharing = page.getByRole('dialog', { name: 'Share the Sign-in' })
  await sharing.getByText(`Mobile Number: ${mobile}`).waitFor()
  await sharing.getByRole('radio', { name: 'हिंदी' }).check()
  await sharing.getByText(`पासवर्ड: ${password}`).waitFor()
  const text = String(await sharing.getByRole('status').first().textContent())
  expect(text).toContain(`${app.api.origin}/site-login`)
  const addressOf = async (name: string) =>
    new URL(String(await sharing.getByRole('link', { name }).getAttribute('href')))
  const [whatsApp, sms] = [await addressOf('WhatsApp'), await addressOf('SMS')]
  expect(whatsApp.protocol).toBe('whatsapp:')
  expect(Object.fromEntries(whatsApp.searchParams)).toEqual({ phone: `91${mobile}`, text })
  expect(sms.href).toBe(`sms:+91${mobile}?&body=${encodeURIComponent(text)}`)
  await sharing.getByRole('button', { name: 'Done' }).click()
  await sharing.waitFor({ state: 'detached' })
  const left = await page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      location.href,
      ...Object.values(sessionStorage),
      ...Object.values(localStorage),
    ].join(),
  )
  expect(left).not.toContain(password)
}

it('leads a supervisor through a whole life: created, disabled, enabled, edited, deleted', async () => {
  const page = await openAdminDashboard(app)
  const mobile = nextUnusedMobile()
  const section = await openDashboardSection(page, SUPERVISORS)
  await section.getByRole('button', { name: 'Create Supervisor' }).click()
  const creating = page.getByRole('dialog', { name: 'Create New Supervisor' })
  await creating.getByLabel('Name', { exact: true }).fill('Crew Leader')
  await creating.getByLabel('Mobile Number').fill(mobile)
  await creating.getByLabel('Password', { exact: true }).fill('Crew-Pass-1')
  await creating.getByRole('button', { name: 'Create Supervisor' }).click()
  await openToast(page).getByText('Supervisor Created').waitFor()
  await sharedSignIn(page, mobile, 'Crew-Pass-1')
  await section.getByRole('searchbox').fill(mobile)
  const line = listItemNamed(section, 'Crew Leader')
  await line.getByRole('button', { name: 'Disable: Crew Leader' }).click()
  await openToast(page).getByText('Status Updated').waitFor()
  await line.getByText('Disabled').waitFor()
  expect(await canSignIn(mobile, 'Crew-Pass-1')).toBe(403)
  await line.getByRole('button', { name: 'Enable: Crew Leader' }).click()
  await line.getByText('Active').waitFor()
  expect(await canSignIn(mobile, 'Crew-Pass-1')).toBe(200)
  await line.getByRole('button', { name: 'Edit: Crew Leader' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Supervisor Details' })
  await editing.getByLabel('New Password').fill('crewpass2')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await openToast(page).getByText('Supervisor Updated').waitFor()
  expect(await canSignIn(mobile, 'crewpass2')).toBe(200)
  await line.getByRole('button', { name: 'Delete: Crew Leader' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete Supervisor' })
  await deleting.getByText('This cannot be undone').waitFor()
  await deleting.getByRole('button', { name: 'Delete', exact: true }).click()
  await openToast(page).getByText('Supervisor Deleted').waitFor()
  expect(await canSignIn(mobile, 'crewpass2')).toBe(401)
})

it('lets an auditor in, who sees every section and nothing that changes anything', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Watched One' })
  const office = await openAdminDashboard(app)
  const people = await openDashboardSection(office, 'People of the Office')
  await people.getByRole('button', { name: 'Create Office User' }).click()
  const dialog = office.getByRole('dialog', { name: 'Create New Office User' })
  await dialog.getByLabel('Name', { exact: true }).fill('Asha Auditor')
  await dialog.getByLabel('Email').fill('asha@example.in')
  await dialog.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
  await dialog.getByLabel('Role').selectOption('Auditor')
  await dialog.getByRole('button', { name: 'Create Office User' }).click()
  await openToast(office).getByText('Office User Created').waitFor()
  await office.getByRole('dialog', { name: 'Share the Sign-in' }).getByRole('button', { name: 'Done' }).click()
  const page = await openAdminDashboard(app, { auditor: 'asha@example.in' })
  await page.getByText('Auditor, read only').waitFor()
  const section = await openDashboardSection(page, INCHARGES)
  await section.getByRole('searchbox').fill(worker.mobile)
  await listItemNamed(section, 'Watched One').waitFor()
  await listItemNamed(await openDashboardSection(page, 'People of the Office'), 'Asha Auditor').waitFor()
  const changing = /^(Create|Edit|Delete|Enable|Disable|Send|Phone lost)/
  await expect.poll(() => page.getByRole('button', { name: changing }).count()).toBe(0)
  await expect.poll(() => page.getByText('Send Money to Site Incharge').count()).toBe(0)
  await listItemNamed(people, 'Asha Auditor').getByRole('button', { name: 'Delete: Asha Auditor' }).click()
  await office
    .getByRole('dialog', { name: 'Delete Office User' })
    .getByRole('button', { name: 'Delete', exact: true })
    .click()
  await openToast(office).getByText('Office User Deleted').waitFor()
  await page.reload()
  await page.waitForURL(/\/admin-login$/)
  app.ignoreConsole(/status of 401/)
})

it('greets an accountant, whose role an admin changed, and who sets the own password', async () => {
  const { id } = await hireOfficeUser(app.office, 'auditor', 'divya@example.in')
  const office = await openAdminDashboard(app)
  const people = await openDashboardSection(office, 'People of the Office')
  await listItemNamed(people, 'divya@example.in').getByRole('button', { name: /^Edit/ }).click()
  const editing = office.getByRole('dialog', { name: 'Edit Office User' })
  await editing.getByLabel('Role').selectOption('Accountant')
  await editing.getByRole('button', { name: 'Save Changes' }).click()
  await openToast(office).getByText('User Updated Successfully').waitFor()
  await listItemNamed(people, 'divya@example.in').getByText('Accountant', { exact: true }).waitFor()
  const page = await openAdminDashboard(app, { auditor: 'divya@example.in' })
  await page.getByRole('heading', { name: 'Accountant Dashboard' }).waitFor()
  await page.getByRole('button', { name: 'My password' }).click()
  const dialog = page.getByRole('dialog', { name: 'My password' })
  await dialog.getByLabel('Current Password').fill('Wrong-Pass-1')
  await dialog.getByLabel('New Password').fill('Own-Pass-1')
  await dialog.getByRole('button', { name: 'Set Password' }).click()
  await dialog.locator('[data-field]').getByText('The current password is wrong').waitFor()
  app.ignoreConsole(/status of 400/)
  await dialog.getByLabel('Current Password').fill(TEST_PASSWORD)
  await dialog.getByRole('button', { name: 'Set Password' }).click()
  await openToast(page).getByText('Password Changed').waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Accountant Dashboard' }).waitFor()
  await signInOfficeUser(app.api.origin, 'divya@example.in', 'Own-Pass-1')
  expect((await app.office.delete(`/api/admin/office-users/${id}`)).status).toBe(204)
  // The page is still loading what it asks for after its heading.
  app.ignoreConsole(/status of 401/)
})

it('disables a site incharge, and signs a lost phone out with a new password to pass on', async () => {
  const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Lost Phone' })
  const page = await openAdminDashboard(app)
  const section = await openDashboardSection(page, INCHARGES)
  await section.getByRole('searchbox').fill(worker.mobile)
  const line = listItemNamed(section, 'Lost Phone')
  await line.getByRole('button', { name: 'Disable: Lost Phone' }).click()
  await line.getByText('Disabled').waitFor()
  expect(await canSignIn(worker.mobile, TEST_PASSWORD)).toBe(403)
  await line.getByRole('button', { name: 'Enable: Lost Phone' }).click()
  await line.getByText('Active').waitFor()
  await line.getByRole('button', { name: 'Phone lost: Lost Phone' }).click()
  const dialog = page.getByRole('dialog', { name: 'Phone Lost' })
  await dialog.getByText(/only on the lost phone/).waitFor()
  await dialog.getByRole('radio', { name: 'Set a new password' }).check()
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await dialog.locator('[data-field]').getByText('Password is required').waitFor()
  await dialog.getByLabel('New Password', { exact: true }).fill('Found-Pass-1')
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await openToast(page).getByText('Signed Out Everywhere').waitFor()
  await page.getByRole('dialog', { name: 'Share the Sign-in' }).getByText('Password: Found-Pass-1').waitFor()
  expect(await canSignIn(worker.mobile, 'Found-Pass-1')).toBe(200)
  expect(await canSignIn(worker.mobile, TEST_PASSWORD)).toBe(401)
})

if (isFullRun)
  it('a disabled site that still has money stays on Today, marked, and is offered in no form', async () => {
    const incharge = await hireFieldUser(app.office, 'site_incharge', { name: 'Still Rich', siteName: 'Shut Gate' })
    await sendMoneyTo(app.office, incharge, '750')
    await app.office.patch(`/api/admin/users/${incharge.id}/status`, { status: 'disabled' })
    const page = await openAdminDashboard(app)
    await page.locator('#sites').getByRole('searchbox').fill('shut gate')
    await page
      .locator('#sites')
      .getByRole('row', { name: /Still Rich Disabled/ })
      .waitFor()
    // The count at the head is that of the rows, which are those of the export.
    await page.locator('#sites').getByText('1 site', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: /^Send.* Still Rich/ }).count()).toBe(0)
    await page.locator('#sendMoney select').first().waitFor()
    const offered = page.locator('#sendMoney option')
    await expect.poll(() => offered.allTextContents()).not.toContain('Still Rich, Shut Gate')
    const section = await openDashboardSection(page, INCHARGES)
    await listItemNamed(section, 'Still Rich').getByRole('button', { name: 'Phone lost: Still Rich' }).click()
    await page.getByRole('radio', { name: 'Set a new password' }).check()
    await page.getByText('Still Rich’s account is still disabled').waitFor()
  })

if (isFullRun)
  it('the words of a search stay with a reload and on the way back, and the key / leads to the search', async () => {
    const known = await hireFieldUser(app.office, 'site_incharge', { name: 'Kept Words', siteName: 'Word Gate' })
    await sendMoneyTo(app.office, known, '500', { narration: 'Kept narration' })
    await recordExpenseOf(known, { recipient: 'Kept Party', amount: '20' })
    const page = await openAdminDashboard(app)
    const shown = async (id: string, words: string) =>
      expect.poll(() => page.locator(`#${id}`).getByRole('searchbox').inputValue()).toBe(words)
    await page.locator('#sites').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('word gate')
    await page.locator('#recent').getByRole('searchbox').fill('kept narration')
    await page.waitForURL(/sites=word.*credits=kept|credits=kept.*sites=word/)
    await page.reload()
    await shown('sites', 'word gate')
    await shown('recent', 'kept narration')
    const people = await openDashboardSection(page, INCHARGES)
    await people.getByRole('searchbox').fill('kept words')
    await page.waitForURL(/incharges=kept/)
    const section = await openDashboardSection(page, 'Beneficiary Reports')
    await section.getByRole('searchbox').fill('kept party')
    await page.waitForURL(/q=kept/)
    await section.getByRole('link', { name: 'Kept Party' }).click()
    await page.waitForURL(/\/beneficiary\?/)
    await page.getByRole('link', { name: 'Back', exact: true }).click()
    await shown('beneficiaries', 'kept party')
    await page.goBack()
    await shown('incharges', 'kept words')
    await page.goBack()
    await shown('sites', 'word gate')
    // The menu's link to the search empties its field.
    await page.goto(`${app.api.origin}/admin/search?q=kept`)
    await shown('search', 'kept')
    await page.locator('nav a[href="/admin/search"]').click()
    await shown('search', '')
  })

if (isFullRun)
  it('a supervisor whose incharge is disabled stays on Today, below the sites', async () => {
    await hireFieldUser(app.office, 'site_incharge', { siteName: 'Open Gate' })
    const incharge = await hireFieldUser(app.office, 'site_incharge', { siteName: 'Closed Gate' })
    const worker = await hireFieldUser(app.office, 'supervisor', { name: 'Left Behind', siteId: incharge.id })
    const off = await app.office.patch(`/api/admin/users/${incharge.id}/status`, { status: 'disabled' })
    expect([off.status, worker.id]).toEqual([200, `supervisor_${worker.mobile}`])
    const page = await openAdminDashboard(app)
    await page.getByRole('button', { name: /^Supervisors without an active site \(\d+\)$/ }).click()
    await page.getByRole('link', { name: 'Left Behind' }).waitFor()
  })

it('said nothing on the console and broke no rule of the content security policy', () => {
  expect(app.consoleMessages).toEqual([])
})
