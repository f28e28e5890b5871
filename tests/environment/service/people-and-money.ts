import type { Question } from '@ledger/contracts/http/questions/question-schemas.ts'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import type { RecordedTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import type { FieldRole, OfficeRole } from '@ledger/contracts/roles.ts'
import { expectBody, TestClient } from '../network/http-client.ts'
import { FIRST_ADMIN } from './test-service.ts'

/** A password that every form of §5 accepts. */
export const TEST_PASSWORD = 'Site-Pass-1'

/** A field account, and a client that is signed in to it. */
export interface FieldUser {
  id: string
  /** The account's internal id. */
  account: string
  mobile: string
  role: FieldRole
  client: TestClient
}

let lastMobile = 9_000_000_000
/** Returns a number that no other account of this file has. */
export const nextUnusedMobile = () => String(++lastMobile)

/** Returns a client signed in as the first admin. */
export async function signInAdmin(origin: string): Promise<TestClient> {
  const client = new TestClient(origin)
  expectBody(await client.post('/api/admin/login', FIRST_ADMIN), 200, ROUTES.adminLogin.answer)
  return client
}

/** Opens a field account and signs in to it. */
export async function hireFieldUser(office: TestClient, role: FieldRole, given: object = {}): Promise<FieldUser> {
  const mobile = nextUnusedMobile()
  const route = role === 'supervisor' ? ROUTES.createSupervisor : ROUTES.createSiteUser
  const site = role === 'supervisor' ? {} : { siteName: `Site ${mobile}` }
  const body = { name: `Worker ${mobile}`, mobile, password: TEST_PASSWORD, ...site, ...given }
  const { id } = expectBody(await office.post(route.path, body), 201, route.answer)
  return { id, mobile, role, ...(await signInForClient(office.origin, mobile)) }
}

/** Returns a client with a new session of a field account. */
export async function signInFieldUser(origin: string, mobile: string, password = TEST_PASSWORD): Promise<TestClient> {
  return (await signInForClient(origin, mobile, password)).client
}

async function signInForClient(
  origin: string,
  mobile: string,
  password = TEST_PASSWORD,
): Promise<Pick<FieldUser, 'account' | 'client'>> {
  const client = new TestClient(origin)
  const reply = await client.post('/api/site/login', { mobile, password })
  expectBody(reply, 200, ROUTES.siteLogin.answer)
  return { client, account: String(reply.headers['ledger-account']) }
}

/** Opens an auditor's account; returns its id and a signed-in client. */
export async function hireAuditor(office: TestClient, email: string): Promise<{ id: string; client: TestClient }> {
  const body = { name: 'Asha Auditor', email, password: TEST_PASSWORD }
  const { id } = expectBody(await office.post('/api/admin/auditors', body), 201, ROUTES.createAuditor.answer)
  return { id, client: await signInOfficeUser(office.origin, email) }
}

/** Opens an account of head office; returns its id and a signed-in client. */
export async function hireOfficeUser(
  office: TestClient,
  role: OfficeRole,
  email: string,
): Promise<{ id: string; client: TestClient }> {
  const body = { name: `Some ${role}`, email, password: TEST_PASSWORD, role }
  const { id } = expectBody(await office.post('/api/admin/office-users', body), 201, ROUTES.createOfficeUser.answer)
  return { id, client: await signInOfficeUser(office.origin, email) }
}

/** Returns a client with a new session of a person of head office. */
export async function signInOfficeUser(origin: string, email: string, password = TEST_PASSWORD): Promise<TestClient> {
  const client = new TestClient(origin)
  expectBody(await client.post('/api/admin/login', { email, password }), 200, ROUTES.adminLogin.answer)
  return client
}

export const sampleExpenseBody = {
  type: 'debit',
  amount: '100.00',
  recipient: 'Sharma Traders',
  purpose: 'Cement',
  paymentMode: 'cash',
  narration: 'Ten bags',
}

/** Records an expense of the worker. */
export async function recordExpenseOf({ client }: FieldUser, given: object = {}): Promise<RecordedTransaction> {
  const reply = await client.post('/api/site/transactions', { ...sampleExpenseBody, ...given })
  return expectBody(reply, 201, ROUTES.recordExpense.answer)
}

/** Sends money from head office to an incharge. */
export async function sendMoneyTo(
  office: TestClient,
  { id }: FieldUser,
  amount: string,
  given: object = {},
): Promise<RecordedTransaction> {
  const body = { siteInchargeId: id, amount, narration: 'For the site', ...given }
  return expectBody(await office.post('/api/admin/send-money', body), 201, ROUTES.sendMoney.answer)
}

/**
 * Transfers money from an incharge to a supervisor.
 * @returns the debit row
 */
export async function transferMoney(
  from: FieldUser,
  to: FieldUser,
  amount: string,
  given: object = {},
): Promise<RecordedTransaction> {
  const body = { toUserId: to.id, amount, paymentMode: 'upi', narration: 'For the crew', ...given }
  return expectBody(await from.client.post('/api/site/transfer', body), 201, ROUTES.transfer.answer)
}

/** Asks about an entry, by the id of its row. */
export async function askAbout(office: TestClient, transaction: string, text: string): Promise<Question> {
  const reply = await office.post(`/api/admin/transactions/${transaction}/questions`, { text })
  return expectBody(reply, 201, ROUTES.askQuestion.answer)
}
