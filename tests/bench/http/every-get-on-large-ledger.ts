// npm run bench -- reads: every GET of the contract at 10,000 and at 1,500,000 entries, one request after the other.
import { dayOf } from '@ledger/contracts/dates.ts'
import { ROUTES, type RouteName } from '@ledger/contracts/http/routes.ts'
import { WORKLISTS } from '@ledger/contracts/http/worklists/worklist-names.ts'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { SUMMARY_SUBJECTS } from '@ledger/contracts/summary-subjects.ts'
import { Latencies, type LoadMeasurement } from '../measure/closed-loop-load.ts'
import { type FilledLedger, openFilledLedger } from '../setup/fill-ledger.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { signInForCookie, startProduct } from '../setup/product-processes.ts'

const GOAL_P99_MS = 100
/** The number of requests of each read, or as many as fit into the time, after a warm-up. */
const REQUESTS = 100
const LONGEST_MS = 3000
const WARM_UP = { requests: 10, ms: 500 }

type Get = {
  [Name in RouteName]: (typeof ROUTES)[Name]['method'] extends 'GET' ? Name : never
}[RouteName]

type ReadingAccount = 'busy' | 'other' | 'admin' | 'nobody'
/** A request that is repeated; `busy` is the account with one of fifteen entries. */
interface MeasuredQuery {
  what: string
  by: ReadingAccount
  queries: string[]
}
/** The reason why a GET is not measured. */
type NotMeasuredReason = string

const WHOLE_LOG_FILE: NotMeasuredReason = 'a file of the whole log'
const PROOF_ANSWER: NotMeasuredReason = 'a proof'
const REPLAYS_THE_LOG: NotMeasuredReason = 'folds the log'

