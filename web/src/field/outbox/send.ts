import type { Recorded } from '@ledger/contracts/shapes.ts'
import { type ApiError, readError, unreachable } from '../../shared/api/api-error.ts'
import { isForAll, meaningOf } from './answer.ts'
import { retryAfterMs } from './back-off.ts'
import { askedFor } from './body.ts'
import type { Attached, Booked, Entry, Refused } from './entry.ts'
import { fileLost, readFile } from './read-file.ts'
import type { Store } from './store.ts'

/** This file uses no DOM, so a service worker can send as a page does. */

export type Sent =
  | { readonly is: 'booked'; readonly booked: Booked }
  | { readonly is: 'refused'; readonly why: Refused }
  | Absent

/** The reasons why the ledger has not answered an entry. */
export type Absent =
  | { readonly is: 'signed_out'; readonly why: Refused }
  | {
      readonly is: 'unknown' | 'not_taken'
      readonly why: Refused
      readonly afterMs: number
      readonly isForAll: boolean
    }

const TIMEOUT_MS = 15_000
/** Enough for a bill of 5 MB on a line of 50 kB a second. */
const UPLOAD_TIMEOUT_MS = 120_000

/** Sends one entry, its bills first, and returns the outcome. Throws only a fault of the app. */
export async function sendEntry(entry: Entry, store: Store): Promise<Sent> {
  const { key, owner, tries, bills } = entry
  try {
    const uploaded = bills && (await upload(entry, bills, store))
    const { method, path, body, ifRevision } = askedFor(entry, uploaded)
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(ifRevision === undefined ? {} : { 'if-match': `"${ifRevision}"` }),
    }
    const answer = await ask(path, { method, headers: { ...asOwner(owner), ...headers }, body: JSON.stringify(body) })
    return { is: 'booked', booked: bookedBy(entry, answer) }
  } catch (error) {
    if (!(error instanceof Failed)) throw error
    const { why, afterMs } = error
    const is = meaningOf(why, tries)
    return is === 'refused' || is === 'signed_out' ? { is, why } : { is, why, afterMs, isForAll: isForAll(why.status) }
  }
}

/**
 * Checks that the server answers and that the session is the owner's, before a request that would count as a try.
 * @returns undefined where both hold, else the reason why nothing can be sent
 */
export async function whyNotNow(owner: string): Promise<Absent | undefined> {
  try {
    await ask('/api/site/auth', { headers: { ...asOwner(owner), 'x-background': '1' } })
    return undefined
  } catch (error) {
    return whyAbsent(error)
  }
}

/** Returns the id of the account that owns the session, or the reason why nothing can be sent. */
export async function whoseSession(): Promise<string | Absent> {
  try {
    const { headers } = await answered('/api/site/auth', {
      headers: { accept: 'application/json', 'x-background': '1' },
    })
    const account = headers.get('ledger-account')
    if (account === null) throw unexplained()
    return account
  } catch (error) {
    return whyAbsent(error)
  }
}

function whyAbsent(error: unknown): Absent {
  if (!(error instanceof Failed)) throw error
  const { why, afterMs } = error
  // Head office may be signed in here, and it has no such call (403).
  if (why.status === 401 || why.status === 403) return { is: 'signed_out', why }
  return { is: 'not_taken', why, afterMs, isForAll: true }
}

/**
 * Names the owner, because the cookie can change between the check and the request: the server refuses a request under
 * another account's session.
 */
const asOwner = (owner: string) => ({ accept: 'application/json', 'ledger-account': owner })

/**
 * Uploads each file that is not uploaded yet, and returns the ids of all bills. A file uploaded again is the same bill.
 */
async function upload({ id, owner }: Entry, bills: readonly Attached[], store: Store): Promise<string[]> {
  const ids: string[] = []
  for (const { id: known, file } of bills) {
    if (known !== undefined) ids.push(known)
    else if (file !== undefined) ids.push(await uploadFile(id, owner, file, store))
  }
  return ids
}

async function uploadFile(entry: string, owner: string, file: string, store: Store): Promise<string> {
  const blob = await readFile(() => store.file(owner, file))
  // Every file is uploaded before its entry is sent, so the ledger certainly does not have the entry.
  if (blob === undefined) throw new Failed(fileLost())
  const headers = { ...asOwner(owner), 'content-type': blob.type || 'application/octet-stream' }
  const answer = await ask('/api/bills', { method: 'POST', headers, body: blob }, UPLOAD_TIMEOUT_MS)
  if (typeof answer !== 'object' || answer === null || !('id' in answer) || typeof answer.id !== 'string')
    throw unexplained()
  const bill = answer.id
  await store.change(owner, (entries) => ({
    put: entries
      .filter(({ id }) => id === entry)
      .map((one) => ({
        ...one,
        bills: (one.bills ?? []).map((each) => (each.file === file ? { ...each, id: bill } : each)),
      })),
    remove: [],
  }))
  return bill
}

/**
 * A failure of a request, an answer that is not the ledger's such as a third party's page, or a file that is missing.
 */
class Failed extends Error {
  readonly why: Refused
  readonly afterMs: number
  constructor({ status, code, title, message, issues, reference }: ApiError, afterMs = 0) {
    super(message)
    this.why = { status, code, title, message, issues, reference }
    this.afterMs = afterMs
  }
}

/** A success that the ledger did not write, such as the sign-in page of a public network. */
const unexplained = () => new Failed(unreachable(new Error('This is no answer of the ledger')))

interface Answered {
  readonly headers: Headers
  readonly text: string
}

async function answered(path: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<Answered> {
  try {
    const response = await fetch(path, { credentials: 'same-origin', ...init, signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) throw new Failed(await readError(response), retryAfterMs(response.headers.get('retry-after')))
    return { headers: response.headers, text: await response.text() }
  } catch (error) {
    throw error instanceof Failed ? error : new Failed(unreachable(error))
  }
}

async function ask(path: string, init: RequestInit, timeoutMs?: number): Promise<unknown> {
  const { text } = await answered(path, init, timeoutMs)
  try {
    return JSON.parse(text)
  } catch {
    throw unexplained()
  }
}

function bookedBy({ what }: Entry, answer: unknown): Booked {
  // After a deletion the answer has only the balance.
  const isDeletion = what.kind === 'deletion'
  if (!isOfLedger(answer, isDeletion)) throw unexplained()
  return isDeletion ? { balance: answer.balance, gone: what.seen.id } : answer
}

/** Tells an answer of the ledger from a third party's page, without checking it further. */
function isOfLedger(answer: unknown, isDeletion: boolean): answer is Recorded {
  return typeof answer === 'object' && answer !== null && 'balance' in answer && (isDeletion || 'id' in answer)
}
