import type { ROUTES, RouteName } from '@ledger/contracts/http/routes.ts'
import { timestampedKey } from '@ledger/contracts/http/timestamped-idempotency-keys.ts'
import type { z } from 'zod'
import { parseErrorResponse, unreachableError } from './api-error.ts'
import { noteServerTime } from './server-clock.ts'
import { isServerUnreachable, noteLateAnswer, noteReachability } from './server-reachability.ts'
import { isUserPresent } from './user-presence.ts'

type Routes = typeof ROUTES
export type AnswerOf<N extends RouteName> = Routes[N] extends { answer: infer S extends z.ZodType }
  ? z.output<S>
  : undefined
type QueryOf<N extends RouteName> = Routes[N] extends { query: infer S extends z.ZodType } ? z.input<S> : undefined
type BodyOf<N extends RouteName> = Routes[N] extends { body: infer S extends z.ZodType } ? z.input<S> : undefined

const CALL_TIMEOUT_MS = 15_000
/** After this wait in milliseconds the server counts as away, so that a screen shows the stored answers meanwhile. */
const SLOW_ANSWER_MS = 4000
/** The statuses of a proxy that answers in place of an absent server. */
const GATEWAY_ERROR_STATUSES = [502, 503, 504]

interface CallParams<N extends RouteName> {
  body?: BodyOf<N>
  /** Replaces `:id` in the path. */
  id?: string
  /** Fields that are "" or undefined are left out. */
  query?: QueryOf<N>
  /** One key for each submit of a form, the same for each repetition of it. */
  idempotencyKey?: string
  /** The revision that the user saw. The server answers 412 where it is no longer the current one. */
  ifRevision?: number
}

/**
 * One call of the contracts. Method and path are literals that must equal the contract's, so that the first screen need
 * not load the contract's schemas (26 kB) just to know an address.
 * @returns a function that returns the contract's shape, or throws an ApiError
 */
export function createCall<N extends RouteName>(method: Routes[N]['method'], path: Routes[N]['path']) {
  return async (sent: CallParams<N> = {}): Promise<AnswerOf<N>> => {
    const response = await sendRequest(method, urlOf(path, sent), sent)
    // The only parse of an answer. It is not validated again, because the server writes it through the contract's
    // schema.
    return JSON.parse((await response.text()) || 'null')
  }
}

/**
 * As `createCall`, for a call that also returns the id of the account that owns the session; null where the server is
 * of an older version.
 */
export function createAccountCall<N extends RouteName>(method: Routes[N]['method'], path: Routes[N]['path']) {
  return async (sent: CallParams<N> = {}): Promise<{ answer: AnswerOf<N>; account: string | null }> => {
    const response = await sendRequest(method, urlOf(path, sent), sent)
    return { answer: JSON.parse(await response.text()), account: response.headers.get('ledger-account') }
  }
}

/**
 * As `createCall`, for a call that also returns whether its read model was behind the ledger (api.md, Reads are
 * linearizable).
 */
export function createReadCall<N extends RouteName>(method: Routes[N]['method'], path: Routes[N]['path']) {
  return async (sent: CallParams<N> = {}): Promise<{ answer: AnswerOf<N>; isBehind: boolean }> => {
    const response = await sendRequest(method, urlOf(path, sent), sent)
    return { answer: JSON.parse(await response.text()), isBehind: isBehindLedger(response) }
  }
}

/** As `createCall`, for a list that has a revision as a whole (`Ledger-Revision`), to send as `ifRevision`. */
export function createRevisedCall<N extends RouteName>(method: Routes[N]['method'], path: Routes[N]['path']) {
  return async (sent: CallParams<N> = {}): Promise<{ answer: AnswerOf<N>; revision: number }> => {
    const response = await sendRequest(method, urlOf(path, sent), sent)
    return { answer: JSON.parse(await response.text()), revision: Number(response.headers.get('ledger-revision')) }
  }
}

const isBehindLedger = ({ headers }: Response) => headers.has('ledger-lag')

/** One page of a list, and the address of the next one where there is one (api.md, Lists). */
export interface ListPage<N extends RouteName> {
  readonly rows: AnswerOf<N>
  readonly next: string | undefined
  /** The number of rows on all pages; undefined where the list does not say. */
  readonly count: number | undefined
  /** Whether its read model was behind the ledger. */
  readonly isBehind: boolean
}

/** Reads a page of a list. `addressOf` returns the address of the first page, and each page the address of the next. */
export async function fetchListPage<N extends RouteName>(address: string): Promise<ListPage<N>> {
  const response = await sendRequest('GET', address, {})
  const [, next] = /^<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  const count = response.headers.get('ledger-count')
  return {
    rows: JSON.parse(await response.text()),
    next,
    count: count === null ? undefined : Number(count),
    isBehind: isBehindLedger(response),
  }
}

/** Returns a call's path with its id and query filled in. */
export function urlOf<N extends RouteName>(path: Routes[N]['path'], { id, query }: CallParams<N>): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const place = id === undefined ? path : path.replace(':id', encodeURIComponent(id))
  return search === '' ? place : `${place}?${search}`
}

type RequestParams = Pick<CallParams<RouteName>, 'idempotencyKey' | 'ifRevision'> & { body?: unknown }

async function sendRequest(method: string, address: string, sent: RequestParams): Promise<Response> {
  const { body, idempotencyKey, ifRevision } = sent
  // The stored answer is restored and painted before the call is made.
  if (method === 'GET' && isServerUnreachable()) await new Promise((resolve) => setTimeout(resolve))
  const patience = method === 'GET' ? setTimeout(noteLateAnswer, SLOW_ANSWER_MS) : undefined
  const response = await fetch(address, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(method === 'GET' && !isUserPresent() ? { 'x-background': '1' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ifRevision === undefined ? {} : { 'if-match': `"${ifRevision}"` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  })
    .catch((cause: unknown) => {
      noteReachability(false)
      throw unreachableError(cause)
    })
    .finally(() => clearTimeout(patience))
  const error = response.ok ? undefined : await parseErrorResponse(response)
  // A disabled company counts as unreachable, as an absent server does, because it may return in the same way.
  noteReachability(!GATEWAY_ERROR_STATUSES.includes(response.status) && error?.code !== 'unknown_company')
  if (error !== undefined) throw error
  noteServerTime(response.headers.get('date'))
  return response
}

/** Returns a key for one submit: the time, and 128 random bits. */
export function newIdempotencyKey(): string {
  return timestampedKey(Date.now(), crypto.getRandomValues(new Uint8Array(16)))
}
