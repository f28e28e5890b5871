import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { firstUnlessFullRun, isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  nextUnusedMobile,
  recordExpenseOf,
  sendMoneyTo,
  TEST_PASSWORD,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { listItemNamed, openAdminDashboard, openSection } from '../helpers/admin-pages.ts'
import {
  type AppInBrowser,
  blockChangeFeed,
  DESK,
  expectToast,
  openAppInBrowser,
  simulateOutage,
} from '../helpers/app-in-browser.ts'

/**
 * The texts of §5 and §8, word for word, each really caused: in English, and in the long run in Hindi, too. Every run
 * compares the Hindi that stands here with the words of the app
 * (tests/unit/web/language/browser-test-texts-in-hindi.test.ts). Other browser tests check the sign-in and the logout
 * (sign-in), voice (voice), and the English of most successes (site, admin).
 */

let app: AppInBrowser
beforeAll(async () => {
  app = await openAppInBrowser()
})
afterAll(() => app.close())

/** English, Hindi. */
type Both = readonly [string, string]
const LANGUAGES = firstUnlessFullRun(['en', 'hi'] as const)
type Language = (typeof LANGUAGES)[number]
const inWords = (both: Both, language: Language) => both[language === 'en' ? 0 : 1]

const ERROR: Both = ['Error', 'गड़बड़']
/** The same title over a broken rule, where nothing has failed. */
const RULE: Both = ['Error', 'इसे ठीक करें']
const SAVE: Both = ['Save', 'सेव करें']
const SAVE_EXPENSE: Both = ['Save Expense', 'खर्च सेव करें']
const DELETE: Both = ['Delete', 'मिटाएँ']
const CANCEL: Both = ['Cancel', 'रहने दें']

/** Fills the fields of an expense, on the screen or in the dialog. */
async function fillExpense(where: Locator, given: { amount?: string; recipient?: string } = {}) {
  await where.locator('input[name=amount]').fill(given.amount ?? '40')
  await where.locator('input[name=recipient]').fill(given.recipient ?? 'Tea Stall')
  await where.locator('input[name=purpose]').fill('Tea')
  await where.locator('textarea').fill('For the crew')
}

for (const language of LANGUAGES) {
  const say = (both: Both) => inWords(both, language)
  const button = (where: Page | Locator, name: Both) => where.getByRole('button', { name: say(name), exact: true })

  it(`an expense, in ${language}: every broken rule, the states of the indicator, the failure, the success`, async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const page = await app.openPageAs(worker, '/expense', { language })
    const form = page.locator('form')
    await button(page, SAVE_EXPENSE).click()
    for (const rule of [
      ['Amount is required', 'राशि लिखें'],
      ['Recipient is required', 'लिखें कि किसे दिया'],
      ['Purpose is required', 'लिखें कि किस लिए दिया'],
      ['Narration is required', 'विवरण लिखें'],
    ] as const)
      await form.getByText(say(rule), { exact: true }).waitFor()
    await expectToast(page, say(RULE), say(['Amount is required', 'राशि लिखें']))
    for (const [amount, rule] of [
      ['0', ['Amount must be a positive number', 'राशि शून्य से ज़्यादा होनी चाहिए']],
      ['1.234', ['Please use at most 2 digits after the decimal point', 'दशमलव के बाद ज़्यादा से ज़्यादा 2 अंक लिखें']],
      ['99999999999', ['Amount can be at most ₹99,99,99,999.99', 'राशि ज़्यादा से ज़्यादा ₹99,99,99,999.99 हो सकती है']],
    ] as const) {
      await form.locator('input[name=amount]').fill(amount)
      await form.getByText(say(rule)).waitFor()
    }
    await form.getByText(say(['Unsaved', 'अभी सेव नहीं किया'])).waitFor()
    await fillExpense(form)
    const mend = await simulateOutage(page, '/api/site/transactions', 'POST')
    await button(page, SAVE_EXPENSE).click()
    await expectToast(page, say(ERROR), say(['Failed to save expense', 'खर्च सेव नहीं हो सका']))
    await form.getByText(say(['Unsaved', 'सेव नहीं हुआ'])).waitFor()
    mend()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    await page.route('**/api/site/transactions', async (route) => {
      await held
      await route.continue()
    })
    await button(page, SAVE_EXPENSE).click()
    await form
      .getByRole('status')
      .getByText(say(['Saving…', 'सेव हो रहा है…']))
      .waitFor()
    letGo()
    await form.getByText(say(['Saved', 'सेव हो गया']), { exact: true }).waitFor()
    await expectToast(page, say(['Expense saved successfully!', 'खर्च सेव हो गया!']), '₹40 · Tea Stall')
    await page.waitForURL('**/site-dashboard')
    app.ignoreConsole(/status of 404/)
    await page.close()
  })

  it(`a transaction, in ${language}: saved, changed and deleted, and each failing`, async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const supervisor = await hireFieldUser(app.office, 'supervisor')
    await recordExpenseOf(worker, { recipient: 'Sharma Traders' })
    const page = await app.openPageAs(worker, '/site-dashboard', { language, viewport: DESK })
    const row = page.locator('main li').filter({ hasText: 'Sharma Traders' })
    const dialog = page.getByRole('dialog')
    let mend = await simulateOutage(page, '/api/site/transactions/*', 'PUT')
    await row.getByRole('button', { name: say(['Edit', 'बदलें']) }).click()
    await button(dialog, SAVE).click()
    await expectToast(page, say(ERROR), say(['Failed to update transaction', 'लेन-देन बदला नहीं जा सका']))
    mend()
    await button(dialog, SAVE).click()
    await expectToast(page, say(['Transaction updated successfully!', 'लेन-देन बदल दिया गया!']), '₹100 · Sharma Traders')
    mend = await simulateOutage(page, '/api/site/transactions/*', 'DELETE')
    await row.getByRole('button', { name: say(DELETE) }).click()
    await dialog
      .getByText(say(['Are you sure you want to delete this transaction?', 'क्या आप यह लेन-देन सचमुच मिटाना चाहते हैं?']), {
        exact: true,
      })
      .waitFor()
    await button(dialog, DELETE).click()
    await expectToast(page, say(ERROR), say(['Failed to delete transaction', 'लेन-देन मिटाया नहीं जा सका']))
    mend()
    await button(dialog, DELETE).click()
    await expectToast(page, say(['Transaction deleted successfully!', 'लेन-देन मिटा दिया गया!']), '₹100 · Sharma Traders')
    await page.getByText(say(['No transactions yet', 'अभी कोई लेन-देन नहीं']), { exact: true }).waitFor()
    await page.close()

    const other = await app.openPageAs(supervisor, '/supervisor-dashboard', { language, viewport: DESK })
    await other.getByText(say(['No transfers received yet', 'अभी कोई ट्रांसफ़र नहीं मिला'])).waitFor()
    await other
      .getByText(say(['Transfers from Site Incharges will appear here', 'साइट इंचार्ज के भेजे ट्रांसफ़र यहाँ दिखेंगे']))
      .waitFor()
    await button(other, ['Add Expense', 'खर्च जोड़ें']).click()
    await fillExpense(other.getByRole('dialog'))
    await simulateOutage(other, '/api/site/transactions', 'POST')
    await button(other.getByRole('dialog'), SAVE_EXPENSE).click()
    await expectToast(other, say(ERROR), say(['Failed to save transaction', 'लेन-देन सेव नहीं हो सका']))
    app.ignoreConsole(/status of 404/)
    await other.close()
  })

  it(`a transfer, in ${language}: the failure without a message, the refusals, the success, the empty states`, async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge')
    const supervisor = await hireFieldUser(app.office, 'supervisor', { name: `Receiver ${language}` })
    await sendMoneyTo(app.office, worker, '1000')
    // The page learns of another user's expense only from the refusal.
    const page = await app.openPageAs(worker, '/site-dashboard', { language, viewport: DESK, prepare: blockChangeFeed })
    const form = page.locator('form').filter({ has: page.locator('select[name=toUserId]') })
    const send = button(form, ['Transfer Money', 'पैसे ट्रांसफ़र करें'])
    const confirm = button(page.getByRole('dialog'), ['Transfer', 'ट्रांसफ़र करें'])
    await form.locator('select').selectOption(supervisor.id)
    await form.locator('input[name=amount]').fill('0')
    await form.locator('input[value=upi]').check()
    await form.locator('input[name=narration]').fill(' ')
    await send.click()
    const amountRule: Both = ['Please enter a valid amount greater than 0', 'सही राशि लिखें, शून्य से ज़्यादा']
    await expectToast(page, say(['Invalid Amount', 'राशि सही नहीं']), say(amountRule))
    await form.locator('input[name=amount]').fill('2000')
    await send.click()
    const narrationRule: Both = ['Please provide a narration for the transfer', 'ट्रांसफ़र का विवरण लिखें']
    await expectToast(page, say(['Missing Information', 'जानकारी अधूरी है']), say(narrationRule))
    await form.locator('input[name=narration]').fill('Wages')
    await send.click()
    const balanceRule: Both = ['Transfer amount exceeds available balance', 'ट्रांसफ़र की राशि शेष से ज़्यादा है']
    await expectToast(page, say(['Insufficient Balance', 'शेष राशि कम है']), say(balanceRule))
    await form.locator('input[name=amount]').fill('70')
    await send.click()
    const mend = await simulateOutage(page, '/api/site/transfer', 'POST')
    await confirm.click()
    const failed: Both = ['Transfer Failed', 'ट्रांसफ़र नहीं हुआ']
    await expectToast(page, say(failed), say(['Failed to transfer money', 'पैसे ट्रांसफ़र नहीं हो पाए']))
    mend()
    // Meanwhile another client has spent the balance: the ledger's own refusal.
    await recordExpenseOf(worker, { amount: '990' })
    await send.click()
    await confirm.click()
    await expectToast(page, say(failed), say(balanceRule))
    await sendMoneyTo(app.office, worker, '1000')
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await expect.poll(() => page.getByTestId('current-balance').textContent()).toBe('₹1,010')
    await send.click()
    await page
      .getByRole('dialog')
      .getByText(say([`Transfer ₹70 to Receiver en?`, `Receiver hi को ₹70 ट्रांसफ़र करें?`]))
      .waitFor()
    await confirm.click()
    const done: Both = ['Money has been transferred to supervisor successfully', 'पैसे सुपरवाइज़र को ट्रांसफ़र कर दिए गए']
    await expectToast(page, say(['Transfer Successful', 'ट्रांसफ़र हो गया']), say(done))
    await page.getByRole('searchbox').fill('no such words')
    await page.getByText(say(['No transactions found', 'कोई लेन-देन नहीं मिला']), { exact: true }).waitFor()
    app.ignoreConsole(/status of (404|422)/)
    await page.close()
  })

  it(`people, in ${language}: each command failing without a message, and each rule`, async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Plain Incharge' })
    const supervisor = await hireFieldUser(app.office, 'supervisor', { name: 'Plain Leader' })
    const page = await openAdminDashboard(app, { language })
    const dialog = page.getByRole('dialog')
    const submit = dialog.locator('button[type=submit]')
    const sectionAt = async (id: 'incharges' | 'supervisors', worker: FieldUser) => {
      const section = await openSection(page, id)
      await section.getByRole('searchbox').fill(worker.mobile)
      await expect.poll(() => section.locator('main li, li').count()).toBe(1)
      return section
    }
    const editOf = (line: Locator) => line.getByRole('button', { name: say(['Edit: Plain', 'बदलें: Plain']) })
    const deleteOf = (line: Locator) => line.getByRole('button', { name: say(['Delete: Plain', 'हटाएँ: Plain']) })
    const deleteIt = () => button(dialog, ['Delete', 'हटाएँ']).click()
    /** Closes the form, with the answer to its question where something was typed. */
    const leave = async () => {
      await button(dialog, CANCEL).click()
      const discard = button(dialog, ['Throw away', 'हटा दें'])
      await expect.poll(async () => (await discard.count()) + 1 - (await dialog.count())).toBe(1)
      if (await discard.isVisible()) await discard.click()
    }
    const rules = async (all: readonly Both[]) => {
      await submit.click()
      for (const [index, rule] of all.entries()) {
        await dialog.locator('form').getByText(say(rule), { exact: true }).waitFor()
        if (index === 0) await expectToast(page, say(RULE), say(rule))
      }
    }
    const name: Both = ['Name is required', 'नाम लिखें']
    const mobile: Both = ['Mobile number is required', 'मोबाइल नंबर लिखें']
    const tenDigits: Both = ['Please enter a valid 10-digit mobile number', '10 अंकों का सही मोबाइल नंबर लिखें']
    const password: Both = ['Password is required', 'पासवर्ड लिखें']
    const eight: Both = ['Password must be at least 8 characters long', 'पासवर्ड कम से कम 8 अक्षरों का रखें']
    const fill = async (mobileNumber: string, secret: string) => {
      await dialog.locator('input[name=name]').fill('New Person')
      await dialog.locator('input[name=mobile]').fill(mobileNumber)
      await dialog.locator('input[name=password]').fill(secret)
    }

    const incharges = await sectionAt('incharges', worker)
    await button(incharges, ['Create Site User', 'साइट इंचार्ज का खाता बनाएँ']).click()
    await rules([name, mobile, password])
    await fill('12345', TEST_PASSWORD)
    await rules([tenDigits])
    await fill(nextUnusedMobile(), TEST_PASSWORD)
    let mend = await simulateOutage(page, '/api/admin/users', 'POST')
    await submit.click()
    await expectToast(page, say(ERROR), say(['Failed to create user', 'खाता नहीं बन पाया']))
    mend()
    await submit.click()
    await expectToast(
      page,
      say(['Site incharge created successfully', 'साइट इंचार्ज का खाता बन गया']),
      await saidOf(page),
    )
    // The new sign-in, to be passed on.
    await button(dialog, ['Done', 'हो गया']).click()

    await editOf(listItemNamed(incharges, 'Plain Incharge')).click()
    await dialog.locator('input[name=name]').fill('')
    await rules([['Please enter a name', 'नाम लिखें']])
    await dialog.locator('input[name=name]').fill('Plain Incharge')
    for (const [typed, rule] of [
      ['short', eight],
      [
        'PassWord123',
        [
          'This password is commonly found in data breaches. Please use a stronger password',
          'यह पासवर्ड बहुत आम है और चोरी हुए पासवर्डों में मिल चुका है। कोई मज़बूत पासवर्ड रखें।',
        ],
      ],
      [
        'lowercase9',
        [
          'Password should contain uppercase, lowercase, and numbers for better security',
          'सुरक्षा के लिए पासवर्ड में अंग्रेज़ी के बड़े और छोटे अक्षर और अंक रखें',
        ],
      ],
    ] as const) {
      await dialog.locator('input[name=password]').fill(typed)
      await rules([rule])
    }
    await dialog.locator('input[name=password]').fill('')
    mend = await simulateOutage(page, '/api/admin/users/*', 'PUT')
    await submit.click()
    await expectToast(
      page,
      say(['Update Failed', 'बदलाव नहीं हुआ']),
      say(['Failed to update user', 'जानकारी बदली नहीं जा सकी']),
    )
    mend()
    await submit.click()
    await expectToast(page, say(['User Updated Successfully', 'जानकारी बदल गई']), `Plain Incharge · ${worker.mobile}`)
    mend = await simulateOutage(page, '/api/admin/users/*', 'DELETE')
    await deleteOf(listItemNamed(incharges, 'Plain Incharge')).click()
    await dialog.getByText(say(['This cannot be undone', 'इसे वापस नहीं लाया जा सकता']), { exact: true }).waitFor()
    await deleteIt()
    const notDeleted: Both = ['Delete Failed', 'खाता नहीं हटा']
    await expectToast(page, say(notDeleted), say(['Failed to delete user', 'खाता हटाया नहीं जा सका']))
    mend()
    await deleteIt()
    await expectToast(page, say(['User Deleted Successfully', 'खाता हटा दिया गया']), 'Plain Incharge')

    const supervisors = await sectionAt('supervisors', supervisor)
    await button(supervisors, ['Create Supervisor', 'सुपरवाइज़र का खाता बनाएँ']).click()
    await rules([name, mobile, password])
    await fill('12345', 'short')
    await rules([tenDigits, eight])
    await fill(nextUnusedMobile(), TEST_PASSWORD)
    mend = await simulateOutage(page, '/api/admin/supervisors', 'POST')
    await submit.click()
    const notCreated: Both = ['Creation Failed', 'खाता नहीं बना']
    await expectToast(page, say(notCreated), say(['Failed to create supervisor', 'सुपरवाइज़र का खाता नहीं बन पाया']))
    mend()
    await fill(supervisor.mobile, TEST_PASSWORD)
    await submit.click()
    await expectToast(
      page,
      say(notCreated),
      say(['This mobile number is already in use', 'यह मोबाइल नंबर पहले से किसी खाते में है']),
    )
    await fill(nextUnusedMobile(), TEST_PASSWORD)
    await submit.click()
    await expectToast(page, say(['Supervisor Created', 'सुपरवाइज़र का खाता बन गया']), await saidOf(page))
    await button(dialog, ['Done', 'हो गया']).click()

    const line = listItemNamed(supervisors, 'Plain Leader')
    await editOf(line).click()
    await dialog.locator('input[name=name]').fill('')
    await rules([name])
    await dialog.locator('input[name=name]').fill('Plain Leader')
    mend = await simulateOutage(page, '/api/admin/supervisors/*', 'PUT')
    await submit.click()
    const notUpdated: Both = ['Failed to update supervisor', 'सुपरवाइज़र की जानकारी बदली नहीं जा सकी']
    await expectToast(page, say(['Update Failed', 'बदलाव नहीं हुआ']), say(notUpdated))
    mend()
    await submit.click()
    await expectToast(
      page,
      say(['Supervisor Updated', 'सुपरवाइज़र की जानकारी बदल गई']),
      `Plain Leader · ${supervisor.mobile}`,
    )
    mend = await simulateOutage(page, '/api/admin/supervisors/*/status', 'PATCH')
    const flip = line.getByRole('button', { name: say(['Disable: Plain Leader', 'बंद करें: Plain Leader']) })
    await flip.click()
    const status: Both = ['Failed to update supervisor status', 'सुपरवाइज़र की स्थिति बदली नहीं जा सकी']
    await expectToast(page, say(['Status Update Failed', 'स्थिति नहीं बदली']), say(status))
    mend()
    await flip.click()
    const off: Both = ['Plain Leader can no longer sign in', 'Plain Leader का खाता बंद है']
    await expectToast(page, say(['Status Updated', 'स्थिति बदल गई']), say(off))
    mend = await simulateOutage(page, '/api/admin/supervisors/*', 'DELETE')
    await deleteOf(line).click()
    await deleteIt()
    await expectToast(page, say(notDeleted), say(['Failed to delete supervisor', 'खाता हटाया नहीं जा सका']))
    await leave()
    mend()
    await deleteOf(line).click()
    await deleteIt()
    await expectToast(page, say(['Supervisor Deleted', 'खाता हटा दिया गया']), 'Plain Leader')
    app.ignoreConsole(/status of (404|409)/)
    await page.close()
  })

  it(`money of head office, in ${language}: each rule, each failure, each success`, async () => {
    const worker = await hireFieldUser(app.office, 'site_incharge', { name: 'Gets It', siteName: 'Canal' })
    await transferMoney(await funded(), await hireFieldUser(app.office, 'supervisor'), '10')
    const page = await openAdminDashboard(app, { language })
    const dialog = page.getByRole('dialog')
    const form = page.locator('#sendMoney form')
    const send = button(form, ['Send Money', 'पैसे भेजें'])
    await send.click()
    for (const rule of [
      ['Please select a site incharge', 'साइट इंचार्ज चुनें'],
      ['Please enter a valid amount greater than 0', 'सही राशि लिखें, शून्य से ज़्यादा'],
      ['Please provide a purpose for the money transfer', 'लिखें कि पैसे किस लिए भेज रहे हैं'],
    ] as const)
      await form.locator('[id$=-error]').getByText(say(rule), { exact: true }).waitFor()
    await form.locator('select').selectOption(worker.id)
    await form.locator('input[name=amount]').fill('1,250x')
    const noAmount: Both = [
      '“1,250x” is not an amount. Please write it in digits, like 1500.50',
      '“1,250x” राशि नहीं है। राशि अंकों में लिखें, जैसे 1500.50',
    ]
    await form.locator('[id$=-error]').getByText(say(noAmount), { exact: true }).waitFor()
    await form.locator('input[name=amount]').fill('1,250/-')
    await expect.poll(() => form.locator('input[name=amount]').inputValue()).toBe('1250')
    await form.locator('input[name=narration]').fill('Wages')
    await send.click()
    await dialog.getByText(say(['Send ₹1,250 to Gets It?', 'Gets It को ₹1,250 भेजें?']), { exact: true }).waitFor()
    let mend = await simulateOutage(page, '/api/admin/send-money', 'POST')
    await button(dialog, ['Send Money', 'पैसे भेजें']).click()
    await expectToast(page, say(['Transfer Failed', 'पैसे नहीं गए']), say(['Failed to send money', 'पैसे नहीं भेजे जा सके']))
    mend()
    await send.click()
    await button(dialog, ['Send Money', 'पैसे भेजें']).click()
    const credited: Both = ['₹1,250 has been credited to the account of Gets It', '₹1,250 Gets It के खाते में जमा हो गए']
    await expectToast(page, say(['Money Sent Successfully', 'पैसे भेज दिए गए']), say(credited))

    const recent = page.locator('#recent')
    await recent.evaluate((element) => element.scrollIntoView())
    const line = listItemNamed(recent, 'Gets It')
    await line.getByRole('button', { name: say(['Edit', 'बदलें']) }).click()
    mend = await simulateOutage(page, '/api/admin/transactions/*', 'PUT')
    await dialog.locator('button[type=submit]').click()
    const noReason: Both = ['Please give a reason', 'कारण लिखें']
    await dialog.locator('[id$=-error]').getByText(say(noReason), { exact: true }).waitFor()
    await dialog.getByLabel(say(['Reason for the change', 'बदलने का कारण'])).fill('Sent more')
    await dialog.locator('button[type=submit]').click()
    await expectToast(page, say(ERROR), say(['Failed to update transaction', 'लेन-देन बदला नहीं जा सका']))
    mend()
    await dialog.locator('button[type=submit]').click()
    await expectToast(page, say(['Transaction updated successfully!', 'लेन-देन बदल दिया गया!']), '₹1,250 · Gets It')
    mend = await simulateOutage(page, '/api/admin/transactions/*', 'DELETE')
    await line.getByRole('button', { name: say(DELETE) }).click()
    await button(dialog, DELETE).click()
    await dialog.locator('[id$=-error]').getByText(say(noReason), { exact: true }).waitFor()
    await dialog.getByLabel(say(['Reason for deleting', 'मिटाने का कारण'])).fill('Sent twice')
    await button(dialog, DELETE).click()
    await expectToast(page, say(ERROR), say(['Failed to delete transaction', 'लेन-देन मिटाया नहीं जा सका']))
    mend()
    await button(dialog, DELETE).click()
    await expectToast(page, say(['Transaction deleted successfully!', 'लेन-देन मिटा दिया गया!']), '₹1,250 · Gets It')
    await recent.getByRole('searchbox').fill('no such words')
    await recent.getByText(say(['No transactions found', 'कोई लेन-देन नहीं मिला']), { exact: true }).waitFor()
    app.ignoreConsole(/status of 404/)
    await page.close()
  })
}