/** Returns the requests for every GET, or why there are none; the compiler requires every GET of the contract. */
function queriesOfEveryGet({ busy, expense }: FilledLedger): Record<Get, MeasuredQuery[] | NotMeasuredReason> {
  const account = publicIdFor('site_incharge', busy.mobile)
  const today = dayOf(new Date().toISOString())
  const yearsAgo = (years: number) => `${Number(today.slice(0, 4)) - years}${today.slice(4)}`
  const year = `from=${yearsAgo(2)}&to=${yearsAgo(1)}`
  const rare = ['q=zirconia', 'q=ZIRCON', 'q=zirconia%20no']
  const amounts = ['q=4711.5', 'q=83,251', 'q=99917']
  const words = ['q=cement', 'q=traders', 'q=truck%20load', `q=${encodeURIComponent('मजदूर')}`]
  const rareParts = [`q=${encodeURIComponent('गणेश ट्रेडर्स 4')}`, 'q=mahakal%20cement%20depot%204', 'q=no.%20123456']
  const otherScript = ['दुर्गा', 'ambica', 'majdur', 'पैटीदार'].map((word) => `q=${encodeURIComponent(word)}`)
  const otherScriptTwo = ['महाकाल सीमेंट', 'patidar विंध्या', 'shree ganesh'].map((two) => `q=${encodeURIComponent(two)}`)
  const ranges = ['>49,990', '<20', '12000-12050', 'cement 12000-12100'].map(
    (range) => `q=${encodeURIComponent(range)}`,
  )
  const none = ['q=nothing%20of%20it', `q=${encodeURIComponent('कुछ नहीं')}`]
  const whole = (by: ReadingAccount): MeasuredQuery => ({ what: '', by, queries: [''] })
  const period = (by: ReadingAccount): MeasuredQuery => ({ what: 'a year', by, queries: [year] })
  const searches = (by: ReadingAccount): MeasuredQuery[] => [
    { what: 'rare words', by, queries: rare },
    { what: 'amounts', by, queries: amounts },
    { what: 'parts of names and numbers', by, queries: rareParts },
    { what: 'frequent words', by, queries: words },
    { what: 'a word in the other script', by, queries: otherScript },
    { what: 'two words in the other script', by, queries: otherScriptTwo },
    { what: 'comparisons and ranges', by, queries: ranges },
    { what: 'words that are nowhere', by, queries: none },
    { what: 'two letters', by, queries: ['q=zq', 'q=ce'] },
  ]
  const list = (by: ReadingAccount): MeasuredQuery[] => [
    { what: '50 rows', by, queries: ['limit=50'] },
    { what: '200 rows', by, queries: [''] },
    period(by),
    { what: 'credits', by, queries: ['type=credit', `type=credit&${year}`] },
  ]
  const sums = (by: ReadingAccount): MeasuredQuery[] => [
    whole(by),
    period(by),
    { what: 'credits', by, queries: ['type=credit'] },
  ]
  const company: MeasuredQuery[] = [
    { what: 'of an account', by: 'admin', queries: [`account=${account}`] },
    { what: 'credits of an account', by: 'admin', queries: [`account=${account}&type=credit`] },
    {
      what: 'of a beneficiary',
      by: 'admin',
      queries: [`beneficiary=${encodeURIComponent('b:shri ganesh traders 17')}`],
    },
    { what: 'with a bill', by: 'admin', queries: ['bill=with', 'bill=with&type=debit'] },
    { what: 'without a bill', by: 'admin', queries: ['bill=without', 'bill=without&type=debit'] },
    { what: 'deleted ones', by: 'admin', queries: ['deleted=only', `deleted=only&type=credit`] },
    { what: 'deleted ones too', by: 'admin', queries: ['deleted=include'] },
    { what: 'of a mode', by: 'admin', queries: ['mode=cheque', 'mode=cash', `mode=upi&${year}`] },
    { what: 'of a range of amounts', by: 'admin', queries: ['amountFrom=12000&amountTo=13000', 'amountFrom=90000'] },
    ...WORKLISTS.map((name) => ({ what: `worklist ${name}`, by: 'admin' as const, queries: [`worklist=${name}`] })),
  ]
  const sorted: MeasuredQuery[] = ['date', 'amount', '-amount'].flatMap((sort) => [
    { what: `by ${sort}`, by: 'admin', queries: [`sort=${sort}`] },
    {
      what: `by ${sort}, filtered`,
      by: 'admin',
      queries: [
        `sort=${sort}&mode=cheque`,
        `sort=${sort}&site=${account}`,
        `sort=${sort}&amountFrom=12000&amountTo=13000`,
      ],
    },
  ])
  return {
    siteAuth: [whole('busy')],
    siteBalance: [whole('busy')],
    siteTransactions: [...list('busy'), ...list('other'), ...searches('busy')],
    siteTransaction: [{ what: '', by: 'busy', queries: [`:id=${expense}`] }],
    siteTransactionSums: [...sums('busy'), ...searches('busy')],
    siteBeneficiaries: [whole('busy')],
    beneficiaries: [whole('busy'), whole('admin')],
    siteFrequentPayees: [whole('busy')],
    siteSupervisors: [whole('busy')],
    siteSupervisorBalances: [whole('busy')],
    siteLedger: [whole('busy'), period('busy'), whole('other')],
    siteDays: [whole('busy')],
    siteSummary: [whole('busy'), period('busy'), whole('other')],
    siteRecipients: [whole('busy'), period('busy')],
    adminSites: [whole('admin'), { what: 'search', by: 'admin', queries: ['q=vijay', 'q=00017'] }],
    revealUser: 'each look is written into the log',
    adminSupervisors: [whole('admin')],
    officeUsers: [whole('admin')],
    auditors: [whole('admin')],
    adminTransactions: [...list('admin'), ...company, ...sorted, ...searches('admin')],
    adminTransactionSums: [...sums('admin'), ...company, ...searches('admin')],
    adminLedger: [
      { what: '', by: 'admin', queries: [`account=${account}`] },
      { what: 'a year', by: 'admin', queries: [`account=${account}&${year}`] },
    ],
    adminSummary: [whole('admin'), period('admin')],
    summaryTable: SUMMARY_SUBJECTS.map((by) => ({ what: `by ${by}`, by: 'admin', queries: [`by=${by}`] })),
    cashBook: [
      { what: '', by: 'admin', queries: [`account=${account}`, `account=${account}&mode=cash`] },
      { what: 'a year', by: 'admin', queries: [`account=${account}&${year}`] },
    ],
    statement: [
      { what: '', by: 'admin', queries: [`account=${account}`, `site=${account}`] },
      { what: 'a year', by: 'admin', queries: [`account=${account}&${year}`] },
      { what: 'of all accounts, a month', by: 'admin', queries: [`from=${today.slice(0, 8)}01&to=${today}`] },
    ],
    statementFile: 'a file of a whole book',
    siteStatementFile: 'a file of a whole book',
    cashBookFile: 'a file of a whole book',
    yearCertificate: [{ what: 'of a year', by: 'admin', queries: [`year=${Number(today.slice(0, 4)) - 1}`] }],
    beneficiaryDetails: 'one row by its key',
    taxLimits: [whole('admin')],
    taxList: [
      { what: 'a year', by: 'admin', queries: [year] },
      { what: 'a month', by: 'admin', queries: [`from=${today.slice(0, 8)}01&to=${today}`] },
    ],
    taxListFile: 'a file of a whole list',
    trialBalanceFile: 'a file of a whole trial balance',
    trialBalance: [{ what: 'of a day', by: 'admin', queries: [`dated=${today}`] }],
    beneficiaryReports: [whole('admin'), { what: 'search', by: 'admin', queries: ['q=ganesh'] }],
    contactMessages: [whole('admin')],
    worklists: [whole('admin')],
    officeSettings: [whole('admin')],
    purposes: [whole('admin')],
    sitePurposes: [whole('busy')],
    budgets: [whole('admin'), { what: 'of a month', by: 'admin', queries: [`month=${today.slice(0, 7)}`] }],
    questions: [whole('admin'), { what: 'open', by: 'admin', queries: ['state=open'] }],
    siteQuestions: [whole('busy'), { what: 'open', by: 'busy', queries: ['state=open'] }],
    cashCounts: [whole('admin'), { what: 'differing', by: 'admin', queries: ['last=differing'] }],
    siteCashCounts: [whole('busy')],
    unacknowledgedTransfers: [whole('busy')],
    adminAuth: [whole('admin')],
    openidLogin: 'sends the browser on',
    openidCallback: 'sends the browser on',
    auditEvents: [
      whole('admin'),
      { what: 'filtered', by: 'admin', queries: ['type=TransactionDeleted', `account=${account}`, `actor=${account}`] },
      { what: 'of a time', by: 'admin', queries: [`from=${today}&to=${today}&type=TransactionEdited`] },
    ],
    auditEventCount: [
      whole('admin'),
      {
        what: 'filtered',
        by: 'admin',
        queries: ['type=DebitRecorded', `account=${account}`, `actor=${account}&type=DebitRecorded`],
      },
    ],
    bill: 'a file by its name, and no list',
    billThumbnail: 'a file by its name, and no list',
    auditFollow: 'does not end',
    adminFollow: 'does not end',
    siteFollow: 'does not end',
    auditHistory: [{ what: '', by: 'admin', queries: [`:id=${expense}`] }],
    auditAsOf: REPLAYS_THE_LOG,
    auditLedgerAsOf: REPLAYS_THE_LOG,
    auditVerify: REPLAYS_THE_LOG,
    auditVerifications: [whole('admin')],
    auditAlarms: [whole('admin')],
    auditCheckpoints: [whole('admin')],
    auditPublicKey: 'there is none without a signer',
    auditProof: PROOF_ANSWER,
    auditConsistency: PROOF_ANSWER,
    auditExport: WHOLE_LOG_FILE,
    auditEditLog: [whole('admin'), { what: 'changes', by: 'admin', queries: ['action=changed', 'action=deleted'] }],
    auditEditLogCount: [whole('admin'), { what: 'changes', by: 'admin', queries: ['action=changed,deleted'] }],
    auditEditLogFile: WHOLE_LOG_FILE,
    auditRebuilds: [whole('admin')],
    books: [whole('admin')],
    tallyMap: REPLAYS_THE_LOG,
    tallyFile: REPLAYS_THE_LOG,
    tallyExports: [whole('admin')],
    tallyExportAgain: REPLAYS_THE_LOG,
    sealedBalance: 'the books of this log are not closed',
  }
}

