import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { samplePdf, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { expectBody, type HttpReply, TestClient } from '../../environment/network/http-client.ts'
import {
  askAbout,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  TEST_PASSWORD,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { asWorker, type SharedIds, type SignedInPeople, signInAtCompany } from './identical-companies.ts'

/** The actions of one company that the other must not notice: each uses something that both companies have. */

/** The texts, numbers and keys that only one company has. */
export interface CompanyUniqueValues {
  /** One word, of letters that JSON, CSV and URLs leave unescaped. */
  word: string
  mobile: string
  /** Replaces the first password of an incharge. */
  password: string
  amount: string
  key: string
  /**
   * The company's spelling of a beneficiary that both companies pay. Each company shows the spelling that it recorded
   * first.
   */
  spelling: string
  /** Strangers guess the password of this account, and send messages from `address`. */
  guessedAccount: keyof SharedIds['mobiles']
  address: string
}

function requireStatus(reply: HttpReply, ...statuses: number[]): HttpReply {
  if (!statuses.includes(reply.status))
    throw new Error(`Expected ${statuses}, got ${reply.status}: ${reply.text.slice(0, 200)}`)
  return reply
}

const withId = (path: string, id: string) => path.replace(':id', id)

/**
 * Performs every action as the people of a company, through its own host. After an action that ends their sessions they
 * sign in again.
 */
export async function performEveryAction(
  people: SignedInPeople,
  things: SharedIds,
  own: CompanyUniqueValues,
): Promise<void> {
  const { clients, other } = people
  const { admin: office } = clients
  const { word, password } = own
  const incharge = asWorker(things.incharge, things.mobiles.incharge, clients.incharge)
  const otherIncharge = asWorker(things.other, things.mobiles.other, other)
  const second = asWorker(things.secondSupervisor, things.mobiles.secondSupervisor, clients.supervisor)
  const words = { recipient: `${word} Traders`, purpose: `${word} works`, narration: `${word} words` }

  await sendMoneyTo(office, incharge, own.amount, { narration: `${word} money` })
  await recordExpenseOf(incharge, { ...words, amount: '12.34' })
  await recordExpenseOf(incharge, { recipient: own.spelling, amount: '1.00' })
  await recordExpenseOf(otherIncharge, { ...words, amount: '3.00', bills: [things.bills[2]] })
  await recordExpenseOf(incharge, {
    ...words,
    amount: '2.00',
    bills: [await uploadBillFileForId(incharge.client, samplePdf(word))],
  })
  const party = withId(ROUTES.setBeneficiaryDetails.path, encodeURIComponent(things.payee))
  requireStatus(await office.put(party, { pan: null, gstin: null, phone: own.mobile }), 200)
  const limits = { from: '2026-01-01', single: own.amount, year: '1', cashDay: null }
  requireStatus(await office.put(ROUTES.setTaxLimits.path, limits), 200)
  const change = { ...sampleExpenseBody, ...words, amount: '99.00' }
  requireStatus(
    await incharge.client.put(withId(ROUTES.editExpense.path, things.edited), change, { 'idempotency-key': own.key }),
    200,
  )
  requireStatus(await incharge.client.delete(withId(ROUTES.deleteExpense.path, things.deleted)), 200)
  const { type: _, ...entry } = sampleExpenseBody
  const credit = { ...entry, ...words, type: 'credit', amount: '11000.00' }
  requireStatus(await office.put(withId(ROUTES.editCredit.path, things.credit), credit), 200)
  await transferMoney(incharge, second, '7.00', { narration: words.narration })
  const { id: question } = await askAbout(office, things.edited, words.narration)
  const answer = { text: words.narration }
  requireStatus(await incharge.client.post(withId(ROUTES.answerQuestion.path, question), answer), 201)
  requireStatus(await office.post(withId(ROUTES.closeQuestion.path, things.question), {}), 200)

  const named = `${word} Person`
  requireStatus(
    await office.put(withId(ROUTES.editSiteUser.path, things.incharge), {
      name: named,
      siteName: `${word} Site`,
      password,
    }),
    200,
  )
  people.password = password
  const shown = requireStatus(await office.get(withId(ROUTES.revealUser.path, things.incharge)), 200)
  if (!shown.text.includes(password))
    throw new Error(`The password that is shown is not the one that was set: ${shown.text}`)
  const again = await signInAtCompany(office.origin, things.mobiles.incharge, password)
  for (const [name, value] of again.cookies) clients.incharge.cookies.set(name, value)
  requireStatus(await office.put(withId(ROUTES.editSupervisor.path, things.supervisor), { name: named }), 200)
  requireStatus(
    await office.patch(withId(ROUTES.setSupervisorStatus.path, things.toDisable), { status: 'disabled' }),
    200,
  )
  requireStatus(await office.delete(withId(ROUTES.deleteSiteUser.path, things.toClose)), 204)
  requireStatus(
    await office.post(ROUTES.createSupervisor.path, { name: named, mobile: own.mobile, password: TEST_PASSWORD }),
    201,
  )
  const auditor = { name: named, email: `${word}@twins.example`, password: TEST_PASSWORD }
  requireStatus(await office.post(ROUTES.createAuditor.path, auditor), 201)
  const accountant = { ...auditor, email: `${word}@books.example`, role: 'accountant' }
  const hired = requireStatus(await office.post(ROUTES.createOfficeUser.path, accountant), 201)
  const path = withId(ROUTES.editOfficeUser.path, String(Object(hired.json).id))
  requireStatus(await office.put(path, { name: named, role: 'auditor' }), 200)
  requireStatus(
    await office.call('DELETE', withId(ROUTES.eraseBill.path, things.bills[1]), { reason: words.narration }),
    204,
  )
  await exhaustSignInAttempts(office.origin, things, own)
}

/** Sends as many wrong passwords for one number, and messages from one address, as a company accepts. */
async function exhaustSignInAttempts(
  origin: string,
  { mobiles }: SharedIds,
  { word, guessedAccount, address }: CompanyUniqueValues,
): Promise<void> {
  const stranger = new TestClient(origin)
  const guess = () =>
    stranger.post(ROUTES.siteLogin.path, { mobile: mobiles[guessedAccount], password: 'Wrong-Pass-1' })
  for (let tries = 0; tries < 5; tries++) requireStatus(await guess(), 401)
  requireStatus(await guess(), 429)
  for (let sent = 0; sent < 5; sent++) requireStatus(await sendContactMessage(stranger, word, address), 204)
  requireStatus(await sendContactMessage(stranger, word, address), 429)
}

/** Writes as fast as an account may, and faster, with requests that never reach the ledger. */
async function exhaustWriteLimit(client: TestClient): Promise<void> {
  for (let writes = 0; writes < MAX_WRITE_ATTEMPTS; writes += MAX_CONCURRENT_WRITES) {
    const replies = await Promise.all(
      Array.from({ length: MAX_CONCURRENT_WRITES }, () => transferToUnknownUser(client)),
    )
    if (replies.some(({ status }) => status === 429)) return
  }
  throw new Error(`${MAX_WRITE_ATTEMPTS} writes, and none was too fast`)
}

/** More than any burst (access/token-bucket.ts), with the tokens that are added meanwhile. */
const MAX_WRITE_ATTEMPTS = 3000
const MAX_CONCURRENT_WRITES = 20

function transferToUnknownUser(client: TestClient): Promise<HttpReply> {
  const body = { toUserId: 'supervisor_1111111111', amount: '1.00', paymentMode: 'cash', narration: 'To nobody' }
  return client.post(ROUTES.transfer.path, body)
}

function sendContactMessage(client: TestClient, name: string, from: string): Promise<HttpReply> {
  const message = { name, email: 'visitor@example.in', phone: '9876543210', message: `${name} message` }
  return client.call('POST', ROUTES.contact.path, message, { from })
}

/**
 * Returns the actions that fail at a company after the other company has performed all of its own.
 * @param others the other company's people
 * @param theirs texts, numbers and keys that only the other company has
 */
export async function findInterferenceAfterActions(
  people: SignedInPeople,
  things: SharedIds,
  own: CompanyUniqueValues,
  { others, theirs }: { others: SignedInPeople; theirs: CompanyUniqueValues },
): Promise<string[]> {
  const { clients } = people
  const { admin: office, incharge } = clients
  const found: string[] = []
  function expect(what: string, { status, text }: HttpReply, wanted: number): void {
    if (status !== wanted) found.push(`${what}: ${status} instead of ${wanted}, ${text.slice(0, 120)}`)
  }
  for (const [reader, client] of Object.entries(others.clients)) {
    const path = reader === 'admin' || reader === 'auditor' ? ROUTES.adminAuth.path : ROUTES.siteAuth.path
    expect(`the other’s cookie of the ${reader}`, await client.withSameCookies(office.origin).get(path), 401)
  }
  const signIn = (mobile: string, password: string) =>
    new TestClient(office.origin).post(ROUTES.siteLogin.path, { mobile, password })
  expect('the password of here', await signIn(things.mobiles.incharge, people.password), 200)
  expect('the other’s password', await signIn(things.mobiles.incharge, others.password), 401)
  expect('where the other was guessed at', await signIn(things.mobiles[theirs.guessedAccount], TEST_PASSWORD), 200)
  expect(
    'a message after the other had its many',
    await sendContactMessage(new TestClient(office.origin), 'A Guest', theirs.address),
    204,
  )
  await exhaustWriteLimit(others.other)
  // Sent at once, because an account gains one write each tenth of a second.
  for (const reply of await Promise.all(Array.from({ length: 5 }, () => transferToUnknownUser(people.other))))
    expect('a write after the other had its many', reply, 400)
  const hire = { name: 'New Here', mobile: theirs.mobile, password: TEST_PASSWORD }
  expect('a number that the other gave', await office.post(ROUTES.createSupervisor.path, hire), 201)
  const shown = await office.get(withId(ROUTES.revealUser.path, things.incharge))
  if (!shown.text.includes(people.password)) found.push(`the password that is shown: ${shown.text}`)
  const change = { ...sampleExpenseBody, narration: 'Changed here' }
  const key = { 'idempotency-key': theirs.key }
  expect(
    'a key that the other used',
    await incharge.put(withId(ROUTES.editExpense.path, things.edited), change, key),
    200,
  )
  const paid = await recordExpenseOf(asWorker(things.incharge, '', incharge), {
    recipient: own.spelling,
    amount: '1.00',
  })
  if (paid.recipient !== own.spelling) found.push(`a name that the other wrote first: ${paid.recipient}`)
  const { currentBalance: amount } = expectBody(
    await incharge.get(ROUTES.siteBalance.path),
    200,
    ROUTES.siteBalance.answer,
  )
  const transfer = { toUserId: things.supervisor, paymentMode: 'cash', narration: 'All' }
  expect('all that is left', await incharge.post(ROUTES.transfer.path, { ...transfer, amount }), 201)
  expect('more than that', await incharge.post(ROUTES.transfer.path, { ...transfer, amount: '0.01' }), 422)
  return found
}
