import type { Day } from '@ledger/contracts/dates.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { type AnswerOf, createCall, fetchListPage, type ListPage, urlOf } from '../../shared/api/api-client.ts'
import { ApiError } from '../../shared/api/api-error.ts'
import { fetchLongAnswer } from '../../shared/api/long-running-request.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { fetchWithProgress, longRunningQuery } from './long-running-query.ts'
import { readEvents } from './read-events.ts'

export const countEvents = createCall<'auditEventCount'>('GET', '/api/audit/events/count')
export const fetchBalancesAsOf = createCall<'auditAsOf'>('GET', '/api/audit/as-of')
export const fetchConsistencyProof = createCall<'auditConsistency'>('GET', '/api/audit/consistency')
export const startRebuild = createCall<'auditRebuild'>('POST', '/api/audit/rebuilds')

const readHistory = createCall<'auditHistory'>('GET', '/api/audit/transactions/:id/history')
const CHECKPOINTS_PATH = '/api/audit/checkpoints'
const fetchCheckpoints = createCall<'auditCheckpoints'>('GET', CHECKPOINTS_PATH)
const readPublicKey = createCall<'auditPublicKey'>('GET', '/api/audit/public-key')
const readVerifications = createCall<'auditVerifications'>('GET', '/api/audit/verifications')
const readRebuilds = createCall<'auditRebuilds'>('GET', '/api/audit/rebuilds')
const readEditLog = createCall<'auditEditLog'>('GET', '/api/audit/edit-log')
const countEditLog = createCall<'auditEditLogCount'>('GET', '/api/audit/edit-log/count')

/** The path of the stream of newly recorded events. */
export const EVENT_STREAM_PATH = '/api/audit/follow'
export const VERIFY_PATH = '/api/audit/verify'
export const LOG_EXPORT_PATH = '/api/audit/export'

/** @param revision of the entry, where the reader knows it: the next one has a longer history */
export const entryHistoryQuery = (id: string, revision?: number) =>
  queryOptions({ queryKey: ['/api/audit/transactions', id, 'history', revision], queryFn: () => wholeHistory(id) })

async function wholeHistory(id: string): Promise<AnswerOf<'auditHistory'>> {
  const pages = await allPages((after) => readHistory({ id, query: { after } }))
  return {
    transaction: id,
    voucher: pages[0]?.voucher ?? null,
    revisions: pages.flatMap(({ revisions }) => revisions),
    questions: pages.flatMap(({ questions }) => questions),
    next: null,
  }
}

/**
 * Reads all pages. The first page is read after "", each further one after the position at which the page before it
 * ended.
 */
async function allPages<Page extends { next: string | null }>(read: (after: string) => Promise<Page>): Promise<Page[]> {
  const pages: Page[] = []
  for (let after: string | null = ''; after !== null; after = pages.at(-1)?.next ?? null) pages.push(await read(after))
  return pages
}

/**
 * The inclusion proof of an entry. It is not retried: an answer that does not prove anything yet is no fault of the
 * network, so only the reader asks again.
 */
export const inclusionProofQuery = (id: string) => ({
  ...longRunningQuery<'auditProof'>(['/api/audit/proof', id], urlOf<'auditProof'>('/api/audit/proof/:id', { id })),
  retry: false,
})

const newestCheckpoints = (limit: number) =>
  queryOptions({
    queryKey: ['/api/audit/checkpoints', limit],
    queryFn: () => fetchCheckpoints({ query: { limit: String(limit) } }),
    staleTime: 15_000,
  })
/** The newest checkpoint. Every screen of the audit compares it with the checkpoint that this browser remembers. */
export const newestCheckpointQuery = newestCheckpoints(1)
/** The five newest checkpoints, for the list on the screen. */
export const lastCheckpointsQuery = newestCheckpoints(5)

/** Reads every checkpoint that was ever signed, the newest first, page by page. */
export async function allCheckpoints(): Promise<Awaited<ReturnType<typeof fetchCheckpoints>>> {
  const pages: Awaited<ReturnType<typeof fetchCheckpoints>>[] = []
  const first = urlOf<'auditCheckpoints'>(CHECKPOINTS_PATH, { query: { limit: '1000' } })
  for (let address: string | undefined = first; address !== undefined; ) {
    const page: ListPage<'auditCheckpoints'> = await fetchListPage<'auditCheckpoints'>(address)
    pages.push(page.rows)
    address = page.next
  }
  return pages.flat()
}

export const publicKeyQuery = queryOptions({
  queryKey: ['/api/audit/public-key'],
  queryFn: () => readPublicKey(),
  staleTime: 15_000,
  retry: false,
})
export const verificationsQuery = queryOptions({
  queryKey: ['/api/audit/verifications'],
  queryFn: () => readVerifications(),
})
export type VerificationResult = Awaited<ReturnType<typeof readVerifications>>[number]
export const rebuildsQuery = queryOptions({ queryKey: ['/api/audit/rebuilds'], queryFn: () => readRebuilds() })

const AS_OF_PATH = '/api/audit/as-of'

