import type { EventType } from '@ledger/contracts/events.ts'
import { byteas, uuids } from '@ledger/database/binary-arrays.ts'
import type { AccountStates } from '@ledger/database/log-tables.ts'
import { factOf, type SealedEvent } from '@ledger/database/stored-event.ts'
import type { Database, RowOf } from '@ledger/database/tables.ts'
import { columnsOf } from '@ledger/database/unnest.ts'
import type { Selectable } from 'kysely'
import type { Client } from 'pg'
import type { AccountState, TransactionState } from '../domain/state.ts'
import type { Head } from './chain.ts'
import type { Statement } from './submission.ts'

/**
 * The statements of one append. Each is a prepared statement over arrays; they are sent without waiting for one another
 * (pg's pipeline), so that a batch costs one round trip, and another where the log has to be read first.
 */

/** Locks the end of the log. Everything after it in the transaction sees what the appends before it have written. */
export async function lockHead(client: Client, companyId: string): Promise<Head> {
  const { rows } = await client.query<Selectable<Database['log_heads']>>({
    name: 'lock-head',
    text: 'SELECT position, hash, recorded_at, total_paise FROM log_heads WHERE company_id = $1 FOR UPDATE',
    values: [companyId],
  })
  const head = rows[0]
  if (!head) throw new Error(`Company ${companyId} has no log`)
  return headOf(head)
}

export function headOf(row: Omit<Selectable<Database['log_heads']>, 'company_id'>): Head {
  return { position: row.position, hash: row.hash, recordedAt: row.recorded_at, totalPaise: BigInt(row.total_paise) }
}

export async function loadAccounts(
  client: Client,
  companyId: string,
  accounts: string[],
): Promise<Map<string, AccountState>> {
  const { rows } = await client.query<AccountStates>({
    name: 'load-accounts',
    text: `SELECT account_id, role, status, first_name, last_name, site_name, mobile_masked, epoch, received_paise, spent_paise
      FROM account_states WHERE company_id = $1 AND account_id = ANY($2::uuid[])`,
    values: [companyId, uuids(accounts)],
  })
  return new Map(rows.map((row) => [row.account_id, accountOf(row)]))
}

export function accountOf(row: AccountStates): AccountState {
  return {
    id: row.account_id,
    role: row.role,
    status: row.status,
    profile: { firstName: row.first_name, lastName: row.last_name, site: row.site_name, mobile: row.mobile_masked },
    epoch: row.epoch,
    receivedPaise: row.received_paise,
    spentPaise: row.spent_paise,
  }
}

/** Those that were changed have a row, and so have those from before their first event bore their id; of the others that event tells. */
export async function loadTransactions(
  client: Client,
  companyId: string,
  ids: string[],
): Promise<Map<string, TransactionState>> {
  const values = [companyId, uuids(ids)]
  const [begun, changed] = await Promise.all([
    client.query<FirstEvent>({
      name: 'load-first-events',
      text: `SELECT ${FIRST_EVENT.join(', ')} FROM events WHERE company_id = $1 AND event_id = ANY($2::uuid[])`,
      values,
    }),
    client.query<RowOf<'transaction_states'>>({
      name: 'load-transactions',
      text: `SELECT transaction_id, revision, deleted, state
        FROM transaction_states WHERE company_id = $1 AND transaction_id = ANY($2::uuid[])`,
      values,
    }),
  ])
  const states = [...begun.rows.flatMap((row) => begunBy(row) ?? []), ...changed.rows.map(transactionStateOf)]
  return new Map(states.map((state) => [state.id, state]))
}

/** What a row says of a transaction. */
export function transactionStateOf(row: RowOf<'transaction_states'>): TransactionState {
  const { transaction_id: id, revision, deleted, state } = row
  return { id, revision, deleted, ...JSON.parse(state) }
}

/** The columns of an event that `begunBy` looks at. */
export const FIRST_EVENT = ['position', 'event_id', 'type', 'schema_version', 'recorded_at', 'actor', 'data'] as const
export type FirstEvent = Pick<RowOf<'events'>, (typeof FIRST_EVENT)[number]>

/** The state of a transaction that nobody has changed, of the event that bears its id; undefined where that begins none. */
export function begunBy(row: FirstEvent): TransactionState | undefined {
  const { position, event_id: id, recorded_at: recordedAt, actor } = row
  const { data } = factOf({ position, type: row.type as EventType, schemaVersion: row.schema_version, data: row.data })
  if (!('entry' in data) || data.transaction !== id) return undefined
  return { id, revision: 1, deleted: false, entry: data.entry, recordedAt, recordedBy: JSON.parse(actor) }
}

/** An answer that a key gave before; `body` is the exact text. */
export interface StoredAnswer {
  bodyDigest: Buffer
  status: number
  body: string
}

/** By digest, in hex. */
export async function loadAnswers(
  client: Client,
  companyId: string,
  keys: Buffer[],
): Promise<Map<string, StoredAnswer>> {
  const { rows } = await client.query<{ key_digest: Buffer; body_digest: Buffer; status: number; body: string }>({
    name: 'load-answers',
    text: 'SELECT key_digest, body_digest, status, body FROM answers WHERE company_id = $1 AND key_digest = ANY($2::bytea[])',
    values: [companyId, byteas(keys)],
  })
  return new Map(
    rows.map(({ key_digest, body_digest: bodyDigest, status, body }) => [
      key_digest.toString('hex'),
      { bodyDigest, status, body },
    ]),
  )
}

export async function loadBeneficiaryNames(
  client: Client,
  companyId: string,
  ids: string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ beneficiary_id: string; name: string }>({
    name: 'load-beneficiary-names',
    text: 'SELECT beneficiary_id, name FROM beneficiary_names WHERE company_id = $1 AND beneficiary_id = ANY($2::text[])',
    values: [companyId, ids],
  })
  return new Map(rows.map((row) => [row.beneficiary_id, row.name]))
}

export async function loadSignInNames(
  client: Client,
  companyId: string,
  names: string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; account_id: string }>({
    name: 'load-sign-in-names',
    text: 'SELECT name, account_id FROM sign_in_names WHERE company_id = $1 AND name = ANY($2::text[])',
    values: [companyId, names],
  })
  return new Map(rows.map((row) => [row.name, row.account_id]))
}

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
    text: `INSERT INTO events (company_id, ${EVENTS.names}) SELECT $1, ${EVENTS.names} FROM ${EVENTS.from(2)}`,
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
    text: `INSERT INTO account_states (company_id, ${ACCOUNTS.names}) SELECT $1, ${ACCOUNTS.names} FROM ${ACCOUNTS.from(2)}
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
      SELECT $1, ${TRANSACTIONS.names} FROM ${TRANSACTIONS.from(2)}
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
    text: `INSERT INTO beneficiary_names (company_id, ${NAMES.names}) SELECT $1, ${NAMES.names} FROM ${NAMES.from(2)}`,
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
      SELECT $1, $2, ${ANSWERS.names} FROM ${ANSWERS.from(3)}`,
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
