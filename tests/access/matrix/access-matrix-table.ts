import type { RouteName } from '@ledger/contracts/http/routes.ts'
import { sampleExpenseBody, TEST_PASSWORD } from '../../environment/service/people-and-money.ts'

/**
 * The access matrix, written by hand from §6, §7 and api.md and deliberately without reading access/route-policy.ts:
 * the answer for each asker at each call, and per object at calls that name one.
 */
export const ASKERS = [
  'nobody',
  'admin',
  'accountant',
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
/** The askers of a kind get the same answer; `ended` are sessions that were valid once. */
export type AskerKind = 'nobody' | 'admin' | 'accountant' | 'auditor' | 'incharge' | 'supervisor' | 'ended'

export function kindOf(asker: Asker): AskerKind {
  if (asker === 'disabled' || asker === 'deleted' || asker === 'expired') return 'ended'
  if (asker === 'inchargeA' || asker === 'inchargeB') return 'incharge'
  return asker === 'supervisorA' || asker === 'supervisorB' ? 'supervisor' : asker
}

export const OBJECTS = ['own', 'sameRole', 'otherRole', 'absent', 'malformed'] as const
export type ObjectKind = (typeof OBJECTS)[number]

/**
 * The kind of thing that a call names. Field users own themselves; for the admin, "own" is a thing of the kind that the
 * call is for.
 */
export type MatrixObject =
  | 'expense'
  | 'credit'
  | 'incharge'
  | 'supervisor'
  | 'auditor'
  | 'officeUser'
  | 'bill'
  | 'question'

type Statuses = Record<AskerKind, number>
type StatusByObject = Record<ObjectKind, number>

export interface AccessMatrixRow {
  thing?: MatrixObject
  /** Returns the body that names the object with this id. */
  body?: (object: string) => object
  /** Returns the query that names the object with this id. */
  query?: (object: string) => string
  expected: { [K in AskerKind]: number | StatusByObject }
  /** The target of a redirect. */
  location?: string
  /** The events that an allowed call appends when it is no command. */
  appends?: string[]
  /** The answer is a stream, so the test reads only its head. */
  isEndless?: true
  /** An allowed asker may know what exists, so an absent thing may be answered differently from an existing one. */
  seesAll?: true
}

const sameStatusForEverybody = (status: number): Statuses => ({
  nobody: status,
  admin: status,
  accountant: status,
  auditor: status,
  incharge: status,
  supervisor: status,
  ended: status,
})
const nobodyIn = { nobody: 401, ended: 401 }
const office = { ...nobodyIn, admin: 200, accountant: 200, auditor: 200, incharge: 403, supervisor: 403 }
const field = { ...nobodyIn, admin: 403, accountant: 403, auditor: 403, incharge: 200, supervisor: 200 }
const adminOnly = { ...nobodyIn, accountant: 403, auditor: 403, incharge: 403, supervisor: 403 }
const refusedOffice = { ...nobodyIn, admin: 403, accountant: 403, auditor: 403 }

let mobile = 7_000_000_000
const nextMobile = () => String(++mobile)
const nextSmallAmount = () => String(++mobile % 1_000_000)
let earlyDay = Date.parse('2010-01-01')
function nextEarlyDay(): string {
  earlyDay += 86_400_000
  return new Date(earlyDay).toISOString().slice(0, 10)
}
const { type: _, ...credit } = sampleExpenseBody

/**
 * The answers to head office for a call about an account: any account of the role is accepted, everything else is
 * absent.
 */
const account = (status: number, elsewhere = 404): StatusByObject => ({
  own: status,
  sameRole: status,
  otherRole: elsewhere,
  absent: elsewhere,
  malformed: elsewhere,
})
/** The answers to a field user for a call about an expense: only the user's own exist. */
const ownObjectOnly: StatusByObject = { own: 200, sameRole: 404, otherRole: 404, absent: 404, malformed: 404 }

/** Head office asks about an entry of any account. */
const asked = { own: 201, sameRole: 201, otherRole: 201 }

/** The answers to head office for reading anything of any account. */
const anyObject: StatusByObject = { own: 200, sameRole: 200, otherRole: 200, absent: 404, malformed: 404 }

export const ACCESS_MATRIX: Record<RouteName, AccessMatrixRow> = {
  adminLogin: {
    body: () => ({ email: 'nobody@example.in', password: 'Wrong-Pass-1' }),
    expected: sameStatusForEverybody(401),
  },
  siteLogin: {
    body: () => ({ mobile: '1000000000', password: 'Wrong-Pass-1' }),
    expected: sameStatusForEverybody(401),
  },
  adminLogout: { expected: sameStatusForEverybody(204) },
  siteLogout: { expected: sameStatusForEverybody(204) },
  adminAuth: { expected: office },
  adminSites: { expected: office },
  adminSupervisors: { expected: office },
  auditors: { expected: office },
  adminTransactions: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    // A list filtered by an absent account is empty, not a 404.
    expected: { ...office, admin: account(200, 200), accountant: account(200, 200), auditor: account(200, 200) },
  },
  adminTransactionSums: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    expected: { ...office, admin: account(200, 200), accountant: account(200, 200), auditor: account(200, 200) },
  },
  siteAuth: { expected: field },
  siteBalance: { expected: field },
  siteTransactions: { expected: field },
  siteTransaction: {
    thing: 'expense',
    expected: { ...refusedOffice, incharge: ownObjectOnly, supervisor: ownObjectOnly },
  },
  siteBeneficiaries: { expected: field },
  beneficiaries: {
    expected: { ...nobodyIn, admin: 200, accountant: 200, auditor: 200, incharge: 200, supervisor: 200 },
  },
  siteFrequentPayees: { expected: field },
  siteSupervisors: { expected: { ...refusedOffice, incharge: 200, supervisor: 403 } },
  siteSupervisorBalances: { expected: { ...refusedOffice, incharge: 200, supervisor: 403 } },
  recordExpense: { body: () => sampleExpenseBody, expected: { ...refusedOffice, incharge: 201, supervisor: 201 } },
  editExpense: {
    thing: 'expense',
    body: () => ({ ...sampleExpenseBody, narration: `Changed ${nextMobile()}` }),
    expected: { ...refusedOffice, incharge: ownObjectOnly, supervisor: ownObjectOnly },
  },
  deleteExpense: { thing: 'expense', expected: { ...refusedOffice, incharge: ownObjectOnly, supervisor: 403 } },
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
    // "Other role's" is an expense here, because head office changes only credits (api.md).
    expected: { ...adminOnly, admin: { own: 200, sameRole: 200, otherRole: 403, absent: 404, malformed: 404 } },
  },
  deleteCredit: {
    thing: 'credit',
    expected: { ...adminOnly, admin: { own: 200, sameRole: 200, otherRole: 403, absent: 404, malformed: 404 } },
  },
  createSiteUser: {
    body: () => ({ name: 'New Incharge', mobile: nextMobile(), password: TEST_PASSWORD }),
    expected: { ...adminOnly, admin: 201 },
  },
  createSupervisor: {
    body: () => ({ name: 'New Supervisor', mobile: nextMobile(), password: TEST_PASSWORD }),
    expected: { ...adminOnly, admin: 201 },
  },
  createAuditor: {
    body: () => ({ name: 'New Auditor', email: `${nextMobile()}@example.in`, password: TEST_PASSWORD }),
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
  openidLogin: { location: '/login?error=no_provider', expected: sameStatusForEverybody(302) },
  openidCallback: { location: '/login?error=no_provider', expected: sameStatusForEverybody(302) },
  auditEvents: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    expected: { ...office, admin: account(200, 200), accountant: account(200, 200), auditor: account(200, 200) },
  },
  auditEventCount: { expected: office },
  auditHistory: {
    thing: 'expense',
    expected: { ...office, admin: anyObject, accountant: anyObject, auditor: anyObject },
  },
  auditAsOf: { expected: office },
  auditLedgerAsOf: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    // The history of a closed account stays readable, so 404 means that the account never existed.
    expected: { ...office, admin: anyObject, accountant: anyObject, auditor: anyObject },
  },
  auditVerify: { expected: office },
  auditCheckpoints: { expected: office },
  auditPublicKey: { expected: office },
  // No signer runs in this test, so no checkpoint covers the last events.
  auditProof: {
    thing: 'expense',
    seesAll: true,
    expected: { ...office, admin: account(404), accountant: account(404), auditor: account(404) },
  },
  auditConsistency: { query: () => '?from=1&to=2', expected: office },
  auditExported: {
    body: () => ({ report: 'beneficiaries', rows: 3 }),
    appends: ['ReportExported'],
    expected: { ...office, admin: 204, accountant: 204, auditor: 204 },
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
  siteDays: { expected: field },
  siteSummary: { expected: field },
  siteRecipients: { expected: field },
  siteTransactionSums: { expected: field },
  adminSummary: { expected: office },
  summaryTable: { query: () => '?by=purpose', expected: office },
  cashBook: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    expected: { ...office, admin: anyObject, accountant: anyObject, auditor: anyObject },
  },
  cashBookFile: {
    thing: 'incharge',
    query: (object) => `?account=${object}&format=csv`,
    appends: ['ReportExported'],
    expected: { ...office, admin: anyObject, accountant: anyObject, auditor: anyObject },
  },
  statement: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    expected: { ...office, admin: anyObject, accountant: anyObject, auditor: anyObject },
  },
  statementFile: {
    thing: 'incharge',
    query: (object) => `?account=${object}&format=csv`,
    appends: ['ReportExported'],
    expected: { ...office, admin: anyObject, accountant: anyObject, auditor: anyObject },
  },
  siteStatementFile: { query: () => '?format=csv', appends: ['ReportExported'], expected: field },
  trialBalance: { query: () => '?dated=2026-04-01', expected: office },
  trialBalanceFile: { query: () => '?dated=2026-04-01&format=csv', appends: ['ReportExported'], expected: office },
  // No account is a beneficiary.
  beneficiaryDetails: {
    thing: 'incharge',
    expected: { ...office, admin: account(404), accountant: account(404), auditor: account(404) },
  },
  setBeneficiaryDetails: {
    thing: 'incharge',
    body: () => ({ pan: null, gstin: null, phone: '9876543210' }),
    expected: { ...adminOnly, admin: account(404), accountant: account(404) },
  },
  taxLimits: { expected: office },
  setTaxLimits: {
    body: () => ({ from: nextEarlyDay(), single: nextSmallAmount(), year: null, cashDay: '10000' }),
    expected: { ...adminOnly, admin: 200, accountant: 200 },
  },
  taxList: { expected: office },
  taxListFile: { query: () => '?format=csv', appends: ['ReportExported'], expected: office },
  adminLedger: {
    thing: 'incharge',
    query: (object) => `?account=${object}`,
    expected: { ...office, admin: anyObject, accountant: anyObject, auditor: anyObject },
  },
  beneficiaryReports: { expected: office },
  // The body is no picture: askers that may upload get a 415, all others are refused before the body is read.
  uploadBill: {
    body: () => ({ not: 'a picture' }),
    expected: { ...nobodyIn, admin: 415, accountant: 403, auditor: 403, incharge: 415, supervisor: 415 },
  },
  // "Own" names a bill of the asker's own entry. Head office sees every bill that an entry names.
  bill: {
    thing: 'bill',
    expected: {
      ...nobodyIn,
      admin: anyObject,
      accountant: anyObject,
      auditor: anyObject,
      incharge: ownObjectOnly,
      supervisor: ownObjectOnly,
    },
  },
  billThumbnail: {
    thing: 'bill',
    expected: {
      ...nobodyIn,
      admin: anyObject,
      accountant: anyObject,
      auditor: anyObject,
      incharge: ownObjectOnly,
      supervisor: ownObjectOnly,
    },
  },
  eraseBill: {
    thing: 'bill',
    body: () => ({ reason: 'Asked for by law' }),
    expected: { ...adminOnly, admin: { own: 204, sameRole: 204, otherRole: 204, absent: 404, malformed: 404 } },
  },
  contact: {
    body: () => ({ name: 'A Visitor', email: 'visitor@example.in', phone: '9876543210', message: 'Please call me' }),
    expected: sameStatusForEverybody(204),
  },
  books: { expected: office },
  yearCertificate: { query: () => '?year=2025', expected: office },
  // An earlier day than that of any entry, and each later than the last.
  closeBooks: {
    body: () => ({ upTo: nextEarlyDay() }),
    appends: ['BooksClosed', 'BooksSealed'],
    expected: { ...adminOnly, admin: 201, accountant: 201 },
  },
  // Nothing is closed after that day.
  reopenBooks: {
    body: () => ({ upTo: '2999-12-31', reason: 'A bill came late' }),
    expected: { ...adminOnly, admin: 400 },
  },
  // No account and no unknown id is a beneficiary.
  renameBeneficiary: {
    thing: 'incharge',
    body: () => ({ name: 'Sharma Brothers' }),
    seesAll: true,
    expected: { ...adminOnly, admin: account(404), accountant: account(404) },
  },
  mergeBeneficiaries: {
    body: () => ({ from: ['b:nobody'], into: 'b:somebody' }),
    expected: { ...adminOnly, admin: 404, accountant: 404 },
  },
  unmergeBeneficiary: {
    body: () => ({ id: 'b:nobody' }),
    expected: { ...adminOnly, admin: 404, accountant: 404 },
  },
  tallyMap: { expected: office },
  setTallyMap: {
    body: () => ({
      lines: [{ kind: 'purpose', id: `p${nextMobile()}`, ledger: 'Material', group: 'Direct Expenses' }],
    }),
    appends: ['TallyMapChanged'],
    expected: { ...adminOnly, admin: 204, accountant: 204 },
  },
  // A day before every entry.
  tallyFile: {
    query: () => '?from=2001-01-01&to=2001-01-01',
    appends: ['TallyExported'],
    expected: { ...adminOnly, admin: 200, accountant: 200 },
  },
  tallyExports: { expected: office },
  tallyExportAgain: { expected: { ...office, admin: 404, accountant: 404, auditor: 404 } },
  sealedBalance: {
    thing: 'incharge',
    query: () => '?upTo=2000-01-01',
    seesAll: true,
    expected: { ...office, admin: account(404), accountant: account(404), auditor: account(404) },
  },
  contactMessages: { expected: office },
  worklists: { expected: office },
  officeSettings: { expected: office },
  setOfficeSettings: {
    body: () => ({ lowCash: nextSmallAmount(), billAbove: null, large: null, lateDays: 7 }),
    expected: { ...adminOnly, admin: 200 },
  },
  purposes: { expected: office },
  sitePurposes: { expected: field },
  setPurposes: {
    body: () => [{ name: `Cement ${nextSmallAmount()}`, hindi: 'सीमेंट', aliases: ['cemant'] }],
    expected: { ...adminOnly, admin: 200, accountant: 200 },
  },
  budgets: { expected: office },
  setBudget: {
    thing: 'incharge',
    body: (site) => ({ site, purpose: 'Cement', amount: nextSmallAmount() }),
    seesAll: true,
    expected: { ...adminOnly, admin: account(200), accountant: account(200) },
  },
  setAlertLevel: {
    thing: 'incharge',
    body: () => ({ amount: nextSmallAmount() }),
    expected: { ...adminOnly, admin: account(200) },
  },
  // Head office looks at the entries of everybody.
  reviewEntry: {
    thing: 'expense',
    body: () => ({ as: 'seen' }),
    expected: { ...adminOnly, admin: { ...anyObject, ...asked }, accountant: { ...anyObject, ...asked } },
  },
  askQuestion: {
    thing: 'expense',
    body: () => ({ text: 'Where is the bill?' }),
    expected: {
      ...office,
      admin: { ...anyObject, ...asked },
      accountant: { ...anyObject, ...asked },
      auditor: { ...anyObject, ...asked },
    },
  },
  questions: { expected: office },
  closeQuestion: {
    thing: 'question',
    expected: { ...office, admin: anyObject, accountant: anyObject, auditor: anyObject },
  },
  siteQuestions: { expected: field },
  answerQuestion: {
    thing: 'question',
    body: () => ({ text: 'It is in the file' }),
    expected: {
      ...refusedOffice,
      incharge: { ...ownObjectOnly, own: 201 },
      supervisor: { ...ownObjectOnly, own: 201 },
    },
  },
  // A credit of a supervisor is the received side of a transfer.
  acknowledgeTransfer: {
    thing: 'credit',
    expected: { ...refusedOffice, incharge: 403, supervisor: ownObjectOnly },
  },
  unacknowledgedTransfers: { expected: field },
  countCash: {
    body: () => ({ amount: '0' }),
    expected: { ...refusedOffice, incharge: 201, supervisor: 201 },
  },
  siteCashCounts: { expected: field },
  cashCounts: { expected: office },
  officeUsers: { expected: office },
  createOfficeUser: {
    body: () => ({
      name: 'New User',
      email: `${nextMobile()}@example.in`,
      password: TEST_PASSWORD,
      role: 'accountant',
    }),
    expected: { ...adminOnly, admin: 201 },
  },
  editOfficeUser: {
    thing: 'officeUser',
    body: () => ({ name: `Renamed ${nextMobile()}` }),
    expected: { ...adminOnly, admin: account(200) },
  },
  deleteOfficeUser: { thing: 'officeUser', expected: { ...adminOnly, admin: account(204) } },
  // The new password breaks a rule: a set one would end the sessions of the other cells.
  setOwnPassword: {
    body: () => ({ current: TEST_PASSWORD, password: 'Short-1' }),
    expected: { ...nobodyIn, admin: 400, accountant: 400, auditor: 400, incharge: 403, supervisor: 403 },
  },
  setSiteUserStatus: {
    thing: 'incharge',
    body: () => ({ status: 'disabled' }),
    expected: { ...adminOnly, admin: account(200) },
  },
  // It is for field users of both roles.
  reportPhoneLost: {
    thing: 'incharge',
    body: () => ({ password: TEST_PASSWORD }),
    expected: { ...adminOnly, admin: { own: 200, sameRole: 200, otherRole: 200, absent: 404, malformed: 404 } },
  },
}

/** The calls outside the contract, with the one answer that every asker gets. */
export const OPEN_CALLS: Record<string, { status: number }> = {
  'GET /healthz': { status: 200 },
  'GET /readyz': { status: 200 },
  // Loopback only unless METRICS_TOKEN is set; the tests come from loopback.
  'GET /metrics': { status: 200 },
  'GET /api/openapi.json': { status: 200 },
  'GET /api/docs': { status: 200 },
  'GET /api/docs/page.css': { status: 200 },
  'GET /api/docs/page.js': { status: 200 },
  'GET /api/docs/swagger-ui.css': { status: 200 },
  'GET /api/docs/swagger-ui-bundle.js': { status: 200 },
}
