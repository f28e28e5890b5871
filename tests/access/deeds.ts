import { ROUTES } from '@ledger/contracts/routes.ts'
import { aPdf, attach } from '../environment/bills.ts'
import { bodyOf, Client, type Reply } from '../environment/client.ts'
import { anExpense, fund, PASSWORD, pass, spend } from '../environment/people.ts'
import { type People, signedInTo, type Things, workerOf } from './twins.ts'

/** The actions of one company that the other must not notice: each uses something that both companies have. */

/** The texts, numbers and keys that only one company has. */
export interface Own {
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
  guessedAt: keyof Things['mobiles']
  address: string
}

function needed(reply: Reply, ...statuses: number[]): Reply {
  if (!statuses.includes(reply.status))
    throw new Error(`Expected ${statuses}, got ${reply.status}: ${reply.text.slice(0, 200)}`)
  return reply
}

const at = (path: string, id: string) => path.replace(':id', id)

/**
 * Performs every action as the people of a company, through its own host. After an action that ends their sessions they
 * sign in again.
 */
export async function doEverything(people: People, things: Things, own: Own): Promise<void> {
  const { clients, other } = people
  const { admin: office } = clients
  const { word, password } = own
  const incharge = workerOf(things.incharge, things.mobiles.incharge, clients.incharge)
  const otherIncharge = workerOf(things.other, things.mobiles.other, other)
  const second = workerOf(things.secondSupervisor, things.mobiles.secondSupervisor, clients.supervisor)
  const words = { recipient: `${word} Traders`, purpose: `${word} works`, narration: `${word} words` }

  await fund(office, incharge, own.amount, { narration: `${word} money` })
  await spend(incharge, { ...words, amount: '12.34' })
  await spend(incharge, { recipient: own.spelling, amount: '1.00' })
  await spend(otherIncharge, { ...words, amount: '3.00', bills: [things.bills[2]] })
  await spend(incharge, { ...words, amount: '2.00', bills: [await attach(incharge.client, aPdf(word))] })
  const change = { ...anExpense, ...words, amount: '99.00' }
  needed(
    await incharge.client.put(at(ROUTES.editExpense.path, things.edited), change, { 'idempotency-key': own.key }),
    200,
  )
  needed(await incharge.client.delete(at(ROUTES.deleteExpense.path, things.deleted)), 200)
  const { type: _, ...entry } = anExpense
  const credit = { ...entry, ...words, type: 'credit', amount: '11000.00' }
  needed(await office.put(at(ROUTES.editCredit.path, things.credit), credit), 200)
  await pass(incharge, second, '7.00', { narration: words.narration })

  const named = `${word} Person`
  needed(
    await office.put(at(ROUTES.editSiteUser.path, things.incharge), {
      name: named,
      siteName: `${word} Site`,
      password,
    }),
    200,
  )
  people.password = password
  const shown = needed(await office.get(at(ROUTES.revealUser.path, things.incharge)), 200)
  if (!shown.text.includes(password))
    throw new Error(`The password that is shown is not the one that was set: ${shown.text}`)
  const again = await signedInTo(office.origin, things.mobiles.incharge, password)
  for (const [name, value] of again.cookies) clients.incharge.cookies.set(name, value)
  needed(await office.put(at(ROUTES.editSupervisor.path, things.supervisor), { name: named }), 200)
  needed(await office.patch(at(ROUTES.setSupervisorStatus.path, things.toDisable), { status: 'disabled' }), 200)
  needed(await office.delete(at(ROUTES.deleteSiteUser.path, things.toClose)), 204)
  needed(await office.post(ROUTES.createSupervisor.path, { name: named, mobile: own.mobile, password: PASSWORD }), 201)
  const auditor = { name: named, email: `${word}@twins.example`, password: PASSWORD }
  needed(await office.post(ROUTES.createAuditor.path, auditor), 201)
  needed(await office.call('DELETE', at(ROUTES.eraseBill.path, things.bills[1]), { reason: words.narration }), 204)
  await tryOften(office.origin, things, own)
}

/** Sends as many wrong passwords for one number, and messages from one address, as a company accepts. */
async function tryOften(origin: string, { mobiles }: Things, { word, guessedAt, address }: Own): Promise<void> {
  const stranger = new Client(origin)
  const guess = () => stranger.post(ROUTES.siteLogin.path, { mobile: mobiles[guessedAt], password: 'Wrong-Pass-1' })
  for (let tries = 0; tries < 5; tries++) needed(await guess(), 401)
  needed(await guess(), 429)
  for (let sent = 0; sent < 5; sent++) needed(await write(stranger, word, address), 204)
  needed(await write(stranger, word, address), 429)
}

