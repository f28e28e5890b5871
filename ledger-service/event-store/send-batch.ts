import { inOne, type Part } from '@ledger/database/in-one.ts'
import { type Client, DatabaseError } from 'pg'
import type { Decided } from './batch.ts'
import * as writes from './batch-writes.ts'
import type { Head } from './chain.ts'
import type { Statement } from './submission.ts'

/** A decided batch of a company, and where its log ended when it was decided. */
export interface Sending {
  companyId: string
  from: Head
  decided: Decided
}

/** Statements on their way, in order. */
export interface Sent {
  begun: boolean
  companies: number
  statements: { name: string; answered: Promise<unknown> }[]
  /** Milliseconds by name, from the answer of the one before to its own; the first waits for the batch before. */
  times: Record<string, number>
}

/** Whoever shares a transaction is not kept waiting by another's lock. */
const BEGIN_JOINT = 'BEGIN; SET LOCAL lock_timeout = 20'
/** Fails where one of the heads is not there. */
const EACH_HEAD = 'SELECT 1 / (count(*) = cardinality($1::uuid[]))::integer FROM into_head'

/**
 * Sends everything that decided batches write, of one company or of several, without waiting for one another, and last the commit: all of it
 * is recorded or nothing. What moves a head does so from where its batch was decided, and fails where that is not the end of the log any more.
 * Of several companies none waits long for a head that another holds: it fails too.
 * @param batches of each company one
 * @param begun whether the transaction is open, and so everything known of the batch's keys
 * @param isOneServer whether all companies are on one server
 * @throws TypeError or RangeError where a value does not fit its column: then nothing was sent
 */
export function sendBatch(client: Client, batches: readonly Sending[], begun: boolean, isOneServer: boolean): Sent {
  const isJoint = batches.length > 1
  const rows = rowsOf(batches, isOneServer)
  const sent: Sent = { begun, companies: batches.length, statements: [], times: {} }
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

  if (!begun) send('begin', client.query(isJoint ? BEGIN_JOINT : 'BEGIN'))
  send('rows', client.query(rows))
  for (const statement of batches.flatMap(({ decided }) => decided.alongside))
    send('alongside', client.query(statement))
  send('commit', client.query('COMMIT'))
  return sent
}

/** What decided batches write in the log and its states, in one statement; as Citus takes it, unless all companies are on one server. */
export function rowsOf(batches: readonly Sending[], isOneServer = false): Statement {
  const isJoint = batches.length > 1
  const moves = batches.map(({ companyId, from, decided }) => ({ companyId, from, to: decided.head }))
  const [first] = moves
  const parts: Part[] = [{ ...(first && !isJoint ? writes.moveHead(first) : writes.moveHeads(moves)), name: 'head' }]
  function write<Item>(
    name: string,
    statement: (all: writes.OfCompany<Item>[], isOneServer: boolean) => Statement,
    itemsOf: (decided: Decided) => Item[],
  ): void {
    const all = batches.map(({ companyId, decided }) => ({ companyId, items: itemsOf(decided) }))
    if (all.some(({ items }) => items.length > 0)) parts.push({ ...statement(all, isOneServer), name })
  }
  write('answers', writes.insertAnswers, answersOf)
  write('events', writes.insertEvents, ({ events }) => events)
  write('accounts', writes.writeAccounts, ({ accounts }) => accounts)
  write('balances', writes.moveBalances, ({ movedBalances }) => movedBalances)
  write('transactions', writes.writeTransactions, ({ transactions }) => transactions)
  write('names', writes.insertBeneficiaryNames, ({ beneficiaryNames }) => [...beneficiaryNames])
  // Its answer is of the head's part, so that one is run first: what another process has locked is waited for there. A name has at most 63
  // characters.
  const names = parts.map(({ name }) => name).join(' ')
  return isJoint
    ? { name: `all ${names}`, ...inOne(parts, EACH_HEAD) }
    : { name: names, ...inOne(parts, 'SELECT FROM into_head') }
}

const answersOf = ({ storedAnswers, recordedAt: answeredAt }: Decided) =>
  [...storedAnswers].map(([digest, answer]) => ({ digest, answeredAt, ...answer }))

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
export async function verdictOn({ begun, companies, statements }: Sent): Promise<Verdict> {
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
  // Whose fault it is, each finds out by itself.
  if (companies > 1) return { is: 'overtaken' }
  if (name === 'rows' && reason.code === DIVISION_BY_ZERO) return { is: 'overtaken' }
  // A key's answer is there; or an event's id, which its careful try will say again.
  if (name === 'rows' && reason.code === UNIQUE_VIOLATION && !begun) return { is: 'overtaken' }
  return { is: 'refused', error: reason }
}

const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'
