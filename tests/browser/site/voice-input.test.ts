import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isFullRun } from '../../environment/full-run.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
} from '../../environment/service/people-and-money.ts'
import { type AppInBrowser, DESK, openAppInBrowser, PHONE } from '../helpers/app-in-browser.ts'
import {
  failRecognition,
  installFakeSpeechRecognition,
  recogniseSpeech,
  recognitionSessions,
  removeSpeechRecognition,
} from '../helpers/fake-speech-recognition.ts'
import { axeViolations } from '../helpers/layout-and-accessibility.ts'

let app: AppInBrowser
let incharge: FieldUser
beforeAll(async () => {
  app = await openAppInBrowser()
  incharge = await hireFieldUser(app.office, 'site_incharge')
  await hireFieldUser(app.office, 'supervisor', { name: 'Ramesh Kushwaha' })
  await sendMoneyTo(app.office, incharge, '200000')
  await recordExpenseOf(incharge, { recipient: 'Sharma Traders' })
})
afterAll(() => app.close())

type Language = 'en' | 'hi'
const SPEAK = { en: 'Speak: ', hi: 'बोलकर लिखें: ' }

/** Opens a screen with a recogniser; on a desktop it listens at once, on a phone while the button is held. */
function open(
  path: string,
  { language = 'en', viewport = DESK }: { language?: Language; viewport?: typeof PHONE } = {},
) {
  return app.openPageAs(incharge, path, { language, viewport, prepare: installFakeSpeechRecognition })
}

const microphones = (where: Page | Locator, language: Language = 'en') =>
  where.getByRole('button', { name: new RegExp(`^${SPEAK[language]}`) })
const speakInto = (where: Page | Locator, field: string, language: Language = 'en') =>
  where.getByRole('button', { name: SPEAK[language] + field, exact: true })
const dialogOf = (page: Page, language: Language = 'en') =>
  page.getByRole('dialog', { name: new RegExp(`^${SPEAK[language]}`) })

async function last(page: Page) {
  const all = await recognitionSessions(page)
  const session = all.at(-1)
  if (session === undefined) throw new Error('It never listened')
  return session
}

/** Opens the dialog of a field on a desktop, where it listens at once. */
async function listenInto(page: Page, field: string, language: Language = 'en'): Promise<Locator> {
  const before = await recognitionSessions(page)
  await speakInto(page, field, language).click()
  await expect.poll(async () => (await recognitionSessions(page)).length).toBe(before.length + 1)
  return dialogOf(page, language)
}

async function say(page: Page, field: string, words: string[], language: Language = 'en'): Promise<void> {
  const dialog = await listenInto(page, field, language)
  await recogniseSpeech(page, words)
  await dialog.waitFor({ state: 'detached' })
}

it('stands beside every text and amount field of an expense and of a transfer, in the dialog too', async () => {
  const page = await open('/expense')
  await expect.poll(() => microphones(page).count()).toBe(4)
  await page.goto(`${app.api.origin}/site-dashboard`)
  await expect.poll(() => microphones(page).count()).toBe(2)
  await page.getByRole('button', { name: /^Edit: Sharma Traders/ }).click()
  await expect.poll(() => microphones(page.getByRole('dialog')).count()).toBe(4)
  await page.close()
})

