import type { RouteName } from '@ledger/contracts/routes.ts'
import { anExpense, PASSWORD } from '../environment/people.ts'

/**
 * Who gets in, written by hand from §6, §7 and api.md, and on purpose without a look at access/policy.ts: what each asker is
 * answered at each call, and at calls that name an object, for each object.
 */
export const ASKERS = [
  'nobody',
  'admin',
  'auditor',
  'inchargeA',
  'inchargeB',
  'supervisorA',
  'supervisorB',
  'disabled',
  'deleted',
  'expired',
] as const
export type Asker = (typeof ASKERS)[number]
/** The same answer for everybody of a kind; `ended` are the sessions that were once somebody's. */
export type Kind = 'nobody' | 'admin' | 'auditor' | 'incharge' | 'supervisor' | 'ended'

export function kindOf(asker: Asker): Kind {
  if (asker === 'disabled' || asker === 'deleted' || asker === 'expired') return 'ended'
  if (asker === 'inchargeA' || asker === 'inchargeB') return 'incharge'
  return asker === 'supervisorA' || asker === 'supervisorB' ? 'supervisor' : asker
}

export const OBJECTS = ['own', 'sameRole', 'otherRole', 'absent', 'malformed'] as const
export type ObjectKind = (typeof OBJECTS)[number]

/** What stands where the call names something. Field users own themselves; to the admin, "own" is of the kind that the call is for. */
export type Thing = 'expense' | 'credit' | 'incharge' | 'supervisor' | 'auditor' | 'bill'

type Statuses = Record<Kind, number>
type ByObject = Record<ObjectKind, number>

export interface Row {
  thing?: Thing
  /** The body; `object` is the id of the thing that it names. */
  body?: (object: string) => object
  /** The query that names the thing. */
  query?: (object: string) => string
  expected: { [K in Kind]: number | ByObject }
  /** Where a redirect leads to. */
  location?: string
  /** What is recorded where the call is allowed and is no command. */
  appends?: string[]
  /** The answer is a stream: its head is enough. */
  isEndless?: true
  /** Who may ask may know what there is, so that an absent thing may answer otherwise than one that is there. */
  seesAll?: true
}

const everybody = (status: number): Statuses => ({
  nobody: status,
  admin: status,
  auditor: status,
  incharge: status,
  supervisor: status,
  ended: status,
})
const nobodyIn = { nobody: 401, ended: 401 }
const office = { ...nobodyIn, admin: 200, auditor: 200, incharge: 403, supervisor: 403 }
const field = { ...nobodyIn, admin: 403, auditor: 403, incharge: 200, supervisor: 200 }
const adminOnly = { ...nobodyIn, auditor: 403, incharge: 403, supervisor: 403 }
const refusedOffice = { ...nobodyIn, admin: 403, auditor: 403 }

let mobile = 7_000_000_000
const nextMobile = () => String(++mobile)
const { type: _, ...credit } = anExpense

/** What head office calls about an account: both of the role are as good, everything else is not there. */
const account = (status: number, elsewhere = 404): ByObject => ({
  own: status,
  sameRole: status,
  otherRole: elsewhere,
  absent: elsewhere,
  malformed: elsewhere,
})
/** What field users call about an expense: their own or nothing. */
const ownOnly: ByObject = { own: 200, sameRole: 404, otherRole: 404, absent: 404, malformed: 404 }

/** What head office reads of anybody's. */
const anybodys: ByObject = { own: 200, sameRole: 200, otherRole: 200, absent: 404, malformed: 404 }