export interface MeasuredRead extends LoadMeasurement {
  route: string
  what: string
}

/** Measures every GET of the contract on the books of a company with the given number of entries (see fill). */
export async function measureEveryGet(server: BenchServer, entries: number, only: string): Promise<MeasuredRead[]> {
  const books = await openFilledLedger(server, 'reads', entries)
  return measureEveryRead(books.databaseUrl, server.folder, books.filled, only)
}

/** @param only measures the reads whose path and name contain this text */
async function measureEveryRead(
  databaseUrl: string,
  folder: string,
  filled: FilledLedger,
  only: string,
): Promise<MeasuredRead[]> {
  const product = await startProduct(databaseUrl, folder)
  try {
    const { address } = product
    const cookies: Record<ReadingAccount, string> = {
      busy: await signInForCookie(address, 'site', { mobile: filled.busy.mobile }),
      other: await signInForCookie(address, 'site', { mobile: filled.other.mobile }),
      admin: await signInForCookie(address, 'admin', { email: 'admin@localhost' }),
      nobody: '',
    }
    const measured: MeasuredRead[] = []
    for (const [name, reads] of Object.entries(queriesOfEveryGet(filled))) {
      if (typeof reads === 'string') continue
      const { path } = ROUTES[name as Get]
      for (const { what, by, queries } of reads) {
        const said = [by === 'busy' ? 'a busy account' : '', what].filter(Boolean).join(', ')
        if (!`${path} ${said}`.includes(only)) continue
        const urls = queries.map((query) => addressOf(address, path, query))
        const run = { route: path, what: said, ...(await measureUrls(urls, cookies[by])) }
        measured.push(run)
        process.stderr.write(`${run.route} ${said}: p50 ${run.p50.toFixed(1)}, p99 ${run.p99.toFixed(1)} ms\n`)
      }
    }
    return measured
  } finally {
    await product.close()
  }
}

