import { inOne, type Part } from '@ledger/database/in-one.ts'
import { type Client, DatabaseError } from 'pg'
import type { Decided } from './batch.ts'
import * as writes from './batch-writes.ts'
import type { Head } from './chain.ts'
import type { Statement } from './submission.ts'

/** Statements on their way, in order. */
export interface Sent {
  begun: boolean
  statements: { name: string; answered: Promise<unknown> }[]
  /** Milliseconds by name, from the answer of the one before to its own; the first waits for the batch before. */
  times: Record<string, number>
}

/**
 * Sends everything that a decided batch writes, without waiting for one another, and last the commit. What moves the head does so
 * from where the batch was decided, and fails where that is not the end of the log any more.
 * @param begun whether the transaction is open, and so everything known of the batch's keys
 * @throws TypeError or RangeError where a value does not fit its column: then nothing was sent
 */
export function sendBatch(client: Client, companyId: string, from: Head, decided: Decided, begun: boolean): Sent {
  const { events, accounts, movedBalances, transactions, beneficiaryNames, storedAnswers, alongside, head } = decided
  const parts: Part[] = []
  const write = (name: string, { text, values }: Statement) => parts.push({ name, text, values })

  write('head', writes.moveHead(companyId, from, head))
  if (storedAnswers.size > 0) write('answers', writes.insertAnswers(companyId, storedAnswers, decided.recordedAt))
  if (events.length > 0) write('events', writes.insertEvents(companyId, events))
  if (accounts.length > 0) write('accounts', writes.writeAccounts(companyId, accounts))
  if (movedBalances.length > 0) write('balances', writes.moveBalances(companyId, movedBalances))
  if (transactions.length > 0) write('transactions', writes.writeTransactions(companyId, transactions))
  if (beneficiaryNames.size > 0) write('names', writes.insertBeneficiaryNames(companyId, beneficiaryNames))
  // Its answer is of the head's part, so that one is run first: what another process has locked is waited for there. A name has at most 63
  // characters.
  const rows = { name: parts.map(({ name }) => name).join(' '), ...inOne(parts, 'SELECT FROM into_head') }
  const sent: Sent = { begun, statements: [], times: {} }
  let answeredAt = performance.now()

  function send(name: string, answered: Promise<unknown>): void {
    const note = () => {
      const now = performance.now()
      sent.times[name] = (sent.times[name] ?? 0) + now - answeredAt
      answeredAt = now
    }
    answered.then(note, note)
    sent.statements.push({ name, answered })
  }

  if (!begun) send('begin', client.query('BEGIN'))
  send('rows', client.query(rows))
  for (const statement of alongside) send('alongside', client.query(statement))
  send('commit', client.query('COMMIT'))
  return sent
}

/** What became of a batch that was sent. */
export type Verdict =
  | { is: 'committed' }
  /** Decided on what is not so any more: the log has another end, or a key was there. Nothing was recorded. */
  | { is: 'overtaken' }
  /** The database took one of the statements for wrong: nothing was recorded. */
  | { is: 'refused'; error: DatabaseError }
  /** The connection was lost before the commit was confirmed. */
  | { is: 'unknown'; error: unknown }

/** Waits for all answers. Only a commit that the server confirmed counts. */
export async function verdictOn({ begun, statements }: Sent): Promise<Verdict> {
  const results = await Promise.allSettled(statements.map(({ answered }) => answered))
  const failedAt = results.findIndex(({ status }) => status === 'rejected')
  const failed = results[failedAt]
  if (failed?.status !== 'rejected') {
    const commit = results.at(-1)
    const isCommit = commit?.status === 'fulfilled' && Object(commit.value).command === 'COMMIT'
    return isCommit ? { is: 'committed' } : { is: 'unknown', error: new Error('The commit was answered otherwise') }
  }
  const { reason } = failed
  const name = statements[failedAt]?.name
  // After an error in the transaction, or the end of the session, the server commits it no more.
  if (!(reason instanceof DatabaseError) || name === 'commit') return { is: 'unknown', error: reason }
  if (name === 'rows' && reason.code === DIVISION_BY_ZERO) return { is: 'overtaken' }
  // A key's answer is there; or an event's id, which its careful try will say again.
  if (name === 'rows' && reason.code === UNIQUE_VIOLATION && !begun) return { is: 'overtaken' }
  return { is: 'refused', error: reason }
}

const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'