export const MATRIX: Record<RouteName, Row> = {
  adminLogin: { body: () => ({ email: 'nobody@example.in', password: 'Wrong-Pass-1' }), expected: everybody(401) },
  siteLogin: { body: () => ({ mobile: '1000000000', password: 'Wrong-Pass-1' }), expected: everybody(401) },
  adminLogout: { expected: everybody(204) },
  siteLogout: { expected: everybody(204) },
  adminAuth: { expected: office },
  adminSites: { expected: office },
  adminSupervisors: { expected: office },
  auditors: { expected: office },
  adminTransactions: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    // A list that is narrowed to nobody is empty, not missing.
    expected: { ...office, admin: account(200, 200), auditor: account(200, 200) },
  },
  adminTransactionSums: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    expected: { ...office, admin: account(200, 200), auditor: account(200, 200) },
  },
  siteAuth: { expected: field },
  siteBalance: { expected: field },
  siteTransactions: { expected: field },
  siteTransaction: { thing: 'expense', expected: { ...refusedOffice, incharge: ownOnly, supervisor: ownOnly } },
  siteBeneficiaries: { expected: field },
  beneficiaries: { expected: { ...nobodyIn, admin: 200, auditor: 200, incharge: 200, supervisor: 200 } },
  siteSupervisors: { expected: { ...refusedOffice, incharge: 200, supervisor: 403 } },
  recordExpense: { body: () => anExpense, expected: { ...refusedOffice, incharge: 201, supervisor: 201 } },
  editExpense: {
    thing: 'expense',
    body: () => ({ ...anExpense, narration: `Changed ${nextMobile()}` }),
    expected: { ...refusedOffice, incharge: ownOnly, supervisor: ownOnly },
  },
  deleteExpense: { thing: 'expense', expected: { ...refusedOffice, incharge: ownOnly, supervisor: 403 } },
  transfer: {
    thing: 'supervisor',
    body: (toUserId) => ({ toUserId, amount: '1.00', paymentMode: 'cash', narration: 'For the crew' }),
    expected: { ...refusedOffice, incharge: account(201, 400), supervisor: 403 },
  },
  sendMoney: {
    thing: 'incharge',
    body: (siteInchargeId) => ({ siteInchargeId, amount: '1.00', narration: 'For the site' }),
    expected: { ...adminOnly, admin: account(201, 400) },
  },
  recordCredit: {
    thing: 'incharge',
    body: (userId) => ({ ...credit, type: 'credit', userId }),
    expected: { ...adminOnly, admin: account(201, 400) },
  },
  editCredit: {
    thing: 'credit',
    body: () => ({ ...credit, type: 'credit', narration: `Changed ${nextMobile()}` }),
    // "Other role's" is an expense here: head office changes credits only (api.md).
    expected: { ...adminOnly, admin: { own: 200, sameRole: 200, otherRole: 403, absent: 404, malformed: 404 } },
  },
  deleteCredit: {
    thing: 'credit',
    expected: { ...adminOnly, admin: { own: 200, sameRole: 200, otherRole: 403, absent: 404, malformed: 404 } },
  },
  createSiteUser: {
    body: () => ({ name: 'New Incharge', mobile: nextMobile(), password: PASSWORD }),
    expected: { ...adminOnly, admin: 201 },
  },
  createSupervisor: {
    body: () => ({ name: 'New Supervisor', mobile: nextMobile(), password: PASSWORD }),
    expected: { ...adminOnly, admin: 201 },
  },
  createAuditor: {
    body: () => ({ name: 'New Auditor', email: `${nextMobile()}@example.in`, password: PASSWORD }),
    expected: { ...adminOnly, admin: 201 },
  },
  revealUser: { thing: 'incharge', appends: ['PasswordRevealed'], expected: { ...adminOnly, admin: account(200) } },
  editSiteUser: {
    thing: 'incharge',
    body: () => ({ name: `Renamed ${nextMobile()}` }),
    expected: { ...adminOnly, admin: account(200) },
  },
  deleteSiteUser: { thing: 'incharge', expected: { ...adminOnly, admin: account(204) } },
  editSupervisor: {
    thing: 'supervisor',
    body: () => ({ name: `Renamed ${nextMobile()}` }),
    expected: { ...adminOnly, admin: account(200) },
  },
  deleteSupervisor: { thing: 'supervisor', expected: { ...adminOnly, admin: account(204) } },
  setSupervisorStatus: {
    thing: 'supervisor',
    body: () => ({ status: 'disabled' }),
    expected: { ...adminOnly, admin: account(200) },
  },
  deleteAuditor: { thing: 'auditor', expected: { ...adminOnly, admin: account(204) } },
  // Without a provider the external sign-in is the app's own (api.md).
  openidLogin: { location: '/login?error=no_provider', expected: everybody(302) },
  openidCallback: { location: '/login?error=no_provider', expected: everybody(302) },
  auditEvents: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    expected: { ...office, admin: account(200, 200), auditor: account(200, 200) },
  },
  auditEventCount: { expected: office },
  auditHistory: { thing: 'expense', expected: { ...office, admin: anybodys, auditor: anybodys } },
  auditAsOf: { expected: office },
  auditLedgerAsOf: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    // A closed account's history stays: an absent one never was.
    expected: { ...office, admin: anybodys, auditor: anybodys },
  },
  auditVerify: { expected: office },
  auditCheckpoints: { expected: office },
  auditPublicKey: { expected: office },
  // Nobody signs in this test: no checkpoint covers what was just recorded.
  auditProof: { thing: 'expense', seesAll: true, expected: { ...office, admin: account(404), auditor: account(404) } },
  auditConsistency: { query: () => '?from=1&to=2', expected: office },
  auditExported: {
    body: () => ({ report: 'beneficiaries', rows: 3 }),
    appends: ['ReportExported'],
    expected: { ...office, admin: 204, auditor: 204 },
  },
  auditExport: { appends: ['ReportExported'], expected: office },
  auditEditLog: { expected: office },
  auditEditLogCount: { expected: office },
  auditEditLogFile: { query: () => '?format=csv', appends: ['ReportExported'], expected: office },
  auditVerifications: { expected: office },
  auditAlarms: { expected: office },
  auditRebuilds: { expected: office },
  auditRebuild: { body: () => ({ projection: 'balances' }), expected: { ...adminOnly, admin: 201 } },
  auditFollow: { isEndless: true, expected: office },
  siteFollow: { isEndless: true, expected: field },
  adminFollow: { isEndless: true, expected: office },
  siteLedger: { expected: field },
  siteSummary: { expected: field },
  siteRecipients: { expected: field },
  siteTransactionSums: { expected: field },
  adminSummary: { expected: office },
  adminLedger: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    expected: { ...office, admin: anybodys, auditor: anybodys },
  },
  beneficiaryReports: { expected: office },
  // Not a picture: who may send one is told so, and nobody else is asked what it is.
  uploadBill: {
    body: () => ({ not: 'a picture' }),
    expected: { ...nobodyIn, admin: 415, auditor: 403, incharge: 415, supervisor: 415 },
  },
  // "Own" names a bill of an entry of one's own. Head office sees what any entry names.
  bill: {
    thing: 'bill',
    expected: { ...nobodyIn, admin: anybodys, auditor: anybodys, incharge: ownOnly, supervisor: ownOnly },
  },
  billThumbnail: {
    thing: 'bill',
    expected: { ...nobodyIn, admin: anybodys, auditor: anybodys, incharge: ownOnly, supervisor: ownOnly },
  },
  eraseBill: {
    thing: 'bill',
    body: () => ({ reason: 'Asked for by law' }),
    expected: { ...adminOnly, admin: { own: 204, sameRole: 204, otherRole: 204, absent: 404, malformed: 404 } },
  },
  contact: {
    body: () => ({ name: 'A Visitor', email: 'visitor@example.in', phone: '9876543210', message: 'Please call me' }),
    expected: everybody(204),
  },
  contactMessages: { expected: office },
}

/** The calls outside the contract: what everybody is answered, whoever asks. */
export const OPEN_CALLS: Record<string, { status: number }> = {
  'GET /healthz': { status: 200 },
  'GET /readyz': { status: 200 },
  // Loopback only unless METRICS_TOKEN; the tests come from loopback.
  'GET /metrics': { status: 200 },
  'GET /api/openapi.json': { status: 200 },
  'GET /api/docs': { status: 200 },
  'GET /api/docs/style.css': { status: 200 },
}