/** Writes as fast as an account may, and faster, with requests that never reach the ledger. */
async function writeOften(client: Client): Promise<void> {
  for (let writes = 0; writes < MOST_WRITES; writes += WRITES_AT_ONCE) {
    const replies = await Promise.all(Array.from({ length: WRITES_AT_ONCE }, () => toNobody(client)))
    if (replies.some(({ status }) => status === 429)) return
  }
  throw new Error(`${MOST_WRITES} writes, and none was too fast`)
}

/** More than any burst (access/write-limit.ts), with the tokens that are added meanwhile. */
const MOST_WRITES = 3000
const WRITES_AT_ONCE = 20

function toNobody(client: Client): Promise<Reply> {
  const body = { toUserId: 'supervisor_1111111111', amount: '1.00', paymentMode: 'cash', narration: 'To nobody' }
  return client.post(ROUTES.transfer.path, body)
}

function write(client: Client, name: string, from: string): Promise<Reply> {
  const message = { name, email: 'visitor@example.in', phone: '9876543210', message: `${name} message` }
  return client.call('POST', ROUTES.contact.path, message, { from })
}

/**
 * Returns the actions that fail at a company after the other company has performed all of its own.
 * @param others the other company's people
 * @param theirs texts, numbers and keys that only the other company has
 */
export async function goOn(
  people: People,
  things: Things,
  own: Own,
  { others, theirs }: { others: People; theirs: Own },
): Promise<string[]> {
  const { clients } = people
  const { admin: office, incharge } = clients
  const found: string[] = []
  function expect(what: string, { status, text }: Reply, wanted: number): void {
    if (status !== wanted) found.push(`${what}: ${status} instead of ${wanted}, ${text.slice(0, 120)}`)
  }
  for (const [reader, client] of Object.entries(others.clients)) {
    const path = reader === 'admin' || reader === 'auditor' ? ROUTES.adminAuth.path : ROUTES.siteAuth.path
    expect(`the other’s cookie of the ${reader}`, await client.copy(office.origin).get(path), 401)
  }
  const signIn = (mobile: string, password: string) =>
    new Client(office.origin).post(ROUTES.siteLogin.path, { mobile, password })
  expect('the password of here', await signIn(things.mobiles.incharge, people.password), 200)
  expect('the other’s password', await signIn(things.mobiles.incharge, others.password), 401)
  expect('where the other was guessed at', await signIn(things.mobiles[theirs.guessedAt], PASSWORD), 200)
  expect(
    'a message after the other had its many',
    await write(new Client(office.origin), 'A Guest', theirs.address),
    204,
  )
  await writeOften(others.other)
  // Sent at once, because an account gains one write each tenth of a second.
  for (const reply of await Promise.all(Array.from({ length: 5 }, () => toNobody(people.other))))
    expect('a write after the other had its many', reply, 400)
  const hire = { name: 'New Here', mobile: theirs.mobile, password: PASSWORD }
  expect('a number that the other gave', await office.post(ROUTES.createSupervisor.path, hire), 201)
  const shown = await office.get(at(ROUTES.revealUser.path, things.incharge))
  if (!shown.text.includes(people.password)) found.push(`the password that is shown: ${shown.text}`)
  const change = { ...anExpense, narration: 'Changed here' }
  const key = { 'idempotency-key': theirs.key }
  expect('a key that the other used', await incharge.put(at(ROUTES.editExpense.path, things.edited), change, key), 200)
  const paid = await spend(workerOf(things.incharge, '', incharge), { recipient: own.spelling, amount: '1.00' })
  if (paid.recipient !== own.spelling) found.push(`a name that the other wrote first: ${paid.recipient}`)
  const { currentBalance: amount } = bodyOf(await incharge.get(ROUTES.siteBalance.path), 200, ROUTES.siteBalance.answer)
  const transfer = { toUserId: things.supervisor, paymentMode: 'cash', narration: 'All' }
  expect('all that is left', await incharge.post(ROUTES.transfer.path, { ...transfer, amount }), 201)
  expect('more than that', await incharge.post(ROUTES.transfer.path, { ...transfer, amount: '0.01' }), 422)
  return found
}
