import type { Recorded } from '@ledger/contracts/shapes.ts'
import { type ApiError, readError, unreachable } from '../../shared/api/api-error.ts'
import { isForAll, meaningOf } from './answer.ts'
import { retryAfterMs } from './back-off.ts'
import { askedFor } from './body.ts'
import type { Attached, Booked, Entry, Refused } from './entry.ts'
import { fileLost, readFile } from './read-file.ts'
import type { Store } from './store.ts'

/** No DOM in here: a service worker can send as a page does. */

export type Sent =
  | { readonly is: 'booked'; readonly booked: Booked }
  | { readonly is: 'refused'; readonly why: Refused }
  | Absent

/** Why there is no answer of the ledger's to it now. */
export type Absent =
  | { readonly is: 'signed_out'; readonly why: Refused }
  | {
      readonly is: 'unknown' | 'not_taken'
      readonly why: Refused
      readonly afterMs: number
      readonly isForAll: boolean
    }

const TIMEOUT_MS = 15_000
/** A bill of 5 MB on a line of 50 kB a second. */
const UPLOAD_TIMEOUT_MS = 120_000

/** Sends one entry, its bills first. Says what became of it; throws only what is a fault of the app. */
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
 * Asks whether the server is there and the session the owner's, before anything is sent that would count as a try.
 * @returns undefined where it is so
 */
export async function whyNotNow(owner: string): Promise<Absent | undefined> {
  try {
    await ask('/api/site/auth', { headers: { ...asOwner(owner), 'x-background': '1' } })
    return undefined
  } catch (error) {
    return whyAbsent(error)
  }
}

/** Whose session it is, by the account's own id, or why nothing can be sent. */
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
  // Head office may be signed in here, who has no such call (403).
  if (why.status === 401 || why.status === 403) return { is: 'signed_out', why }
  return { is: 'not_taken', why, afterMs, isForAll: true }
}

/** The server refuses what comes with somebody else's session: between a look and the sending the cookie can change. */
const asOwner = (owner: string) => ({ accept: 'application/json', 'ledger-account': owner })

/** Each file that is not uploaded yet. The same file is the same bill, however often it is sent. */
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
  // Every file is uploaded before its entry goes: the ledger has certainly not got it.
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

/** An answer that is none of the ledger's entries: a failure, or a page of somebody in between. Or there was nothing to ask with. */
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
  // After a deletion only the balance is left to say.
  const isDeletion = what.kind === 'deletion'
  if (!isOfLedger(answer, isDeletion)) throw unexplained()
  return isDeletion ? { balance: answer.balance, gone: what.seen.id } : answer
}

/** What tells it from a page of somebody in between; it is not checked again. */
function isOfLedger(answer: unknown, isDeletion: boolean): answer is Recorded {
  return typeof answer === 'object' && answer !== null && 'balance' in answer && (isDeletion || 'id' in answer)
}
