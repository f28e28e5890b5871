import type { Question } from '@ledger/contracts/http/questions/question-schemas.ts'
import type { RecordedTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { type ApiError, parseErrorResponse, unreachableError } from '../../../shared/api/api-error.ts'
import { parseRetryAfterMs } from './backoff.ts'
import { affectsAllEntries, classifyFailure, isBillRefused } from './classify-failure.ts'
import { requestForEntry } from './entry-request.ts'
import {
  type AttachedBill,
  type BookedAnswer,
  type EntryRefusal,
  isAnswerEntry,
  type OutboxEntry,
} from './outbox-entry.ts'
import type { OutboxStore } from './outbox-store.ts'
import { settleBill } from './outbox-transitions.ts'
import { fileLostError, readStoredFile } from './read-stored-file.ts'

/** This file uses no DOM, so a service worker can send as a page does. */

export type SendResult =
  /** `withoutBill`: why a file of the entry was not accepted. The entry is booked without it. */
  | { readonly is: 'booked'; readonly booked: BookedAnswer; readonly withoutBill?: EntryRefusal | undefined }
  | { readonly is: 'refused'; readonly why: EntryRefusal }
  | NoAnswer

/** The reasons why the ledger has not answered an entry. */
export type NoAnswer =
  | { readonly is: 'signed_out'; readonly why: EntryRefusal }
  | {
      readonly is: 'unknown' | 'not_taken'
      readonly why: EntryRefusal
      readonly afterMs: number
      readonly isForAll: boolean
    }

const SEND_TIMEOUT_MS = 15_000
/** Enough for a bill of 5 MB on a line of 50 kB a second. */
const UPLOAD_TIMEOUT_MS = 120_000

/**
 * Sends one entry, its bills first, and returns the outcome. A bill that is not accepted is left out, where the store
 * can keep it. Throws only a fault of the app.
 */
export async function sendEntry(entry: OutboxEntry, store: OutboxStore): Promise<SendResult> {
  const { key, owner, tries, bills } = entry
  try {
    const uploaded = bills && (await uploadBills(entry, bills, store))
    // An answer cannot be changed afterwards, so it is not sent without one of its bills.
    const missing = isAnswerEntry(entry) ? uploaded?.find(({ refused }) => refused !== undefined)?.refused : undefined
    if (missing) return { is: 'refused', why: missing }
    const ids = uploaded?.flatMap(({ id }) => id ?? [])
    const { method, path, body, ifRevision } = requestForEntry(entry, ids)
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(ifRevision === undefined ? {} : { 'if-match': `"${ifRevision}"` }),
    }
    const answer = await fetchJson(path, {
      method,
      headers: { ...ownerHeaders(owner), ...headers },
      body: JSON.stringify(body),
    })
    const withoutBill = uploaded?.find(({ refused }) => refused !== undefined)?.refused
    return { is: 'booked', booked: toBookedAnswer(entry, answer), withoutBill }
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    const { why, afterMs } = error
    const is = classifyFailure(why, tries)
    return is === 'refused' || is === 'signed_out'
      ? { is, why }
      : { is, why, afterMs, isForAll: affectsAllEntries(why.status) }
  }
}

/**
 * Checks that the server answers and that the session is the owner's, before a request that would count as a try.
 * @returns undefined where both hold, else the reason why nothing can be sent
 */
export async function probeSession(owner: string): Promise<NoAnswer | undefined> {
  try {
    await fetchJson('/api/site/auth', { headers: { ...ownerHeaders(owner), 'x-background': '1' } })
    return undefined
  } catch (error) {
    return toNoAnswer(error)
  }
}

/** Returns the id of the account that owns the session, or the reason why nothing can be sent. */
export async function accountOfSession(): Promise<string | NoAnswer> {
  try {
    const { headers } = await fetchAnswer('/api/site/auth', {
      headers: { accept: 'application/json', 'x-background': '1' },
    })
    const account = headers.get('ledger-account')
    if (account === null) throw unexplainedAnswer()
    return account
  } catch (error) {
    return toNoAnswer(error)
  }
}

function toNoAnswer(error: unknown): NoAnswer {
  if (!(error instanceof SendFailure)) throw error
  const { why, afterMs } = error
  // Head office may be signed in here, and it has no such call (403).
  if (why.status === 401 || why.status === 403) return { is: 'signed_out', why }
  return { is: 'not_taken', why, afterMs, isForAll: true }
}

