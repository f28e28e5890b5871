import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { buildWebIfStale } from '@ledger/launch/build-web.ts'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { freePort } from '@ledger/launch/port-check.ts'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countPendingEntries, fillExpenseForm } from '../../browser/helpers/cut-network.ts'
import { samplePhoto } from '../../environment/files/sample-bills.ts'
import { type CuttableProxy, openCuttableProxy } from '../../environment/network/cuttable-proxy.ts'
import { expectBody } from '../../environment/network/http-client.ts'
import { killWithProfile, launchWithProfile } from '../../environment/processes/chromium.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import {
  type FieldUser,
  hireFieldUser,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
} from '../../environment/service/people-and-money.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'

/**
 * R24: one phone, two people, and the faults of phones. They enter expenses in the app's own form while the line is
 * cut, answers are lost, the browser is killed, a second tab is open beside the first, the clock is hours off and the
 * server restarts. In the end each user's ledger has the entries that the app reported as saved, once, and none of the
 * other user's. Runs only in `npm run test:faults`. PHONE_ROUNDS sets the number of rounds.
 */
const ROUNDS = Number(process.env.PHONE_ROUNDS ?? 200)
const ENTRIES = 20
/** After this many rounds a phone follows that has never opened the app. */
const ROUNDS_OF_A_PHONE = 20
/** This many of ten waiting users leave the app and return to it. */
const RESTLESS_OF_TEN = 7
/** The interval at which they return. The others wait for the app's back-off. */
const LOOK_AGAIN_MS = 250
/** Beside other work each step may take long, and this test does not measure speed. */
const PATIENCE_MS = 120_000
const random = seededRandom(randomSeed)

let ledger: ProductProcesses
let line: CuttableProxy
let people: [FieldUser, FieldUser]
beforeAll(async () => {
  await buildWebIfStale(() => undefined)
  const port = await freePort()
  // The phone's requests name the line as their origin.
  line = await openCuttableProxy(`http://127.0.0.1:${port}`)
  ledger = await startProductProcesses({ settings: { PORT: String(port), PUBLIC_ORIGIN: line.origin } })
  const office = await signInAdmin(ledger.origin)
  people = [await hireFieldUser(office, 'site_incharge'), await hireFieldUser(office, 'site_incharge')]
  for (const worker of people) await sendMoneyTo(office, worker, '9000000')
})
afterAll(async () => {
  await line.cut()
  await ledger.close()
})

/** A kill finds something new at each instruction, so it occurs as often as three of the others. */
const FAULTS = ['line', 'answers', 'kill', 'kill', 'kill', 'second tab', 'clock', 'server'] as const
type Fault = (typeof FAULTS)[number]

/**
 * An entry, the number of its bills, and whether the app reported that it is saved. A killed browser may have reported
 * that unseen.
 */
interface Typed {
  mark: string
  bills: number
  isSaid: boolean
  /** The events and the app's messages, to diagnose a failure. */
  tale: string
}

const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

test('R24: whatever happens to a phone, each entry is in the ledger once, and with the one who made it', {
  timeout: ROUNDS * 600_000,
}, async () => {
  const begun = performance.now()
  let phone = new Phone()
  let held = 0
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      await oneRound(round, phone)
      held = round
      if (round % ROUNDS_OF_A_PHONE > 0) continue
      await phone.throwAway()
      phone = new Phone()
    }
  } catch (cause) {
    throw new Error(`Round ${held + 1}: ${cause}\nOn the screen: ${await phone.screen()}`, { cause })
  } finally {
    await phone.throwAway()
    const seconds = (performance.now() - begun) / 1000 / Math.max(held, 1)
    const told = [...counts].map(([what, times]) => `${times} × ${what}`).join(', ')
    process.stdout.write(
      `R24 (seed ${randomSeed}): ${held} rounds of ${ENTRIES} entries, ${seconds.toFixed(0)} s each, ${told}, at a load of ${loadavg()[0]?.toFixed(1)}\n`,
    )
  }
})

async function oneRound(round: number, phone: Phone): Promise<void> {
  const typed: [Typed[], Typed[]] = [[], []]
  for (const [turn, who] of ([0, 1, 0, 1] as const).entries()) {
    const worker = people[who]
    await phone.signIn(worker)
    for (let entry = 0; entry < ENTRIES / 4; entry++) {
      const mark = `R${round} T${turn} E${entry} of ${worker.mobile}`
      typed[who].push(await phone.enter(mark, random.next() < 0.7 ? random.pick(FAULTS) : undefined))
    }
    await phone.signOut()
  }
  for (const worker of people) {
    await phone.signIn(worker)
    await phone.untilAllIsSent(worker)
    await phone.signOut()
  }
  for (const [who, worker] of people.entries()) await check(round, worker, typed[who as 0 | 1])
}

