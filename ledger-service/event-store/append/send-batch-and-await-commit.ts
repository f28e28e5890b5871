import { combineStatements } from '@ledger/database/connection/combine-statements.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import { type Client, DatabaseError } from 'pg'
import type { LogHead } from '../integrity/hash-chain.ts'
import * as writes from './batch-write-statements.ts'
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
  statements: { name: string; answered: Promise<unknown> }[]
  /** Milliseconds by name, from the previous answer to its own; the first waits for the previous batch. */
  times: Record<string, number>
}

/**
 * Sends all writes of a decided batch without waiting for one another, and last the commit: all of it is recorded or
 * nothing. The update of the head expects the end of the log that the batch was decided on, and fails where the log
 * ends elsewhere.
 * @param begun whether the transaction is open, and so everything known of the batch's keys
 * @param isOneServer whether the database is one server, and no cluster
 * @throws TypeError or RangeError where a value does not fit its column: then nothing was sent
 */
export function sendDecidedBatch(client: Client, batch: BatchToSend, begun: boolean, isOneServer: boolean): SentBatch {
  const rows = batchRowsStatement(batch, isOneServer)
  const { decided } = batch
  const sent: SentBatch = { begun, statements: [], times: {} }
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
  for (const statement of decided.sideStatements) send('alongside', client.query(statement))
  send('commit', client.query('COMMIT'))
  return sent
}

/**
 * Returns the writes of a decided batch to the log and its states as one statement; in the form that Citus takes,
 * unless the database is one server.
 */
export function batchRowsStatement({ companyId, from, decided }: BatchToSend, isOneServer = false): SqlStatement {
  const parts: SqlStatement[] = [{ ...writes.compareAndSetHead(companyId, from, decided.head), name: 'head' }]
  function write<Item>(name: string, statement: writes.BatchStatement<Item>, items: readonly Item[]): void {
    if (items.length > 0) parts.push({ ...statement(companyId, items), name })
  }
  write('answers', writes.insertAnswers, storedAnswersIn(decided))
  write('events', writes.insertEvents, decided.events)
  write('accounts', writes.upsertAccounts, decided.accounts)
  const updateBalances = isOneServer ? writes.updateBalances : writes.updateBalancesOnCitus
  write('balances', updateBalances, decided.movedBalances)
  write('transactions', writes.upsertTransactions, decided.transactions)
  write('names', writes.insertBeneficiaryNames, [...decided.beneficiaryNames])
  // The result comes from the head's part, so that part runs first and waits there for the locks of other processes. A
  // name has at most 63 characters.
  const name = parts.map((part) => part.name).join(' ')
  return { name, ...combineStatements(parts, 'SELECT FROM into_head') }
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
export async function awaitCommitOutcome({ begun, statements }: SentBatch): Promise<CommitOutcome> {
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
  if (name === 'rows' && reason.code === DIVISION_BY_ZERO) return { is: 'overtaken' }
  // The answer of a key exists; or an event's id does, which the retry on the slow path reports again.
  if (name === 'rows' && reason.code === UNIQUE_VIOLATION && !begun) return { is: 'overtaken' }
  return { is: 'refused', error: reason }
}

const DIVISION_BY_ZERO = '22012'
const UNIQUE_VIOLATION = '23505'