/** `:id=…` replaces the id in the path. */
function addressOf(origin: string, path: string, query: string): URL {
  const url = new URL(query.startsWith(':id=') ? path.replace(':id', query.slice(4)) : path, origin)
  if (!query.startsWith(':id=')) url.search = query
  return url
}

async function measureUrls(urls: URL[], cookie: string): Promise<LoadMeasurement> {
  let asked = 0
  async function ask(latencies: Latencies, most: number, longestMs: number): Promise<number> {
    const begun = performance.now()
    for (let left = most; left > 0 && performance.now() - begun < longestMs; left--) {
      const url = urls[asked++ % urls.length] ?? ''
      const from = performance.now()
      const response = await fetch(url, { headers: { cookie } })
      await response.arrayBuffer()
      latencies.add(performance.now() - from)
      if (!response.ok) throw new Error(`${url} was answered ${response.status}`)
    }
    return (performance.now() - begun) / 1000
  }
  await ask(new Latencies(), WARM_UP.requests, WARM_UP.ms)
  const latencies = new Latencies()
  return latencies.over(await ask(latencies, REQUESTS, LONGEST_MS))
}

/** Returns a row for each read, with both sizes side by side. */
export function readsTable(sizes: number[], runs: MeasuredRead[][]): string {
  const at = sizes.flatMap((size) => [`p50 at ${size.toLocaleString('en-US')}`, 'p99'])
  const milliseconds = (figure = Number.NaN) => `${figure.toFixed(figure < 10 ? 1 : 0)} ms`
  const rows = (runs[0] ?? []).map(({ route, what }, index) => {
    const figures = runs.flatMap((run) => [milliseconds(run[index]?.p50), milliseconds(run[index]?.p99)])
    const isMissed = runs.some((run) => (run[index]?.p99 ?? 0) > GOAL_P99_MS)
    return [`\`${route}\` ${what}`, ...figures, isMissed ? 'missed' : '']
  })
  const lines = [['GET', ...at, `goal p99 ${GOAL_P99_MS} ms`], ['---', ...at.map(() => '---'), '---'], ...rows]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
