import { ROUTES } from '@ledger/contracts/routes.ts'
import { aPdf, aPhoto, attach } from '../environment/bills.ts'
import { bodyOf, Client } from '../environment/client.ts'
import { admin, fund, hire, hireAuditor, PASSWORD, pass, spend, type Worker } from '../environment/people.ts'
import type { Reader } from './looks.ts'

/** Two companies with the same people, entries and ids, and the texts that distinguish them. */

/** Public ids, or internal ones where there is no public id; the same at both companies. */
export interface Things {
  incharge: string
  other: string
  supervisor: string
  secondSupervisor: string
  /** Accounts that a company disables and closes. */
  toDisable: string
  toClose: string
  /** Entries: one to change, one to delete, and one of head office. */
  edited: string
  deleted: string
  credit: string
  /**
   * An entry names the first two, of which the second is erased; no entry names the last two, and the retention job
   * deletes `old`.
   */
  bills: [named: string, toErase: string, unnamed: string, old: string]
  /** The id of a beneficiary. */
  payee: string
  mobiles: Record<'incharge' | 'other' | 'supervisor' | 'secondSupervisor', string>
}

/** The clients that are signed in at one company, each with its own browser. */
export interface People {
  clients: Record<Reader, Client>
  /** The incharge who uploaded the bill that no entry names. */
  other: Client
  /** The incharge's current password at this company. */
  password: string
}

const AUDITOR = 'asha@twins.example'

/** Creates the people and entries that both companies start with, at the first company. */
export async function beginTwins(origin: string): Promise<Things> {
  const office = await admin(origin)
  await hireAuditor(office, AUDITOR)
  const [incharge, other] = [await hire(office, 'site_incharge'), await hire(office, 'site_incharge')]
  const [supervisor, secondSupervisor] = [await hire(office, 'supervisor'), await hire(office, 'supervisor')]
  const [toDisable, toClose] = [await hire(office, 'supervisor'), await hire(office, 'site_incharge')]
  const credit = await fund(office, incharge, '10000.00')
  await fund(office, other, '5000.00')
  const [named, toErase, old] = await Promise.all([
    attach(incharge.client, await aPhoto()),
    attach(incharge.client, aPdf('To erase')),
    attach(incharge.client, aPdf('Old')),
  ])
  const unnamed = await attach(other.client, aPdf('Unnamed'))
  const edited = await spend(incharge, { bills: [named] })
  await spend(incharge, { bills: [toErase], purpose: 'Sand', paymentMode: 'upi' })
  const deleted = await spend(incharge, { recipient: 'Verma Steel' })
  await spend(other, { amount: '40.00' })
  await pass(incharge, supervisor, '500.00')
  await spend(supervisor, { amount: '15.00', recipient: 'Tea Stall', purpose: 'Food' })
  const body = { name: 'A Visitor', email: 'visitor@example.in', phone: '9876543210', message: 'Please call me' }
  await office.post(ROUTES.contact.path, body)
  const [payee] = bodyOf(await office.get(ROUTES.beneficiaries.path), 200, ROUTES.beneficiaries.answer).toReversed()
  return {
    ...{ incharge: incharge.id, other: other.id, supervisor: supervisor.id, secondSupervisor: secondSupervisor.id },
    ...{ toDisable: toDisable.id, toClose: toClose.id, edited: edited.id, deleted: deleted.id, credit: credit.id },
    bills: [named, toErase, unnamed, old],
    payee: payee?.id ?? '',
    mobiles: {
      incharge: incharge.mobile,
      other: other.mobile,
      supervisor: supervisor.mobile,
      secondSupervisor: secondSupervisor.mobile,
    },
  }
}

/** Signs in all people at one of the two companies, with their first passwords. */
export async function peopleAt(origin: string, { mobiles }: Things): Promise<People> {
  const auditor = new Client(origin)
  bodyOf(
    await auditor.post(ROUTES.adminLogin.path, { email: AUDITOR, password: PASSWORD }),
    200,
    ROUTES.adminLogin.answer,
  )
  const [incharge, supervisor, other] = [
    await signedInTo(origin, mobiles.incharge),
    await signedInTo(origin, mobiles.supervisor),
    await signedInTo(origin, mobiles.other),
  ]
  return { clients: { admin: await admin(origin), auditor, incharge, supervisor }, other, password: PASSWORD }
}

export async function signedInTo(origin: string, mobile: string, password = PASSWORD): Promise<Client> {
  const client = new Client(origin)
  bodyOf(await client.post(ROUTES.siteLogin.path, { mobile, password }), 200, ROUTES.siteLogin.answer)
  return client
}

/** Returns a worker as tests/environment/people.ts describes one. */
export const workerOf = (id: string, mobile: string, client: Client): Worker => ({
  ...{ id, mobile, client, account: '' },
  role: id.startsWith('supervisor') ? 'supervisor' : 'site_incharge',
})
