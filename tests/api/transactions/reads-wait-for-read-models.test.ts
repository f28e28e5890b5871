import type { Route } from '@ledger/contracts/http/route-type.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import { worklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import { SUMMARY_SUBJECTS } from '@ledger/contracts/summary-subjects.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { samplePdf, uploadBillFileForId } from '../../environment/files/sample-bills.ts'
import type { TestClient } from '../../environment/network/http-client.ts'
import {
  askAbout,
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
  transferMoney,
} from '../../environment/service/people-and-money.ts'
import { startTestService, type TestService } from '../../environment/service/test-service.ts'

/**
 * api.md, Reads are linearizable: a call waits for every read model that it reads. Which these are is seen in the
 * statements that it sends, so that a wait that never was is noticed as well as one that was lost.
 */

let api: TestService
let office: TestClient
let incharge: FieldUser
beforeAll(async () => {
  api = await startTestService()
  office = await signInAdmin(api.origin)
  incharge = await hireFieldUser(office, 'site_incharge', { siteName: 'Green Valley' })
})
afterAll(() => api.close())

type Named = Partial<Record<RouteName, string[]>>
const BENEFICIARY = 'b:sharma traders'
const clientFor = (path: string) => (path.startsWith('/api/site/') ? incharge.client : office)

/** Streams, and answers that are of no read model: they compare these with the log, or lead to another page. */
const NOT_ASKED = ['auditFollow', 'adminFollow', 'siteFollow', 'auditVerify', 'openidLogin', 'openidCallback']

/** Read for a call by the processes of files and folds, whose statements this test does not see. */
const READ_BY_JOBS: Partial<Record<RouteName, ProjectionName[]>> = {
  ...{ auditLedgerAsOf: ['activity', 'vouchers'], auditEditLogFile: ['vouchers'] },
  statementFile: ['ledger', 'sums', 'activity', 'directory', 'beneficiaries', 'purposes', 'vouchers'],
  siteStatementFile: ['ledger', 'sums', 'activity', 'directory', 'beneficiaries', 'purposes', 'vouchers'],
  ...{ cashBookFile: ['ledger', 'directory'], taxListFile: ['ledger', 'beneficiaries'] },
  trialBalanceFile: ['ledger', 'sums', 'activity', 'directory', 'beneficiaries'],
}

/** Read by a call that does not wait for it, with the reason. */
const NOT_AWAITED: Partial<Record<RouteName, ProjectionName[]>> = {
  // api.md: a list has null for the voucher number until the worker has numbered an entry.
  ...{ siteTransactions: ['vouchers'], siteTransaction: ['vouchers'], adminTransactions: ['vouchers'] },
  ...{ siteLedger: ['vouchers'], adminLedger: ['vouchers'], siteFrequentPayees: ['vouchers'] },
  // A transfer has no beneficiary whose name could change.
  unacknowledgedTransfers: ['vouchers', 'beneficiaries'],
}

/** Returns the paths to ask of each call that reads. Most calls name nothing. */
function pathsToAsk({ expense, bill }: { expense: string; bill: string }): [RouteName, string][] {
  const { id: site } = incharge
  const account = `account=${site}`
  const beneficiary = `beneficiary=${encodeURIComponent(BENEFICIARY)}`
  const subjects = ['', account, `site=${site}`, beneficiary, 'account=head_office']
  const own = ['', 'q=cement', 'bill=with', 'bill=without', 'from=2026-04-10', beneficiary, 'purpose=cement']
  const worklists = worklistName.options.map((name) => `worklist=${name}`)
  const all = [...own, account, `site=${site}`, 'site=none', 'deleted=only', ...worklists]
  const [csv, day] = ['format=csv', 'dated=2026-04-10']
  const ids: Partial<Record<RouteName, string>> = {
    ...{ siteTransaction: expense, auditHistory: expense, auditProof: expense, revealUser: site, sealedBalance: site },
    // No entry names this bill: only then the answer may be behind.
    ...{ bill, billThumbnail: bill, beneficiaryDetails: BENEFICIARY, tallyExportAgain: '1' },
  }
  const queries: Named = {
    ...{ siteTransactions: own, siteTransactionSums: own, adminTransactions: all, adminTransactionSums: all },
    ...{ siteLedger: ['', 'from=2026-04-10'], adminLedger: [account, `${account}&from=2026-04-10`] },
    ...{ siteSummary: ['', 'from=2026-04-10'], adminSummary: ['', 'from=2026-04-10'] },
    summaryTable: SUMMARY_SUBJECTS.flatMap((by) => [`by=${by}`, `by=${by}&site=${site}`]),
    ...{ adminSites: ['', 'q=worker'], adminSupervisors: ['', 'q=worker'], beneficiaryReports: ['', 'q=sharma'] },
    ...{ statement: [...subjects, `${account}&from=2026-04-10`, 'from=2026-04-10'], siteStatementFile: [csv] },
    statementFile: [csv],
    cashBook: [account, `site=${site}`, 'account=company', `${account}&from=2026-04-10`],
    ...{ cashBookFile: [`site=${site}&${csv}`], taxListFile: [csv] },
    ...{ trialBalance: [day], trialBalanceFile: [`${day}&${csv}`] },
    ...{ cashCounts: ['', account, 'last=differing'], yearCertificate: ['year=2026'] },
    ...{ auditEvents: ['', account], auditEventCount: ['', `${account}&from=2026-04-10T00:00:00Z`] },
    ...{ auditEditLog: ['', account], auditEditLogCount: ['', account], auditEditLogFile: [csv, `${account}&${csv}`] },
    ...{ auditLedgerAsOf: [account], auditConsistency: ['from=1&to=2'], sealedBalance: ['upTo=2026-03-31'] },
    tallyFile: ['from=2001-01-01&to=2001-01-01'],
  }
  const names = (Object.keys(ROUTES) as RouteName[]).filter((name) => !NOT_ASKED.includes(name))
  return names.flatMap((name) => {
    const { method, path }: Route = ROUTES[name]
    if (method !== 'GET') return []
    const named = path.replace(':id', encodeURIComponent(ids[name] ?? ''))
    return (queries[name] ?? ['']).map((query): [RouteName, string] => [name, query ? `${named}?${query}` : named])
  })
}