describe('what was understood fills the field', () => {
  if (isFullRun)
    it('English is heard as en-US; a name that the ledger knows is picked, whatever its capitals', async () => {
      const page = await open('/expense')
      await say(page, 'Purpose', ['cement twenty bags'])
      expect((await last(page)).lang).toBe('en-US')
      expect((await last(page)).abortedAt).toBeGreaterThan(0)
      await expect.poll(() => page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('cement twenty bags')
      await say(page, 'Narration', ['bill number 118'])
      await expect.poll(() => page.getByLabel('Narration', { exact: true }).inputValue()).toBe('bill number 118')
      await say(page, 'Paid to', ['New Steel House'])
      await expect.poll(() => page.getByLabel('Paid to', { exact: true }).inputValue()).toBe('New Steel House')
      await page.getByRole('option', { name: 'New name: New Steel House' }).waitFor()
      await say(page, 'Paid to', ['sharma traders'])
      await expect.poll(() => page.getByLabel('Paid to', { exact: true }).inputValue()).toBe('Sharma Traders')
      await expect.poll(() => page.getByRole('option').count()).toBe(0)
      // Spoken text is saved as a draft like typed text.
      await page.reload()
      await expect.poll(() => page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('cement twenty bags')
      await page.close()
    })

  it('an amount keeps its digits only, from figures and from Hindi words, and is heard as hi-IN', async () => {
    const page = await open('/expense', { language: 'hi' })
    const amount = page.getByLabel('राशि', { exact: true })
    for (const [said, kept] of [
      ['पंद्रह सौ पचास', '1550'],
      ['डेढ़ लाख', '150000'],
      ['₹1,550 रुपये', '1550'],
      ['१५५०', '1550'],
      ['साढ़े तीन हज़ार', '3500'],
    ] as const) {
      await say(page, 'राशि', [said], 'hi')
      await expect.poll(() => amount.inputValue(), { message: said }).toBe(kept)
    }
    expect((await last(page)).lang).toBe('hi-IN')
    const dialog = await listenInto(page, 'राशि', 'hi')
    await recogniseSpeech(page, ['सीमेंट'])
    await dialog.getByText('“सीमेंट” से राशि समझ नहीं आई। कृपया फिर से बोलें।').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => amount.inputValue()).toBe('3500')
    await page.close()
  })

  if (isFullRun)
    it('of several readings the first one that is an amount; in a transfer too', async () => {
      const page = await open('/site-dashboard')
      await say(page, 'Amount', ['to hundred bags', 'two hundred'])
      await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('200')
      await say(page, 'Narration', ['wages of the week'])
      await expect.poll(() => page.getByLabel('Narration', { exact: true }).inputValue()).toBe('wages of the week')
      // The chosen language Hindi stays for the next field.
      await listenInto(page, 'Amount')
      await dialogOf(page).getByText('हिंदी', { exact: true }).click()
      await expect.poll(async () => (await last(page)).lang).toBe('hi-IN')
      await recogniseSpeech(page, ['पंद्रह सौ'])
      await listenInto(page, 'Narration')
      expect((await last(page)).lang).toBe('hi-IN')
      await page.close()
    })
})

it('one sentence fills several fields: each is shown, can be left out, and nothing is saved by itself', async () => {
  const page = await open('/expense')
  await page.getByRole('button', { name: 'Speak the whole expense' }).click()
  await dialogOf(page).waitFor()
  await recogniseSpeech(page, ['450 to Sharma Traders UPI yesterday two pipes cash'])
  const heard = page.getByRole('dialog', { name: 'This was heard' })
  await heard.getByText('₹450, four hundred fifty rupees').waitFor()
  await heard.getByText('Payment Mode: “UPI … cash” can mean more than one').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await heard.getByRole('button', { name: 'Speak again' }).click()
  await dialogOf(page).waitFor()
  await recogniseSpeech(page, ['साढ़े चार सौ शर्मा ट्रेडर्स यूपीआई कल two pipes'])
  await heard.getByText('heard: “साढ़े चार सौ”').waitFor()
  await heard.getByRole('checkbox', { name: 'Narration two pipes' }).uncheck()
  await heard.getByRole('button', { name: 'Fill in' }).click()
  await heard.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByLabel('Amount', { exact: true }).inputValue()).toBe('450')
  await expect.poll(() => page.getByLabel('Paid to', { exact: true }).inputValue()).toBe('Sharma Traders')
  await expect.poll(() => page.getByLabel('UPI', { exact: true }).isChecked()).toBe(true)
  await expect.poll(() => page.getByLabel('Narration', { exact: true }).inputValue()).toBe('')
  const yesterday = new Date(Date.now() + 5.5 * 3_600_000 - 86_400_000).toISOString().slice(0, 10)
  await expect.poll(() => page.getByLabel('Date', { exact: true }).inputValue()).toBe(yesterday)
  await page.getByRole('button', { name: 'Save Expense' }).waitFor()
  await page.close()
})

if (isFullRun)
  it('a sentence with another name takes back what the name before had filled in', async () => {
    await recordExpenseOf(incharge, { recipient: 'Gupta Loha Bhandar' })
    const page = await open('/expense')
    await page.getByRole('group', { name: 'Often paid' }).getByRole('button', { name: 'Sharma Traders' }).click()
    const purpose = page.getByLabel('Purpose', { exact: true })
    await expect.poll(() => purpose.inputValue()).not.toBe('')
    await page.getByRole('button', { name: 'Speak the whole expense' }).click()
    await dialogOf(page).waitFor()
    await recogniseSpeech(page, ['450 to Gupta Loha Bhandar cash'])
    const heard = page.getByRole('dialog', { name: 'This was heard' })
    await heard.getByRole('button', { name: 'Fill in' }).click()
    await heard.waitFor({ state: 'detached' })
    await expect.poll(() => purpose.inputValue()).toBe('')
    await page.close()
  })

