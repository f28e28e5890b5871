import type { SealedEvent } from '@ledger/database/stored-event.ts'
import type { RowOf } from '@ledger/database/tables.ts'
import { columnsOf, OF_COMPANY } from '@ledger/database/unnest.ts'
import type { AccountState, TransactionState } from '../domain/state.ts'
import type { StoredAnswer } from './batch-reads.ts'
import type { Head } from './chain.ts'
import type { Statement } from './submission.ts'

/** What an append writes, each over arrays; how they go out together, send-batch.ts says. */

const EVENTS = columnsOf<RowOf<'events'>>({
  position: 'bigint',
  event_id: 'uuid',
  type: 'text',
  schema_version: 'smallint',
  recorded_at: 'timestamptz',
  date: 'timestamptz',
  actor: 'json',
  data: 'json',
  meta: 'json',
  prev_hash: 'bytea',
  hash: 'bytea',
})

export function insertEvents(companyId: string, events: SealedEvent[]): Statement {
  const rows = events.map((event) => ({
    position: event.position,
    event_id: event.eventId,
    type: event.type,
    schema_version: event.schemaVersion,
    recorded_at: event.recordedAt,
    date: event.date,
    actor: event.actor,
    data: event.data,
    meta: event.meta,
    prev_hash: event.prevHash,
    hash: event.hash,
  }))
  return {
    name: 'insert-events',
    text: `INSERT INTO events (company_id, ${EVENTS.names})
      SELECT company_id, ${EVENTS.names} FROM ${OF_COMPANY} CROSS JOIN ${EVENTS.from(2)}`,
    values: [companyId, ...EVENTS.values(rows)],
  }
}

const ACCOUNTS = columnsOf<RowOf<'account_states'>>({
  account_id: 'uuid',
  role: 'text',
  status: 'text',
  first_name: 'text',
  last_name: 'text',
  site_name: 'text',
  mobile_masked: 'text',
  epoch: 'integer',
  received_paise: 'bigint',
  spent_paise: 'bigint',
})

/** An upsert always goes by the key; an UPDATE … FROM of the same rows is planned as a scan while the table is unanalysed. */
export function writeAccounts(companyId: string, accounts: AccountState[]): Statement {
  const rows = accounts.map(({ profile, ...account }) => ({
    account_id: account.id,
    role: account.role,
    status: account.status,
    first_name: profile.firstName,
    last_name: profile.lastName,
    site_name: profile.site,
    mobile_masked: profile.mobile,
    epoch: account.epoch,
    received_paise: account.receivedPaise,
    spent_paise: account.spentPaise,
  }))
  return {
    name: 'write-accounts',
    text: `INSERT INTO account_states (company_id, ${ACCOUNTS.names})
      SELECT company_id, ${ACCOUNTS.names} FROM ${OF_COMPANY} CROSS JOIN ${ACCOUNTS.from(2)}
      ON CONFLICT (company_id, account_id) DO UPDATE SET
        status = excluded.status, first_name = excluded.first_name, last_name = excluded.last_name,
        site_name = excluded.site_name, mobile_masked = excluded.mobile_masked, epoch = excluded.epoch,
        received_paise = excluded.received_paise, spent_paise = excluded.spent_paise`,
    values: [companyId, ...ACCOUNTS.values(rows)],
  }
}

const BALANCES = columnsOf<Pick<RowOf<'account_states'>, 'account_id' | 'received_paise' | 'spent_paise'>>({
  account_id: 'uuid',
  received_paise: 'bigint',
  spent_paise: 'bigint',
})

/** Most batches only move money: three columns of rows that are there. By the key, because other plans are off (append.ts). */
export function moveBalances(companyId: string, accounts: AccountState[]): Statement {
  const rows = accounts.map(({ id, receivedPaise, spentPaise }) => ({
    account_id: id,
    received_paise: receivedPaise,
    spent_paise: spentPaise,
  }))
  return {
    name: 'move-balances',
    text: `UPDATE account_states AS a SET received_paise = given.received_paise, spent_paise = given.spent_paise
      FROM ${BALANCES.from(2)}
      WHERE a.company_id = $1 AND a.account_id = given.account_id`,
    values: [companyId, ...BALANCES.values(rows)],
  }
}

const TRANSACTIONS = columnsOf<RowOf<'transaction_states'>>({
  transaction_id: 'uuid',
  revision: 'integer',
  deleted: 'boolean',
  state: 'json',
})

export function writeTransactions(companyId: string, transactions: TransactionState[]): Statement {
  const rows = transactions.map(({ id, revision, deleted, entry, recordedAt, recordedBy }) => ({
    transaction_id: id,
    revision,
    deleted,
    state: JSON.stringify({ entry, recordedAt, recordedBy }),
  }))
  return {
    name: 'write-transactions',
    text: `INSERT INTO transaction_states (company_id, ${TRANSACTIONS.names})
      SELECT company_id, ${TRANSACTIONS.names} FROM ${OF_COMPANY} CROSS JOIN ${TRANSACTIONS.from(2)}
      ON CONFLICT (company_id, transaction_id) DO UPDATE SET
        revision = excluded.revision, deleted = excluded.deleted, state = excluded.state`,
    values: [companyId, ...TRANSACTIONS.values(rows)],
  }
}

const NAMES = columnsOf<RowOf<'beneficiary_names'>>({ beneficiary_id: 'text', name: 'text' })

export function insertBeneficiaryNames(companyId: string, names: Map<string, string>): Statement {
  const rows = [...names].map(([id, name]) => ({ beneficiary_id: id, name }))
  return {
    name: 'insert-beneficiary-names',
    text: `INSERT INTO beneficiary_names (company_id, ${NAMES.names})
      SELECT company_id, ${NAMES.names} FROM ${OF_COMPANY} CROSS JOIN ${NAMES.from(2)}`,
    values: [companyId, ...NAMES.values(rows)],
  }
}

const ANSWERS = columnsOf<Omit<RowOf<'answers'>, 'answered_at'>>({
  key_digest: 'bytea',
  body_digest: 'bytea',
  status: 'smallint',
  body: 'text',
})

export function insertAnswers(companyId: string, answers: Map<string, StoredAnswer>, answeredAt: string): Statement {
  const rows = [...answers].map(([key, { bodyDigest, status, body }]) => ({
    key_digest: Buffer.from(key, 'hex'),
    body_digest: bodyDigest,
    status,
    body,
  }))
  return {
    name: 'insert-answers',
    text: `INSERT INTO answers (company_id, answered_at, ${ANSWERS.names})
      SELECT company_id, $2::timestamptz, ${ANSWERS.names} FROM ${OF_COMPANY} CROSS JOIN ${ANSWERS.from(3)}`,
    values: [companyId, answeredAt, ...ANSWERS.values(rows)],
  }
}

/**
 * Locks the end of the log and moves it, from where the batch was decided: where it is elsewhere the statement fails
 * (22012, a division by zero), and with it all that follows in the transaction. It waits for whoever appends, and sees
 * what they left.
 */
export function moveHead(companyId: string, from: Head, to: Head): Statement {
  return {
    name: 'move-head',
    text: `UPDATE log_heads SET position = $2::bigint / (hash = $6)::integer, hash = $3, recorded_at = $4, total_paise = $5
      WHERE company_id = $1 RETURNING position`,
    values: [companyId, to.position, to.hash, to.recordedAt, String(to.totalPaise), from.hash],
  }
}