/**
 * Names the owner, because the cookie can change between the check and the request: the server refuses a request under
 * another account's session.
 */
const ownerHeaders = (owner: string) => ({ accept: 'application/json', 'ledger-account': owner })

/**
 * Uploads each file that is not uploaded yet, and returns all bills as they are now: with the ledger's id, or with the
 * reason why the file was not accepted. A file uploaded again is the same bill.
 */
async function uploadBills(
  { id: entry, owner }: OutboxEntry,
  bills: readonly AttachedBill[],
  store: OutboxStore,
): Promise<AttachedBill[]> {
  const settled: AttachedBill[] = []
  for (const bill of bills) {
    if (bill.file === undefined || bill.id !== undefined || bill.refused !== undefined) {
      settled.push(bill)
      continue
    }
    const now = { ...bill, ...(await uploadFile(owner, bill.file, store)) }
    // Written down before the entry is sent, so that every try has the same bytes.
    await store.update(owner, (entries) => settleBill(entries, entry, now))
    settled.push(now)
  }
  return settled
}

/** @throws SendFailure where the file was not settled, or where a store without a memory could not keep it */
async function uploadFile(
  owner: string,
  file: string,
  store: OutboxStore,
): Promise<Required<Pick<AttachedBill, 'id'>> | Required<Pick<AttachedBill, 'refused'>>> {
  try {
    const blob = await readStoredFile(() => store.file(owner, file))
    if (blob === undefined) throw new SendFailure(fileLostError())
    const headers = { ...ownerHeaders(owner), 'content-type': blob.type || 'application/octet-stream' }
    const answer = await fetchJson('/api/bills', { method: 'POST', headers, body: blob }, UPLOAD_TIMEOUT_MS)
    if (typeof answer !== 'object' || answer === null || !('id' in answer) || typeof answer.id !== 'string')
      throw unexplainedAnswer()
    return { id: answer.id }
  } catch (error) {
    if (!(error instanceof SendFailure) || !store.isPersistent || !isBillRefused(error.why)) throw error
    return { refused: error.why }
  }
}

/**
 * A failure of a request, an answer that is not the ledger's such as a third party's page, or a file that is missing.
 */
class SendFailure extends Error {
  readonly why: EntryRefusal
  readonly afterMs: number
  constructor({ status, code, title, message, issues, reference, closedUpTo }: ApiError, afterMs = 0) {
    super(message)
    this.why = { status, code, title, message, issues, reference, closedUpTo }
    this.afterMs = afterMs
  }
}

/** A success that the ledger did not write, such as the sign-in page of a public network. */
const unexplainedAnswer = () => new SendFailure(unreachableError(new Error('This is no answer of the ledger')))

interface RawAnswer {
  readonly headers: Headers
  readonly text: string
}

async function fetchAnswer(path: string, init: RequestInit, timeoutMs = SEND_TIMEOUT_MS): Promise<RawAnswer> {
  try {
    const response = await fetch(path, { credentials: 'same-origin', ...init, signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok)
      throw new SendFailure(await parseErrorResponse(response), parseRetryAfterMs(response.headers.get('retry-after')))
    return { headers: response.headers, text: await response.text() }
  } catch (error) {
    throw error instanceof SendFailure ? error : new SendFailure(unreachableError(error))
  }
}

async function fetchJson(path: string, init: RequestInit, timeoutMs?: number): Promise<unknown> {
  const { text } = await fetchAnswer(path, init, timeoutMs)
  try {
    return JSON.parse(text)
  } catch {
    throw unexplainedAnswer()
  }
}

function toBookedAnswer({ what }: OutboxEntry, answer: unknown): BookedAnswer {
  if (what.kind === 'answer') {
    if (!isQuestion(answer)) throw unexplainedAnswer()
    return { answered: answer }
  }
  // After a deletion the answer has only the balance.
  const isDeletion = what.kind === 'deletion'
  if (!isLedgerAnswer(answer, isDeletion)) throw unexplainedAnswer()
  return isDeletion ? { balance: answer.balance, gone: what.seen.id } : answer
}

function isQuestion(answer: unknown): answer is Question {
  return typeof answer === 'object' && answer !== null && 'id' in answer && 'answers' in answer
}

/** Tells an answer of the ledger from a third party's page, without checking it further. */
function isLedgerAnswer(answer: unknown, isDeletion: boolean): answer is RecordedTransaction {
  return typeof answer === 'object' && answer !== null && 'balance' in answer && (isDeletion || 'id' in answer)
}