if (isFullRun)
  it('stops by itself 10 s after it began to listen, and takes what it has heard till then', async () => {
    const page = await app.openPageAs(incharge, '/expense', {
      viewport: DESK,
      async prepare(blank) {
        await installFakeSpeechRecognition(blank)
        await blank.clock.install()
      },
    })
    await speakInto(page, 'Purpose').waitFor()
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    const dialog = await listenInto(page, 'Purpose')
    await dialog.getByText('Listens for 10 seconds at most.').waitFor()
    // The browser asks for the microphone first; this time does not count as listening.
    await page.clock.runFor(4000)
    await page.evaluate(() => window.fakeSpeech.emit('start', {}))
    await recogniseSpeech(page, ['half a load of sand'], false)
    await dialog.getByTestId('heard').getByText('half a load of sand').waitFor()
    await page.clock.runFor(9999)
    expect((await last(page)).stoppedAt).toBeUndefined()
    await page.clock.runFor(1)
    const { startedAt, stoppedAt } = await last(page)
    expect(Math.round((stoppedAt ?? 0) - startedAt)).toBe(14_000)
    await page.clock.runFor(50)
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('half a load of sand')
    // The recogniser heard nothing.
    await listenInto(page, 'Narration')
    await page.clock.runFor(10_050)
    await dialog.getByText('No speech detected. Please speak clearly.').waitFor()
    await page.close()
  })