/** The balances at a position, which never change again. */
export const balancesAtQuery = (position: number) => ({
  ...longRunningQuery<'auditAsOf'>(
    [AS_OF_PATH, position],
    urlOf<'auditAsOf'>(AS_OF_PATH, { query: { position: String(position) } }),
  ),
  staleTime: Number.POSITIVE_INFINITY,
})

const readTrialBalance = createCall<'trialBalance'>('GET', '/api/admin/trial-balance')
/** The balances by the dates of the entries up to a day, as they are known now. */
export const balancesDatedQuery = (day: Day) =>
  queryOptions({
    queryKey: ['/api/admin/trial-balance', day],
    queryFn: () => readTrialBalance({ query: { dated: day } }),
  })

/** The address of the trial balance as a file: as recorded by a position, and as dated to a day where there is one. */
export const trialBalanceFileUrl = (
  position: number,
  dated: Day | undefined,
  format: 'xlsx' | 'csv' | 'pdf',
  language: Language,
) =>
  urlOf<'trialBalanceFile'>('/api/admin/trial-balance/file', {
    query: { ...(dated === undefined ? {} : { dated }), recorded: String(position), format, language },
  })

export const balancesNowQuery = longRunningQuery<'auditAsOf'>([AS_OF_PATH, 'head'], AS_OF_PATH)

const LEDGER_AS_OF_PATH = '/api/audit/as-of/ledger'
const ledgerAsOfUrl = (account: string, position: number, skip: number, limit: '100' | '200') =>
  urlOf<'auditLedgerAsOf'>(LEDGER_AS_OF_PATH, {
    query: { account, position: String(position), skip: String(skip), limit },
  })

/** The pages of one account's ledger as it was at a position. Neither the ledger nor its pages ever change again. */
export const ledgerAsOfPages = (account: string, position: number) =>
  infiniteQueryOptions({
    queryKey: [LEDGER_AS_OF_PATH, account, position],
    queryFn: ({ pageParam, ...context }) =>
      fetchWithProgress<'auditLedgerAsOf'>(context, ledgerAsOfUrl(account, position, pageParam, '100')),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => !(error instanceof ApiError && error.status === 404) && failures < 3,
  })

/**
 * Reads all rows of one account's ledger as it was at a position, the newest first.
 * @param onRead called with the number of rows so far, also while a page takes long; what it throws ends the reading
 */
export async function readLedgerAsOf(account: string, position: number, onRead: (rows: number) => void) {
  const rows: AnswerOf<'auditLedgerAsOf'>['rows'] = []
  const { signal } = new AbortController()
  for (let skip = 0; ; ) {
    const onProgress = () => onRead(rows.length)
    const page = await fetchLongAnswer<'auditLedgerAsOf'>(ledgerAsOfUrl(account, position, skip, '200'), {
      signal,
      onProgress,
    })
    rows.push(...page.rows)
    onRead(rows.length)
    if (page.next === null) return { ...page, rows }
    skip = page.next
  }
}

/** The event at one position, read alone to show a neighbour. */
export const eventAtQuery = (position: number) =>
  queryOptions({
    queryKey: ['/api/audit/events', 'at', position],
    queryFn: async () => (await readEvents({ query: { after: String(position - 1), limit: '1' } })).events[0] ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Every account that was ever opened, closed ones included, because an auditor asks about those most of all. */
export const openedAccountsQuery = queryOptions({
  queryKey: ['/api/audit/events', 'opened'],
  queryFn: async () => {
    const pages = await allPages((after) => readEvents({ query: { type: 'AccountOpened', limit: '1000', after } }))
    return pages.flatMap(({ events }) => events)
  },
  staleTime: 60_000,
})

/** Days in Asia/Kolkata, both inclusive, or the year in which a financial year begins. */
export interface EditLogDays {
  readonly year?: string
  readonly from?: string
  readonly to?: string
}

/** The filter of the edit log. */
export interface EditLogSelection extends EditLogDays {
  /** One or more actions, separated by commas. Without it, all actions. */
  readonly action?: string
  /** Inner ids. */
  readonly actor?: string
  readonly account?: string
}

export const editLogFileUrl = (asked: EditLogSelection, format: 'xlsx' | 'csv' | 'pdf', language: Language) =>
  urlOf<'auditEditLogFile'>('/api/audit/edit-log/file', { query: { ...asked, format, language } })

export const editLogCountQueryOf = (asked: EditLogSelection) =>
  queryOptions({
    queryKey: ['/api/audit/edit-log/count', asked],
    queryFn: () => countEditLog({ query: { ...asked } }),
  })

/** Reads a page of the edit log; "" is the first one. */
export const readEditLogPage = (asked: EditLogSelection, after: string) => readEditLog({ query: { ...asked, after } })

export const editLogPagesQuery = (asked: EditLogSelection) =>
  infiniteQueryOptions({
    queryKey: ['/api/audit/edit-log', asked],
    queryFn: ({ pageParam }) => readEditLogPage(asked, pageParam),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
  })