if (isFullRun)
  it('without anybody to manage says how to begin, and whom to ask, in both languages', async () => {
    for (const supervisor of await allSupervisors()) await app.office.delete(`/api/admin/supervisors/${supervisor}`)
    const office = await openAdminDashboard(app)
    await openSection(office, 'supervisors')
    await office
      .getByText('No supervisors found. Create your first supervisor to get started.', { exact: true })
      .waitFor()
    await office.getByRole('button', { name: 'हिंदी' }).click()
    await office.getByText('अभी कोई सुपरवाइज़र नहीं। शुरू करने के लिए पहले सुपरवाइज़र का खाता बनाएँ।', { exact: true }).waitFor()
    await office.close()
    const page = await app.openPageAs(await hireFieldUser(app.office, 'site_incharge'), '/site-dashboard', {
      language: 'hi',
    })
    await page.getByText('ट्रांसफ़र के लिए कोई सुपरवाइज़र नहीं है। एडमिन से सुपरवाइज़र का खाता बनवाएँ।', { exact: true }).waitFor()
    await page.close()
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})

async function funded(): Promise<FieldUser> {
  const worker = await hireFieldUser(app.office, 'site_incharge')
  await sendMoneyTo(app.office, worker, '100')
  return worker
}

async function allSupervisors(): Promise<string[]> {
  const reply = await app.office.get('/api/admin/supervisors?limit=1000')
  return [...reply.text.matchAll(/"id":"(supervisor_\d+)"/g)].map(([, id = '']) => id)
}

/**
 * Returns the text under the title of a toast about a new person: the name and the number, which only the form knows.
 */
async function saidOf(page: Page): Promise<string> {
  const text = page.locator('li[data-state=open]').getByText(/^New Person · \d{10}$/)
  await text.waitFor()
  return (await text.textContent()) ?? ''
}
