import type { Client } from 'pg'
import type { Decided } from './batch.ts'
import * as tables from './batch-tables.ts'

/** Statements on their way, in order, and the milliseconds from the answer of the one before to each one's own. */
export interface Sent {
  statements: Promise<unknown>[]
  times: Record<string, number>
}

/**
 * Sends everything that a decided batch writes, without waiting for one another, and last the commit.
 * @throws Unsendable where a value does not fit its column: then no commit was sent
 */
export function sendBatch(client: Client, companyId: string, decided: Decided): Sent {
  const { events, accounts, movedBalances, transactions, beneficiaryNames, storedAnswers, alongside, head } = decided
  const sent: Sent = { statements: [], times: {} }
  let answeredAt = performance.now()

  function send(name: string, statement: Promise<unknown>): void {
    const answered = () => {
      const now = performance.now()
      sent.times[name] = (sent.times[name] ?? 0) + now - answeredAt
      answeredAt = now
    }
    statement.then(answered, answered)
    sent.statements.push(statement)
  }

  try {
    if (events.length > 0) send('events', tables.insertEvents(client, companyId, events))
    if (accounts.length > 0) send('accounts', tables.writeAccounts(client, companyId, accounts))
    if (movedBalances.length > 0) send('balances', tables.moveBalances(client, companyId, movedBalances))
    if (transactions.length > 0) send('transactions', tables.writeTransactions(client, companyId, transactions))
    if (beneficiaryNames.size > 0)
      send('beneficiaries', tables.insertBeneficiaryNames(client, companyId, beneficiaryNames))
    if (storedAnswers.size > 0) send('answers', tables.insertAnswers(client, companyId, storedAnswers, head.recordedAt))
    for (const statement of alongside) send('alongside', client.query(statement))
    if (events.length > 0) send('head', tables.moveHead(client, companyId, head))
  } catch (error) {
    throw new Unsendable(sent.statements, error)
  }
  send('commit', client.query('COMMIT'))
  return sent
}

/** A value did not fit its column, after these statements had been sent. */
export class Unsendable extends Error {
  readonly statements: Promise<unknown>[]
  constructor(statements: Promise<unknown>[], cause: unknown) {
    super('A value does not fit its column', { cause })
    this.statements = statements
  }
}