async function check(round: number, worker: FieldUser, typed: Typed[]): Promise<void> {
  const booked = (await entriesOf(worker)).filter(({ recipient }) => recipient.startsWith(`R${round} `))
  const marks = booked.map(({ recipient }) => recipient)
  expect(marks, 'each once').toEqual([...new Set(marks)])
  const lost = typed.filter(({ isSaid, mark }) => isSaid && !marks.includes(mark))
  const tales = typed.map(({ mark, tale }) => `${mark}: ${tale}`).join('\n')
  expect(lost, `all that was said to be saved, of\n${tales}`).toEqual([])
  expect(
    typed.map(({ mark }) => mark),
    'nothing of the other',
  ).toEqual(expect.arrayContaining(marks))
  for (const { mark, bills, isSaid } of typed) {
    const entry = booked.find(({ recipient }) => recipient === mark)
    count(isSaid ? 'said' : entry ? 'in the dark, booked' : 'in the dark, gone')
    if (entry === undefined) continue
    expect(entry.bills, mark).toHaveLength(bills)
    for (const { id } of entry.bills) {
      const { status, bytes } = await worker.client.get(`/api/bills/${id}`)
      expect(status, `${mark}: its bill`).toBe(200)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(id)
      count('bills')
    }
  }
}

async function entriesOf({ client }: FieldUser): Promise<Transaction[]> {
  const all: Transaction[] = []
  for (let path: string | undefined = '/api/site/transactions?type=debit&limit=200'; path; ) {
    const reply = await client.get(path)
    all.push(...expectBody(reply, 200, ROUTES.siteTransactions.answer))
    path = /<([^>]+)>; rel="next"/.exec(String(reply.headers.link ?? ''))?.[1]
  }
  return all
}

/** Runs in a page: sets the time that its scripts read. */
function setClock(hoursAhead: number): void {
  const [Real, ahead] = [Date, hoursAhead * 3_600_000]
  globalThis.Date = new Proxy(Real, {
    construct: (target, given) =>
      given.length === 0 ? new Real(Real.now() + ahead) : Reflect.construct(target, given),
    get: (target, name) => (name === 'now' ? () => Real.now() + ahead : Reflect.get(target, name)),
  })
}

/** A browser with its own profile, which outlives its process. It reaches the server only through the line. */
class Phone {
  readonly #folder = mkdtempSync(join(tmpdir(), 'site-ledger-phone-'))
  #context: BrowserContext | undefined
  #page: Page | undefined
  #worker: FieldUser | undefined
  #isCut = false
  #clockHours = 0

