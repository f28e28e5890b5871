import { combineStatements, type NamedStatement } from '@ledger/database/connection/combine-statements.ts'
import { type Client, DatabaseError } from 'pg'
import type { LogHead } from '../integrity/hash-chain.ts'
import * as writes from './batch-write-statements.ts'
import type { SqlStatement } from './command-envelope.ts'
import type { DecidedBatch } from './decide-batch.ts'

/** A decided batch of a company, and the end of the log that it was decided on. */
export interface BatchToSend {
  companyId: string
  from: LogHead
  decided: DecidedBatch
}

/** Statements in flight, in order. */
export interface SentBatch {
  begun: boolean
  companies: number
  statements: { name: string; answered: Promise<unknown> }[]
  /** Milliseconds by name, from the previous answer to its own; the first waits for the previous batch. */
  times: Record<string, number>
}

/** A company that shares a transaction does not wait long for the lock of another. */
const BEGIN_SHARED_TRANSACTION = 'BEGIN; SET LOCAL lock_timeout = 20'
/** Fails where one of the heads is missing. */
const ASSERT_EVERY_HEAD_FOUND = 'SELECT 1 / (count(*) = cardinality($1::uuid[]))::integer FROM into_head'

/**
 * Sends all writes of decided batches, of one company or of several, without waiting for one another, and last the
 * commit: all of it is recorded or nothing. The update of a head expects the end of the log that its batch was decided
 * on, and fails where the log ends elsewhere. In a shared transaction no company waits long for a head that another
 * holds: the transaction fails, too.
 * @param batches one for each company
 * @param begun whether the transaction is open, and so everything known of the batch's keys
 * @param isOneServer whether all companies are on one server
 * @throws TypeError or RangeError where a value does not fit its column: then nothing was sent
 */
export function sendBatch(
  client: Client,
  batches: readonly BatchToSend[],
  begun: boolean,
  isOneServer: boolean,
): SentBatch {
  const isJoint = batches.length > 1
  const rows = batchRowsStatement(batches, isOneServer)
  const sent: SentBatch = { begun, companies: batches.length, statements: [], times: {} }
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

  if (!begun) send('begin', client.query(isJoint ? BEGIN_SHARED_TRANSACTION : 'BEGIN'))
  send('rows', client.query(rows))
  for (const statement of batches.flatMap(({ decided }) => decided.sideStatements))
    send('alongside', client.query(statement))
  send('commit', client.query('COMMIT'))
  return sent
}

/**
 * Returns the writes of decided batches to the log and its states as one statement; in the form that Citus takes,
 * unless all companies are on one server.
 */
export function batchRowsStatement(batches: readonly BatchToSend[], isOneServer = false): SqlStatement {
  const isJoint = batches.length > 1
  const moves = batches.map(({ companyId, from, decided }) => ({ companyId, from, to: decided.head }))
  const [first] = moves
  const parts: NamedStatement[] = [
    { ...(first && !isJoint ? writes.compareAndSetHead(first) : writes.compareAndSetHeads(moves)), name: 'head' },
  ]
  function write<Item>(
    name: string,
    statement: (all: writes.CompanyItems<Item>[], isOneServer: boolean) => SqlStatement,
    itemsOf: (decided: DecidedBatch) => Item[],
  ): void {
    const all = batches.map(({ companyId, decided }) => ({ companyId, items: itemsOf(decided) }))
    if (all.some(({ items }) => items.length > 0)) parts.push({ ...statement(all, isOneServer), name })
  }
  write('answers', writes.insertAnswers, storedAnswersIn)
  write('events', writes.insertEvents, ({ events }) => events)
  write('accounts', writes.upsertAccounts, ({ accounts }) => accounts)
  write('balances', writes.updateBalances, ({ movedBalances }) => movedBalances)
  write('transactions', writes.upsertTransactions, ({ transactions }) => transactions)
  write('names', writes.insertBeneficiaryNames, ({ beneficiaryNames }) => [...beneficiaryNames])
  // The result comes from the head's part, so that part runs first and waits there for the locks of other processes. A
  // name has at most 63 characters.
  const names = parts.map(({ name }) => name).join(' ')
  return isJoint
    ? { name: `all ${names}`, ...combineStatements(parts, ASSERT_EVERY_HEAD_FOUND) }
    : { name: names, ...combineStatements(parts, 'SELECT FROM into_head') }
}

const storedAnswersIn = ({ storedAnswers, recordedAt: answeredAt }: DecidedBatch) =>
  [...storedAnswers].map(([digest, answer]) => ({ digest, answeredAt, ...answer }))

/** The outcome of a batch that was sent. */
export type CommitOutcome =
  | { is: 'committed' }
  /** It was decided on an outdated state: the log ends elsewhere, or a key exists already. Nothing was recorded. */
  | { is: 'overtaken' }
  /** The database refused one of the statements: nothing was recorded. */
  | { is: 'refused'; error: DatabaseError }
  /** The connection was lost before the commit was confirmed. */
  | { is: 'unknown'; error: unknown }

/** Waits for all answers. Only a commit that the server confirmed counts. */
export async function awaitCommitOutcome({ begun, companies, statements }: SentBatch): Promise<CommitOutcome> {
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
  // After an error in the transaction, or the end of the session, the server does not commit it.
  if (!(reason instanceof DatabaseError) || name === 'commit') return { is: 'unknown', error: reason }
  // Each company finds out alone which one caused the error.
  if (companies > 1) return { is: 'overtaken' }
  if (name === 'rows' && reason.code === DIVISION_BY_ZERO) return { is: 'overtaken' }
  // The answer of a key exists; or an event's id does, which the retry on the slow path reports again.
  if (name === 'rows' && reason.code === UNIQUE_VIOLATION && !begun) return { is: 'overtaken' }
  return { is: 'refused', error: reason }
}

const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'
