import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { samplePdf, samplePhoto, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import { expectBody, TestClient } from '../../environment/network/http-client.ts'
import {
  askAbout,
  type FieldUser,
  hireAuditor,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  TEST_PASSWORD,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import type { ReadingRole } from './read-everything-shown.ts'

/** Two companies with the same people, entries and ids, and the texts that distinguish them. */

/** Public ids, or internal ones where there is no public id; the same at both companies. */
export interface SharedIds {
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
  /** A question on an entry of the incharge. */
  question: string
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
export interface SignedInPeople {
  clients: Record<ReadingRole, TestClient>
  /** The incharge who uploaded the bill that no entry names. */
  other: TestClient
  /** The incharge's current password at this company. */
  password: string
}

const AUDITOR = 'asha@twins.example'

/** Creates the people and entries that both companies start with, at the first company. */
export async function populateFirstCompany(origin: string): Promise<SharedIds> {
  const office = await signInAdmin(origin)
  await hireAuditor(office, AUDITOR)
  const [incharge, other] = [await hireFieldUser(office, 'site_incharge'), await hireFieldUser(office, 'site_incharge')]
  const [supervisor, secondSupervisor] = [
    await hireFieldUser(office, 'supervisor'),
    await hireFieldUser(office, 'supervisor'),
  ]
  const [toDisable, toClose] = [await hireFieldUser(office, 'supervisor'), await hireFieldUser(office, 'site_incharge')]
  const credit = await sendMoneyTo(office, incharge, '10000.00')
  await sendMoneyTo(office, other, '5000.00')
  const [named, toErase, old] = await Promise.all([
    uploadBillFileForId(incharge.client, await samplePhoto()),
    uploadBillFileForId(incharge.client, samplePdf('To erase')),
    uploadBillFileForId(incharge.client, samplePdf('Old')),
  ])
  const unnamed = await uploadBillFileForId(other.client, samplePdf('Unnamed'))
  const edited = await recordExpenseOf(incharge, { bills: [named] })
  await recordExpenseOf(incharge, { bills: [toErase], purpose: 'Sand', paymentMode: 'upi' })
  const deleted = await recordExpenseOf(incharge, { recipient: 'Verma Steel' })
  await recordExpenseOf(other, { amount: '40.00' })
  await transferMoney(incharge, supervisor, '500.00')
  await recordExpenseOf(supervisor, { amount: '15.00', recipient: 'Tea Stall', purpose: 'Food' })
  const question = await askAbout(office, edited.id, 'Which shop?')
  const body = { name: 'A Visitor', email: 'visitor@example.in', phone: '9876543210', message: 'Please call me' }
  await office.post(ROUTES.contact.path, body)
  const [payee] = expectBody(await office.get(ROUTES.beneficiaries.path), 200, ROUTES.beneficiaries.answer).toReversed()
  return {
    ...{ incharge: incharge.id, other: other.id, supervisor: supervisor.id, secondSupervisor: secondSupervisor.id },
    ...{ toDisable: toDisable.id, toClose: toClose.id, edited: edited.id, deleted: deleted.id, credit: credit.id },
    question: question.id,
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
export async function signInEverybody(origin: string, { mobiles }: SharedIds): Promise<SignedInPeople> {
  const auditor = new TestClient(origin)
  expectBody(
    await auditor.post(ROUTES.adminLogin.path, { email: AUDITOR, password: TEST_PASSWORD }),
    200,
    ROUTES.adminLogin.answer,
  )
  const [incharge, supervisor, other] = [
    await signInAtCompany(origin, mobiles.incharge),
    await signInAtCompany(origin, mobiles.supervisor),
    await signInAtCompany(origin, mobiles.other),
  ]
  return {
    clients: { admin: await signInAdmin(origin), auditor, incharge, supervisor },
    other,
    password: TEST_PASSWORD,
  }
}

export async function signInAtCompany(origin: string, mobile: string, password = TEST_PASSWORD): Promise<TestClient> {
  const client = new TestClient(origin)
  expectBody(await client.post(ROUTES.siteLogin.path, { mobile, password }), 200, ROUTES.siteLogin.answer)
  return client
}

/** Returns a worker as tests/environment/service/people-and-money.ts describes one. */
export const asWorker = (id: string, mobile: string, client: TestClient): FieldUser => ({
  ...{ id, mobile, client, account: '' },
  role: id.startsWith('supervisor') ? 'supervisor' : 'site_incharge',
})
