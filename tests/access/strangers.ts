import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { addCompany, addHost } from '@ledger/ledger-service/companies/write.ts'
import { aPdf, attach } from '../environment/bills.ts'
import type { Client } from '../environment/client.ts'
import { admin, anExpense, fund, hire, hireAuditor, PASSWORD, pass, spend, type Worker } from '../environment/people.ts'
import type { TestService } from '../environment/service.ts'

/** Companies on one server that share nothing, the things that each alone has, and similar things that none has. */

export type Who = 'admin' | 'auditor' | 'incharge' | 'supervisor'

/** The things that one company alone has: ids, sign-in names, and values that a browser received. */
interface Has {
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

export interface Stranger {
  api: TestService
  clients: Record<Who, Client>
  incharge: Worker
  supervisor: Worker
  has: Has
}

/**
 * Opens one company per host.
 * @param first serves one company before, and all of them afterwards
 */
export async function openStrangers(first: TestService, hosts: readonly string[]): Promise<Stranger[]> {
  const opened: TestService[] = []
  for (const [index, host] of hosts.entries()) {
    const { companyId } = first.service
    if (index === 0) {
      await addHost(first.sql, companyId, host)
      opened.push(await first.at(companyId, host))
      continue
    }
    const made = await addCompany(first.sql, { name: host, hosts: [host] })
    if ('refused' in made) throw new Error(made.refused)
    opened.push(await first.at(made.companyId, host))
  }
  return Promise.all(opened.map(openStranger))
}

async function openStranger(api: TestService): Promise<Stranger> {
  const office = await admin(api.origin)
  const [incharge, supervisor] = [await hire(office, 'site_incharge'), await hire(office, 'supervisor')]
  const auditor = await hireAuditor(office, `${randomUUID()}@example.in`)
  await fund(office, incharge, '1000000.00')
  await pass(incharge, supervisor, '1000.00')
  const stranger: Stranger = {
    ...{ api, incharge, supervisor },
    clients: { admin: office, auditor: auditor.client, incharge: incharge.client, supervisor: supervisor.client },
    has: {
      ...{ entry: [], incharge: [incharge.id], supervisor: [supervisor.id], auditor: [auditor.id] },
      ...{ account: [incharge.account, supervisor.account], bill: [], word: [], email: [], tag: [] },
      mobile: [incharge.mobile, supervisor.mobile],
      session: [cookieOf(incharge.client, 'sid'), cookieOf(office, 'sid')],
      device: [cookieOf(incharge.client, 'device')],
    },
  }
  for (const deed of Object.values(DEEDS)) await deed(stranger)
  return stranger
}

/** The actions that a company may perform; each adds the new things to `has`. */
export const DEEDS = {
  async spends({ incharge, has }) {
    const word = randomUUID()
    has.entry.push((await spend(incharge, { amount: '1.00', recipient: word })).id)
    has.word.push(word)
  },
  async isFunded({ clients, incharge, has }) {
    has.entry.push((await fund(clients.admin, incharge, '5.00')).id)
  },
  async passes({ incharge, supervisor, has }) {
    const { id } = await pass(incharge, supervisor, '1.00')
    has.entry.push(id, `${id}-in`)
  },
  async attaches({ incharge, has }) {
    const bill = await attach(incharge.client, aPdf(randomUUID()))
    await spend(incharge, { amount: '1.00', bills: [bill] })
    has.bill.push(bill)
  },
  async erases({ clients, incharge, has }) {
    has.bill.push((await newFile({ clients, incharge }, true)).bill)
  },
  async deletes({ incharge, has }) {
    const { id } = await spend(incharge, { amount: '1.00' })
    await incharge.client.delete(`/api/site/transactions/${id}`)
    has.entry.push(id)
  },
  async hires({ clients, has }) {
    const worker = await hire(clients.admin, 'supervisor')
    has.supervisor.push(worker.id)
    has.account.push(worker.account)
    has.mobile.push(worker.mobile)
    has.session.push(cookieOf(worker.client, 'sid'))
  },
  async hiresAuditor({ clients, has }) {
    const email = `${randomUUID()}@example.in`
    has.auditor.push((await hireAuditor(clients.admin, email)).id)
    has.email.push(email)
  },
  async looks({ clients, has }) {
    for (const [who, path] of [
      ['admin', '/api/admin/transactions'],
      ['incharge', '/api/site/transactions'],
    ] as const)
      has.tag.push((await clients[who].get(path)).headers.etag ?? '')
  },
} satisfies Record<string, (stranger: Stranger) => Promise<void>>

/** Uploads a file that only this company has, and erases it again if asked. Returns the word in it. */
export async function newFile({ clients, incharge }: Pick<Stranger, 'clients' | 'incharge'>, isErased: boolean) {
  const word = randomUUID()
  const bill = await attach(incharge.client, aPdf(word))
  if (isErased) await clients.admin.call('DELETE', `/api/bills/${bill}`, { reason: 'Asked for by law' })
  return { word, bill }
}

/** Returns an idempotency key that this company has used. */
export async function usedKey({ incharge }: Stranger): Promise<string> {
  const key = randomUUID()
  await incharge.client.post('/api/site/transactions', { ...anExpense, amount: '1.00' }, { 'idempotency-key': key })
  return key
}

/** Returns a thing of the same kind that no company has. */
export function nowhere(thing: string): string {
  if (/^[\da-f]{64}$/.test(thing)) return randomBytes(32).toString('hex')
  if (thing.startsWith('W/"')) return `W/"${randomBytes(20).toString('base64')}"`
  if (/^[\w-]{32}$/.test(thing)) return randomBytes(24).toString('base64url')
  // Existing numbers begin with 9 (newMobile).
  if (/\d{10}$/.test(thing)) return thing.replace(/\d{10}$/, String(randomInt(6_000_000_000, 7_000_000_000)))
  return thing.replace(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, randomUUID())
}

/** Returns the cookie of a session that never existed, with a valid signature. */
export function sessionOfNobody({ secrets: { SESSION_SECRET } }: TestService): string {
  const id = randomBytes(24).toString('base64url')
  const signature = createHmac('sha256', SESSION_SECRET).update(id).digest('base64').replace(/=+$/, '')
  return encodeURIComponent(`${id}.${signature}`)
}

const cookieOf = ({ cookies }: Client, name: string) => cookies.get(name) ?? ''

/** Signs in with this number; no account needs to have it. */
export const asSomebody = (client: Client, mobile: string, password = PASSWORD) =>
  client.post('/api/site/login', { mobile, password })