if (isFullRun)
  describe('on a phone', () => {
    it('a button is held: from 150 ms on it listens, and up to 200 ms counts as a cancel', async () => {
      const page = await app.openPageAs(incharge, '/expense', {
        viewport: PHONE,
        async prepare(blank) {
          await installFakeSpeechRecognition(blank)
          await blank.clock.install()
        },
      })
      await speakInto(page, 'Purpose').waitFor()
      await page.clock.pauseAt(new Date(Date.now() + 60_000))
      await speakInto(page, 'Purpose').click()
      const dialog = dialogOf(page)
      const finger = await fingerOn(page, dialog.getByRole('button', { name: 'Hold and speak' }))
      expect(await recognitionSessions(page)).toEqual([])

      await finger.down()
      await page.clock.runFor(149)
      expect(await recognitionSessions(page)).toEqual([])
      await page.clock.runFor(1)
      expect(await recognitionSessions(page)).toHaveLength(1)
      await dialog.getByRole('button', { name: 'Release when done' }).waitFor()
      await page.clock.runFor(50)
      await finger.up()
      await dialog.getByText('That was too short. Hold the button while you speak.').waitFor()
      expect((await last(page)).abortedAt).toBeGreaterThan(0)
      expect((await last(page)).stoppedAt).toBeUndefined()

      await finger.down()
      await page.clock.runFor(100)
      await finger.up()
      await page.clock.runFor(1000)
      expect(await recognitionSessions(page)).toHaveLength(1)

      await finger.down()
      await page.clock.runFor(201)
      await recogniseSpeech(page, ['forty bricks'], false)
      await finger.up()
      await expect.poll(async () => (await last(page)).stoppedAt).toBeGreaterThan(0)
      await page.clock.runFor(50)
      await dialog.waitFor({ state: 'detached' })
      await expect.poll(() => page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('forty bricks')
      await page.close()
    })

    if (isFullRun)
      it('keyboards and screen readers, which cannot hold, start and end with a press each', async () => {
        const page = await open('/expense', { viewport: PHONE })
        await speakInto(page, 'Narration').press('Enter')
        await dialogOf(page).getByRole('button', { name: 'Hold and speak' }).press('Enter')
        await expect.poll(async () => (await recognitionSessions(page)).length).toBe(1)
        await recogniseSpeech(page, ['bill 7'], false)
        await dialogOf(page).getByRole('button', { name: 'Release when done' }).press('Enter')
        await expect.poll(() => page.getByLabel('Narration', { exact: true }).inputValue()).toBe('bill 7')
        await page.close()
      })
  })

/** §8, Voice errors: the browser's error, and its sentence. */
const ERRORS = [
  ['no-speech', 'No speech detected. Please speak clearly.', 'आवाज़ नहीं आई। कृपया साफ़ बोलें।'],
  ['not-allowed', 'Microphone access denied. Please allow permissions.', 'माइक्रोफ़ोन की अनुमति नहीं मिली। कृपया अनुमति दें।'],
  [
    'service-not-allowed',
    'Microphone access denied. Please allow permissions.',
    'माइक्रोफ़ोन की अनुमति नहीं मिली। कृपया अनुमति दें।',
  ],
  ['network', 'Network error. Please check connection.', 'नेटवर्क में गड़बड़ है। कृपया कनेक्शन देखें।'],
  ['audio-capture', 'Voice recognition failed. Please try again.', 'आवाज़ पहचानी नहीं जा सकी। फिर कोशिश करें।'],
] as const
const NOT_STARTED = {
  en: 'Failed to start voice recognition. Please try again.',
  hi: 'सुनना शुरू नहीं हो पाया। फिर कोशिश करें।',
}
const UNSUPPORTED = {
  en: 'Speech recognition is not supported in this browser',
  hi: 'इस ब्राउज़र में बोलकर नहीं लिखा जा सकता',
}
const START = { en: 'Start', hi: 'शुरू करें' }
const PURPOSE = { en: 'Purpose', hi: 'किस लिए' }

for (const language of isFullRun ? (['en', 'hi'] as const) : [])
  it(`says in ${language} what went wrong, and tries again; prompt, privacy and axe`, async () => {
    const page = await open('/expense', { language })
    const dialog = await listenInto(page, PURPOSE[language], language)
    const prompt = language === 'en' ? 'Speak clearly in Hindi or English' : 'हिंदी या अंग्रेज़ी में साफ़ बोलें'
    await dialog.getByText(prompt).waitFor()
    const vendor =
      language === 'en' ? 'Your browser’s maker may process what you say' : 'ब्राउज़र बनाने वाली कंपनी उसे सुन सकती है'
    await dialog.getByText(vendor).waitFor()
    for (const [code, en, hi] of ERRORS) {
      await failRecognition(page, code)
      await expect.poll(() => dialog.getByRole('alert').textContent()).toBe(language === 'en' ? en : hi)
      await dialog.getByRole('button', { name: START[language] }).click()
      await expect.poll(() => dialog.getByRole('alert').textContent()).toBe('')
    }
    expect(await axeViolations(page)).toEqual([])
    await failRecognition(page, 'network')
    await page.evaluate(() => {
      window.fakeSpeech.throwsAtStart = true
    })
    await dialog.getByRole('button', { name: START[language] }).click()
    await expect.poll(() => dialog.getByRole('alert').textContent()).toBe(NOT_STARTED[language])
    app.ignoreConsole(/Speech recognition did not start/)
    await page.close()

    const phone = await app.openPageAs(incharge, '/expense', {
      language,
      viewport: PHONE,
      prepare: removeSpeechRecognition,
    })
    await phone.getByText(UNSUPPORTED[language]).waitFor()
    await expect.poll(() => microphones(phone, language).count()).toBe(0)
    await phone.goto(`${app.api.origin}/site-dashboard`)
    await phone.getByText(UNSUPPORTED[language]).waitFor()
    await expect.poll(() => microphones(phone, language).count()).toBe(0)
    await phone.close()
  })

if (isFullRun)
  it('Escape and the cross end the listening, fill nothing, and give the focus back', async () => {
    const page = await open('/expense')
    for (const leave of ['Escape', 'Close'] as const) {
      const dialog = await listenInto(page, 'Purpose')
      await recogniseSpeech(page, ['not meant'], false)
      if (leave === 'Escape') await page.keyboard.press('Escape')
      else await dialog.getByRole('button', { name: 'Close', exact: true }).click()
      await dialog.waitFor({ state: 'detached' })
      expect((await last(page)).abortedAt).toBeGreaterThan(0)
      await expect.poll(() => page.getByLabel('Purpose', { exact: true }).inputValue()).toBe('')
      await expect.poll(() => speakInto(page, 'Purpose').evaluate((it) => it === document.activeElement)).toBe(true)
    }
    await page.close()
  })

if (isFullRun)
  it('over the dialog of a transaction, Escape closes only the upper one', async () => {
    const page = await open('/site-dashboard')
    await page.getByRole('button', { name: /^Edit: Sharma Traders/ }).click()
    const edit = page.getByRole('dialog', { name: 'Edit Transaction' })
    await speakInto(edit, 'Purpose').click()
    await dialogOf(page).waitFor()
    await page.keyboard.press('Escape')
    await dialogOf(page).waitFor({ state: 'detached' })
    await expect.poll(() => edit.isVisible()).toBe(true)
    await expect.poll(() => speakInto(edit, 'Purpose').evaluate((it) => it === document.activeElement)).toBe(true)
    await speakInto(edit, 'Purpose').click()
    await expect.poll(async () => (await recognitionSessions(page)).length).toBe(2)
    await recogniseSpeech(page, ['river sand'])
    await expect.poll(() => edit.getByLabel('Purpose', { exact: true }).inputValue()).toBe('river sand')
    await page.keyboard.press('Escape')
    await edit.getByRole('button', { name: 'Throw away' }).click()
    await edit.waitFor({ state: 'detached' })
    await page.close()
  })

it('said nothing else on the console', () => {
  expect(app.consoleMessages).toEqual([])
})

/** Sends the events of a real finger at the middle of the control. */
async function fingerOn(page: Page, control: Locator) {
  const box = await control.boundingBox()
  if (box === null) throw new Error('Nothing to touch')
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const session = await page.context().newCDPSession(page)
  return {
    down: () => session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] }),
    up: () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }),
  }
}
