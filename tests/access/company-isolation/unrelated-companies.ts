import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { addCompany, addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { samplePdf, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import {
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sampleExpenseBody,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import type { TestService } from '../../environment/service/test-service.ts'

/** Companies on one server that share nothing, the things that each alone has, and similar things that none has. */

export type StrangerRole = 'admin' | 'auditor' | 'incharge' | 'supervisor'

/** The things that one company alone has: ids, sign-in names, and values that a browser received. */
interface CompanyPossessions {
  entry: string[]
  incharge: string[]
  supervisor: string[]
  auditor: string[]
  /** Internal ids. */
  account: string[]
  bill: string[]
  /** The names of beneficiaries. */
  word: string[]
  mobile: string[]
  email: string[]
  /** ETags of answers that contain its entries. */
  tag: string[]
  session: string[]
  device: string[]
}

export interface UnrelatedCompany {
  api: TestService
  clients: Record<StrangerRole, TestClient>
  incharge: FieldUser
  supervisor: FieldUser
  possessions: CompanyPossessions
}

/**
 * Opens one company per host.
 * @param first serves one company before, and all of them afterwards
 */
export async function openUnrelatedCompanies(
  first: TestService,
  hosts: readonly string[],
): Promise<UnrelatedCompany[]> {
  const opened: TestService[] = []
  for (const [index, host] of hosts.entries()) {
    const { companyId } = first.company
    if (index === 0) {
      await addCompanyHost(first.sql, companyId, host)
      opened.push(await first.atCompany(companyId, host))
      continue
    }
    const made = await addCompany(first.sql, { name: host, hosts: [host] })
    if ('refused' in made) throw new Error(made.refused)
    opened.push(await first.atCompany(made.companyId, host))
  }
  return Promise.all(opened.map(openUnrelatedCompany))
}

async function openUnrelatedCompany(api: TestService): Promise<UnrelatedCompany> {
  const office = await signInAdmin(api.origin)
  const [incharge, supervisor] = [
    await hireFieldUser(office, 'site_incharge'),
    await hireFieldUser(office, 'supervisor'),
  ]
  const auditor = await hireAuditor(office, `${randomUUID()}@example.in`)
  await sendMoneyTo(office, incharge, '1000000.00')
  await transferMoney(incharge, supervisor, '1000.00')
  const stranger: UnrelatedCompany = {
    ...{ api, incharge, supervisor },
    clients: { admin: office, auditor: auditor.client, incharge: incharge.client, supervisor: supervisor.client },
    possessions: {
      ...{ entry: [], incharge: [incharge.id], supervisor: [supervisor.id], auditor: [auditor.id] },
      ...{ account: [incharge.account, supervisor.account], bill: [], word: [], email: [], tag: [] },
      mobile: [incharge.mobile, supervisor.mobile],
      session: [cookieOf(incharge.client, 'sid'), cookieOf(office, 'sid')],
      device: [cookieOf(incharge.client, 'device')],
    },
  }
  for (const deed of Object.values(EVENTFUL_ACTIONS)) await deed(stranger)
  return stranger
}

/** The actions that a company may perform; each adds the new things to `has`. */
export const EVENTFUL_ACTIONS = {
  async spends({ incharge, possessions }) {
    const word = randomUUID()
    possessions.entry.push((await recordExpenseOf(incharge, { amount: '1.00', recipient: word })).id)
    possessions.word.push(word)
  },
  async isFunded({ clients, incharge, possessions }) {
    possessions.entry.push((await sendMoneyTo(clients.admin, incharge, '5.00')).id)
  },
  async passes({ incharge, supervisor, possessions }) {
    const { id } = await transferMoney(incharge, supervisor, '1.00')
    possessions.entry.push(id, `${id}-in`)
  },
  async attaches({ incharge, possessions }) {
    const bill = await uploadBillFileForId(incharge.client, samplePdf(randomUUID()))
    await recordExpenseOf(incharge, { amount: '1.00', bills: [bill] })
    possessions.bill.push(bill)
  },
  async erases({ clients, incharge, possessions }) {
    possessions.bill.push((await uploadNewBill({ clients, incharge }, true)).bill)
  },
  async deletes({ incharge, possessions }) {
    const { id } = await recordExpenseOf(incharge, { amount: '1.00' })
    await incharge.client.delete(`/api/site/transactions/${id}`)
    possessions.entry.push(id)
  },
  async hires({ clients, possessions }) {
    const worker = await hireFieldUser(clients.admin, 'supervisor')
    possessions.supervisor.push(worker.id)
    possessions.account.push(worker.account)
    possessions.mobile.push(worker.mobile)
    possessions.session.push(cookieOf(worker.client, 'sid'))
  },
  async hiresAuditor({ clients, possessions }) {
    const email = `${randomUUID()}@example.in`
    possessions.auditor.push((await hireAuditor(clients.admin, email)).id)
    possessions.email.push(email)
  },
  async looks({ clients, possessions }) {
    for (const [who, path] of [
      ['admin', '/api/admin/transactions'],
      ['incharge', '/api/site/transactions'],
    ] as const)
      possessions.tag.push((await clients[who].get(path)).headers.etag ?? '')
  },
} satisfies Record<string, (stranger: UnrelatedCompany) => Promise<void>>

/** Uploads a file that only this company has, and erases it again if asked. Returns the word in it. */
export async function uploadNewBill(
  { clients, incharge }: Pick<UnrelatedCompany, 'clients' | 'incharge'>,
  isErased: boolean,
) {
  const word = randomUUID()
  const bill = await uploadBillFileForId(incharge.client, samplePdf(word))
  if (isErased) await clients.admin.call('DELETE', `/api/bills/${bill}`, { reason: 'Asked for by law' })
  return { word, bill }
}

/** Returns an idempotency key that this company has used. */
export async function spendIdempotencyKey({ incharge }: UnrelatedCompany): Promise<string> {
  const key = randomUUID()
  await incharge.client.post(
    '/api/site/transactions',
    { ...sampleExpenseBody, amount: '1.00' },
    { 'idempotency-key': key },
  )
  return key
}

/** Returns a thing of the same kind that no company has. */
export function nonexistentCounterpart(thing: string): string {
  if (/^[\da-f]{64}$/.test(thing)) return randomBytes(32).toString('hex')
  if (thing.startsWith('W/"')) return `W/"${randomBytes(20).toString('base64')}"`
  if (/^[\w-]{32}$/.test(thing)) return randomBytes(24).toString('base64url')
  // Existing numbers begin with 9 (nextUnusedMobile).
  if (/\d{10}$/.test(thing)) return thing.replace(/\d{10}$/, String(randomInt(6_000_000_000, 7_000_000_000)))
  return thing.replace(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, randomUUID())
}

/** Returns the cookie of a session that never existed, with a valid signature. */
export function forgedUnknownSession({ secrets: { SESSION_SECRET } }: TestService): string {
  const id = randomBytes(24).toString('base64url')
  const signature = createHmac('sha256', SESSION_SECRET).update(id).digest('base64').replace(/=+$/, '')
  return encodeURIComponent(`${id}.${signature}`)
}

const cookieOf = ({ cookies }: TestClient, name: string) => cookies.get(name) ?? ''

/** Signs in with this number; no account needs to have it. */
export const signInByMobile = (client: TestClient, mobile: string, password = TEST_PASSWORD) =>
  client.post('/api/site/login', { mobile, password })
