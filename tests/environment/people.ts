import type { FieldRole } from '@ledger/contracts/roles.ts'
import { ROUTES } from '@ledger/contracts/routes.ts'
import type { Recorded } from '@ledger/contracts/shapes.ts'
import { bodyOf, Client } from './client.ts'
import { ADMIN } from './service.ts'

/** A password that every form of §5 accepts. */
export const PASSWORD = 'Site-Pass-1'

/** A field account, and a client that is signed in to it. */
export interface Worker {
  id: string
  /** The account's internal id. */
  account: string
  mobile: string
  role: FieldRole
  client: Client
}

let lastMobile = 9_000_000_000
/** Returns a number that no other account of this file has. */
export const newMobile = () => String(++lastMobile)

/** Returns a client signed in as the first admin. */
export async function admin(origin: string): Promise<Client> {
  const client = new Client(origin)
  bodyOf(await client.post('/api/admin/login', ADMIN), 200, ROUTES.adminLogin.answer)
  return client
}

/** Opens a field account and signs in to it. */
export async function hire(office: Client, role: FieldRole, given: object = {}): Promise<Worker> {
  const mobile = newMobile()
  const path = role === 'supervisor' ? '/api/admin/supervisors' : '/api/admin/users'
  const site = role === 'supervisor' ? {} : { siteName: `Site ${mobile}` }
  const body = { name: `Worker ${mobile}`, mobile, password: PASSWORD, ...site, ...given }
  const { id } = bodyOf(await office.post(path, body), 201, ROUTES.createSupervisor.answer)
  return { id, mobile, role, ...(await signIn(office.origin, mobile)) }
}

/** Returns a client with a new session of a field account. */
export async function signedIn(origin: string, mobile: string, password = PASSWORD): Promise<Client> {
  return (await signIn(origin, mobile, password)).client
}

async function signIn(
  origin: string,
  mobile: string,
  password = PASSWORD,
): Promise<Pick<Worker, 'account' | 'client'>> {
  const client = new Client(origin)
  const reply = await client.post('/api/site/login', { mobile, password })
  bodyOf(reply, 200, ROUTES.siteLogin.answer)
  return { client, account: String(reply.headers['ledger-account']) }
}

/** Opens an auditor's account; returns its id and a signed-in client. */
export async function hireAuditor(office: Client, email: string): Promise<{ id: string; client: Client }> {
  const body = { name: 'Asha Auditor', email, password: PASSWORD }
  const { id } = bodyOf(await office.post('/api/admin/auditors', body), 201, ROUTES.createAuditor.answer)
  const client = new Client(office.origin)
  bodyOf(await client.post('/api/admin/login', { email, password: PASSWORD }), 200, ROUTES.adminLogin.answer)
  return { id, client }
}

export const anExpense = {
  type: 'debit',
  amount: '100.00',
  recipient: 'Sharma Traders',
  purpose: 'Cement',
  paymentMode: 'cash',
  narration: 'Ten bags',
}

/** Records an expense of the worker. */
export async function spend({ client }: Worker, given: object = {}): Promise<Recorded> {
  const reply = await client.post('/api/site/transactions', { ...anExpense, ...given })
  return bodyOf(reply, 201, ROUTES.recordExpense.answer)
}

/** Sends money from head office to an incharge. */
export async function fund(office: Client, { id }: Worker, amount: string, given: object = {}): Promise<Recorded> {
  const body = { siteInchargeId: id, amount, narration: 'For the site', ...given }
  return bodyOf(await office.post('/api/admin/send-money', body), 201, ROUTES.sendMoney.answer)
}

/**
 * Transfers money from an incharge to a supervisor.
 * @returns the debit row
 */
export async function pass(from: Worker, to: Worker, amount: string, given: object = {}): Promise<Recorded> {
  const body = { toUserId: to.id, amount, paymentMode: 'upi', narration: 'For the crew', ...given }
  return bodyOf(await from.client.post('/api/site/transfer', body), 201, ROUTES.transfer.answer)
}
