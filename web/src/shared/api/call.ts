import { timedKey } from '@ledger/contracts/idempotency-keys.ts'
import type { ROUTES } from '@ledger/contracts/routes.ts'
import type { z } from 'zod'
import { readError, unreachable } from './api-error.ts'
import { heardTime } from './clock.ts'
import { heardFrom, isAway } from './network.ts'
import { isInUse } from './presence.ts'

type Routes = typeof ROUTES
export type RouteName = keyof Routes
export type Answer<N extends RouteName> = Routes[N] extends { answer: infer S extends z.ZodType }
  ? z.output<S>
  : undefined
type Query<N extends RouteName> = Routes[N] extends { query: infer S extends z.ZodType } ? z.input<S> : undefined
type Body<N extends RouteName> = Routes[N] extends { body: infer S extends z.ZodType } ? z.input<S> : undefined

const TIMEOUT_MS = 15_000
/** After this wait in milliseconds the server counts as away, so that a screen shows the stored answers meanwhile. */
const PATIENCE_MS = 4000
/** The statuses of a proxy that answers in place of an absent server. */
const IN_ITS_PLACE = [502, 503, 504]

interface Sent<N extends RouteName> {
  body?: Body<N>
  /** Replaces `:id` in the path. */
  id?: string
  /** Fields that are "" or undefined are left out. */
  query?: Query<N>
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
export function callOf<N extends RouteName>(method: Routes[N]['method'], path: Routes[N]['path']) {
  return async (sent: Sent<N> = {}): Promise<Answer<N>> => {
    const response = await request(method, addressOf(path, sent), sent)
    // The only parse of an answer. It is not validated again, because the server writes it through the contract's
    // schema.
    return JSON.parse((await response.text()) || 'null')
  }
}

/**
 * As `callOf`, for a call that also returns the id of the account that owns the session; null where the server is of an
 * older version.
 */
export function callOfAccount<N extends RouteName>(method: Routes[N]['method'], path: Routes[N]['path']) {
  return async (sent: Sent<N> = {}): Promise<{ answer: Answer<N>; account: string | null }> => {
    const response = await request(method, addressOf(path, sent), sent)
    return { answer: JSON.parse(await response.text()), account: response.headers.get('ledger-account') }
  }
}

/**
 * As `callOf`, for a call that also returns whether its read model was behind the ledger (api.md, Reads are
 * linearizable).
 */
export function callOfRead<N extends RouteName>(method: Routes[N]['method'], path: Routes[N]['path']) {
  return async (sent: Sent<N> = {}): Promise<{ answer: Answer<N>; isBehind: boolean }> => {
    const response = await request(method, addressOf(path, sent), sent)
    return { answer: JSON.parse(await response.text()), isBehind: response.headers.has('ledger-lag') }
  }
}

/** One page of a list, and the address of the next one where there is one (api.md, Lists). */
export interface Page<N extends RouteName> {
  readonly rows: Answer<N>
  readonly next: string | undefined
  /** The number of rows on all pages; undefined where the list does not say. */
  readonly count: number | undefined
}

/** Reads a page of a list. `addressOf` returns the address of the first page, and each page the address of the next. */
export async function readPage<N extends RouteName>(address: string): Promise<Page<N>> {
  const response = await request('GET', address, {})
  const [, next] = /^<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '') ?? []
  const count = response.headers.get('ledger-count')
  return { rows: JSON.parse(await response.text()), next, count: count === null ? undefined : Number(count) }
}

/** Returns a call's path with its id and query filled in. */
export function addressOf<N extends RouteName>(path: Routes[N]['path'], { id, query }: Sent<N>): string {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  const place = id === undefined ? path : path.replace(':id', encodeURIComponent(id))
  return search === '' ? place : `${place}?${search}`
}

type Request = Pick<Sent<RouteName>, 'idempotencyKey' | 'ifRevision'> & { body?: unknown }

async function request(method: string, address: string, sent: Request): Promise<Response> {
  const { body, idempotencyKey, ifRevision } = sent
  // The stored answer is restored and painted before the call is made.
  if (method === 'GET' && isAway()) await new Promise((resolve) => setTimeout(resolve))
  const patience = method === 'GET' ? setTimeout(heardFrom, PATIENCE_MS, false) : undefined
  const response = await fetch(address, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(method === 'GET' && !isInUse() ? { 'x-background': '1' } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ifRevision === undefined ? {} : { 'if-match': `"${ifRevision}"` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .catch((cause: unknown) => {
      heardFrom(false)
      throw unreachable(cause)
    })
    .finally(() => clearTimeout(patience))
  const error = response.ok ? undefined : await readError(response)
  // A disabled company counts as unreachable, as an absent server does, because it may return in the same way.
  heardFrom(!IN_ITS_PLACE.includes(response.status) && error?.code !== 'unknown_company')
  if (error !== undefined) throw error
  heardTime(response.headers.get('date'))
  return response
}

/** Returns a key for one submit: the time, and 128 random bits. */
export function newIdempotencyKey(): string {
  return timedKey(Date.now(), crypto.getRandomValues(new Uint8Array(16)))
}