  async #open(): Promise<Page> {
    if (this.#page !== undefined && !this.#page.isClosed()) return this.#page
    this.#context ??= await launchWithProfile(this.#folder, {
      viewport: { width: 390, height: 844 },
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      // Animations take CPU time, and this test does not check them.
      reducedMotion: 'reduce',
    })
    this.#context.setDefaultTimeout(PATIENCE_MS)
    this.#page = await this.#context.newPage()
    await this.#page.addInitScript(setClock, this.#clockHours)
    return this.#page
  }

  async signIn(worker: FieldUser): Promise<void> {
    this.#worker = worker
    await this.#mend()
    const page = await this.#open()
    for (const other of this.#context?.pages() ?? []) if (other !== page) await other.close()
    await page.goto(`${line.origin}/site-login`)
    await page.locator('input[name=mobile]').or(page.getByTestId('current-balance')).first().waitFor()
    if (await page.getByTestId('current-balance').isVisible()) return
    await page.locator('input[name=mobile]').fill(worker.mobile)
    await page.locator('input[name=password]').fill(TEST_PASSWORD)
    await page.locator('button[type=submit]').click()
    await page.waitForURL(/dashboard$/)
    await page.getByTestId('current-balance').getByText('₹').waitFor()
    // From now on the app opens without a network, too.
    await page.evaluate(() => navigator.serviceWorker.ready)
  }

  /**
   * Opens a screen of the signed-in user. A browser that was killed right after the sign-in loses the cookie: then the
   * same user signs in again.
   */
  async #at(path: string, ready: (page: Page) => Locator): Promise<Page> {
    const page = await this.#open()
    await page.goto(`${line.origin}${path}`)
    const [stands, asks] = [ready(page).first(), this.#unknown(page)]
    await stands.or(asks).first().waitFor()
    if (await stands.isVisible()) return page
    count('signed in again')
    if (this.#worker) await this.signIn(this.#worker)
    await page.goto(`${line.origin}${path}`)
    await stands.waitFor()
    return page
  }

  /** Matches when no user is signed in, or when the app cannot find out without a network. */
  #unknown(page: Page): Locator {
    const failed = page.getByText('Check the network and try again')
    return page.locator('input[name=mobile], a[href="/site-login"]').or(failed).first()
  }

  async signOut(): Promise<void> {
    await this.#mend()
    const page = await this.#at('/site-dashboard', (it) => it.getByTestId('current-balance').getByText('₹'))
    await page.getByRole('button', { name: 'Logout', exact: true }).click()
    const leave = page.getByRole('dialog').getByRole('button', { name: 'Logout', exact: true })
    await Promise.race([leave.click().catch(() => undefined), page.waitForURL((url) => url.pathname === '/')])
    await page.waitForURL((url) => url.pathname === '/')
  }

  /** Enters an expense and presses Save, while `fault` happens. */
  async enter(mark: string, fault: Fault | undefined): Promise<Typed> {
    count(fault ?? 'nothing')
    const before = await this.#open()
    if (fault === 'clock') {
      this.#clockHours = random.whole(-48, 48)
      await before.close()
    }
    const page = await this.#at('/expense', (it) => it.locator('input[name=amount]'))
    const looksAgain = random.whole(1, 10) <= RESTLESS_OF_TEN
    if (fault === 'line') await this.#cut()
    if (fault === 'answers') line.dropAnswers()
    if (fault === 'second tab') await (await this.#context?.newPage())?.goto(`${line.origin}/site-dashboard`)
    const restarted = fault === 'server' ? ledger.stopApi('SIGKILL').then(() => ledger.restartApi()) : undefined
    await fillExpenseForm(page, String(random.whole(1, 500)), mark)
    await this.#lookAtTheDate(page)
    const bills = random.whole(-2, 2)
    for (let bill = 1; bill <= bills; bill++) {
      const file = { name: 'bill.jpg', mimeType: 'image/jpeg', buffer: await samplePhoto() }
      await page.getByLabel('Choose file').setInputFiles([file])
      await page
        .getByRole('group', { name: /^Bills/ })
        .getByRole('listitem')
        .nth(bill - 1)
        .waitFor()
    }
    const toast = page
      .locator('li[data-state]')
      .filter({ hasText: mark })
      .filter({ hasText: /Saved on this phone, will be sent|Expense saved successfully!/ })
      .first()
      .waitFor()
    // An earlier entry may be sent at the same moment, and its toast replaces the other; the form closes only after its
    // own report.
    const said = Promise.any([
      toast.then(() => 'a toast'),
      page.waitForURL(/dashboard$/).then(() => `the way to ${page.url()}`),
    ]).catch(() => undefined)
    const pressed = page.getByRole('button', { name: 'Save Expense', exact: true }).click({ noWaitAfter: true })
    if (fault === 'kill') {
      // The click fails when the browser is killed.
      void pressed.catch(() => undefined)
      await sleep(random.whole(0, 400))
      await this.#kill()
    } else await pressed
    const sign = await (looksAgain && fault !== 'kill' ? this.#lookAgainUntil(said, page) : said)
    const isSaid = sign !== undefined
    await restarted
    if (fault !== 'kill' && !isSaid) throw new Error(`${mark}: nothing was said (${fault})`)
    if (fault === 'second tab' || random.next() < 0.5) await this.#mend()
    const tale = `${fault ?? 'nothing'}, clock ${this.#clockHours} h, line ${this.#isCut ? 'cut' : 'whole'}; said by ${sign ?? 'nothing'}`
    return { mark, bills: Math.max(0, bills), isSaid, tale }
  }

  /** Returns to the app, which then retries at once instead of waiting for the rest of its back-off. */
  async #lookAgainUntil<T>(said: Promise<T>, page: Page): Promise<T> {
    let isOver = false
    const over = said.finally(() => {
      isOver = true
    })
    while (!isOver) {
      await Promise.race([over, sleep(LOOK_AGAIN_MS)])
      if (!isOver) await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    }
    return over
  }

  /**
   * Without a network a phone with a wrong clock knows today's date only if it stored it before, and a kill may remove
   * that. A date two days ahead would be refused.
   */
  async #lookAtTheDate(page: Page): Promise<void> {
    const date = page.getByLabel('Date', { exact: true })
    const today = dayOf(new Date().toISOString())
    if ((await date.inputValue()) === today) return
    count('a day put right')
    await date.fill(today)
  }

  async untilAllIsSent({ account }: FieldUser): Promise<void> {
    const page = await this.#at('/site-dashboard', (it) => it.getByTestId('current-balance').getByText('₹'))
    const look = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('focus')))
      return countPendingEntries(page, account)
    }
    await expect.poll(look, { timeout: PATIENCE_MS, interval: 100 }).toBe(0)
  }

  async #cut(): Promise<void> {
    if (!this.#isCut) await line.cut()
    this.#isCut = true
  }

  async #mend(): Promise<void> {
    line.passAnswers()
    if (this.#isCut) await line.restore()
    this.#isCut = false
  }

  async #kill(): Promise<void> {
    const gone = new Promise((resolve) => this.#context?.once('close', resolve))
    killWithProfile(this.#folder)
    await gone
    this.#context = undefined
    this.#page = undefined
  }

  /** Returns the screen, to diagnose a failure. */
  async screen(): Promise<string> {
    const all = (this.#context?.pages() ?? []).map(
      async (page) => `${page.url()}\n${await page.locator('body').ariaSnapshot().catch(String)}`,
    )
    return (await Promise.all(all)).join('\n').slice(0, 4000)
  }

  async throwAway(): Promise<void> {
    await this.#mend()
    await this.#context?.close()
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}