describe('a call that reads', () => {
  const reads = new Map<string, ReadonlySet<ProjectionName>>()
  beforeAll(async () => {
    const supervisor = await hireFieldUser(office, 'supervisor', { siteId: incharge.id, siteFrom: '2026-04-01' })
    await sendMoneyTo(office, incharge, '5000')
    await transferMoney(incharge, supervisor, '300')
    const { id: expense } = await recordExpenseOf(incharge)
    await askAbout(office, expense, 'Where is the bill?')
    const budget = { site: incharge.id, purpose: 'Cement', amount: '1000' }
    expect((await office.put('/api/admin/budgets', budget)).status).toBe(200)
    const bill = await uploadBillFileForId(incharge.client, samplePdf())
    for (const [name, path] of pathsToAsk({ expense, bill })) {
      const read = [...(await projectionsReadBy(path)), ...(READ_BY_JOBS[name] ?? [])]
      reads.set(path, new Set(read.filter((one) => !NOT_AWAITED[name]?.includes(one))))
    }
  })

  test.each(PROJECTIONS)(
    'waits for $name, or refuses, where it reads it',
    async ({ name }) => {
      const reading = [...reads].filter(([, names]) => names.has(name)).map(([path]) => path)
      expect(reading.length).toBeGreaterThan(0)
      await stop(name)
      const silent: string[] = []
      for (const path of reading) {
        const { status, headers } = await clientFor(path).get(path)
        if (status !== 503 && headers['ledger-lag'] === undefined) silent.push(path)
      }
      await resume(name)
      expect(silent).toEqual([])
    },
    120_000,
  )
})

const CREDIT = { amount: '5', recipient: 'Green Valley', purpose: 'Cash', paymentMode: 'cash', narration: 'By site' }
const TALLY_LINE = { kind: 'party', id: BENEFICIARY, ledger: 'Sharma', group: 'Sundry Creditors' }
test.each([
  [
    ...(['beneficiaries', 'PUT', `/api/admin/beneficiaries/${encodeURIComponent(BENEFICIARY)}/details`] as const),
    { pan: null, gstin: null, phone: '9876543210' },
    200,
  ],
  ['ledger', 'POST', '/api/site/cash-counts', { amount: '0' }, 201],
  ['directory', 'POST', '/api/admin/transactions', CREDIT, 201],
  ['beneficiaries', 'PUT', '/api/admin/tally/map', { lines: [TALLY_LINE] }, 204],
] as const)(
  'a command that decides by %s is refused while it is behind: %s %s',
  async (name, method, path, body, done) => {
    await recordExpenseOf(incharge)
    const status = async () => (await clientFor(path).call(method, path, body)).status
    await stop(name)
    expect(await status()).toBe(503)
    await resume(name)
    expect(await status()).toBe(done)
  },
)

/** Lets a read model say that it is an event behind, and that it stays so. */
async function stop(name: ProjectionName): Promise<void> {
  await expect.poll(() => api.company.freshness.waitUntilCurrent(name)).toBe(0)
  await changeCheckpoint(name, "position = position - 1, stopped_because = 'a test'")
}

const resume = (name: ProjectionName) => changeCheckpoint(name, 'position = position + 1, stopped_because = NULL')

async function changeCheckpoint(name: ProjectionName, change: string): Promise<void> {
  const { rowCount } = await api.sql.query(`UPDATE read.checkpoints SET ${change} WHERE projection = $1`, [name])
  expect(rowCount).toBe(1)
}

const PATTERNS = PROJECTIONS.map(({ name, tables }) => ({
  name,
  pattern: new RegExp(`\\b(?:from|join)\\s+(?:read\\.)?"?(?:${tables.join('|')})\\b`, 'i'),
}))

/** Returns the read models in the statements that the API sends for a call. */
async function projectionsReadBy(path: string): Promise<ProjectionName[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  const { status, text } = await clientFor(path).get(path)
  const statements = query.mock.calls.filter((_, call) => isOfApi(query.mock.contexts[call])).map(([of]) => textOf(of))
  query.mockRestore()
  expect([200, 404], `${path}: ${text.slice(0, 300)}`).toContain(status)
  return PATTERNS.filter(({ pattern }) => statements.some((one) => pattern.test(one))).map(({ name }) => name)
}

/** The pools of the API in a test service have these names, and the worker that fills the read models has another. */
const isOfApi = (client: unknown) =>
  /^test (api|office)$/.test(
    (client as { connectionParameters: { application_name: string } }).connectionParameters.application_name,
  )

const textOf = (statement: unknown) =>
  typeof statement === 'string' ? statement : ((statement as { text?: string }).text ?? '')
