import {
  bigints,
  booleans,
  byteas,
  integers,
  jsons,
  smallints,
  texts,
  timestamps,
  uuids,
} from '@ledger/migrations/binary-arrays.ts'
import type { SealedEvent } from '@ledger/migrations/stored-event.ts'
import type { AccountStates } from '@ledger/migrations/tables.ts'
import type { Client } from 'pg'
import type { AccountState, TransactionState } from '../domain/state.ts'
import type { Head } from './chain.ts'

/**
 * The statements of one append. Each is a prepared statement over arrays; they are sent without waiting for one another
 * (pg's pipeline), so that a batch costs two round trips: one to lock and load, one to write and commit.
 */

/** Locks the end of the log. Everything after it in the transaction sees what the appends before it have written. */
export async function lockHead(client: Client, companyId: string): Promise<Head> {
  const { rows } = await client.query<{ position: number; hash: Buffer; recorded_at: string }>({
    name: 'lock-head',
    text: 'SELECT position, hash, recorded_at FROM log_heads WHERE company_id = $1 FOR UPDATE',
    values: [companyId],
  })
  const head = rows[0]
  if (!head) throw new Error(`Company ${companyId} has no log`)
  return { position: head.position, hash: head.hash, recordedAt: head.recorded_at }
}

/** The accounts that commands name, and those of the transactions that commands name. */
export async function loadAccounts(
  client: Client,
  companyId: string,
  accounts: string[],
  transactions: string[],
): Promise<Map<string, AccountState>> {
  const ofTransactions = `
    SELECT unnest(ARRAY[(state #>> '{entry,account,id}')::uuid, (state #>> '{entry,counterparty,id}')::uuid])
    FROM transaction_states WHERE company_id = $1 AND transaction_id = ANY($3::uuid[])`
  const named = transactions.length > 0
  const { rows } = await client.query<AccountStates>({
    name: named ? 'load-accounts-of-transactions' : 'load-accounts',
    text: `SELECT account_id, role, status, first_name, last_name, site_name, mobile_masked, epoch, received_paise, spent_paise
      FROM account_states WHERE company_id = $1 AND account_id = ANY($2::uuid[]${named ? ` || ARRAY(${ofTransactions})` : ''})`,
    values: named ? [companyId, uuids(accounts), uuids(transactions)] : [companyId, uuids(accounts)],
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

export async function loadTransactions(
  client: Client,
  companyId: string,
  ids: string[],
): Promise<Map<string, TransactionState>> {
  const { rows } = await client.query<{ transaction_id: string; revision: number; deleted: boolean; state: string }>({
    name: 'load-transactions',
    text: `SELECT transaction_id, revision, deleted, state
      FROM transaction_states WHERE company_id = $1 AND transaction_id = ANY($2::uuid[])`,
    values: [companyId, uuids(ids)],
  })
  return new Map(
    rows.map(({ transaction_id: id, revision, deleted, state }) => [
      id,
      { id, revision, deleted, ...JSON.parse(state) },
    ]),
  )
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

export async function loadSignInNames(client: Client, names: string[]): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; account_id: string }>({
    name: 'load-sign-in-names',
    text: 'SELECT name, account_id FROM sign_in_names WHERE name = ANY($1::text[])',
    values: [names],
  })
  return new Map(rows.map((row) => [row.name, row.account_id]))
}

export function insertEvents(client: Client, companyId: string, events: SealedEvent[]): Promise<unknown> {
  return client.query({
    name: 'insert-events',
    text: `INSERT INTO events
        (company_id, position, event_id, type, schema_version, recorded_at, date, actor, data, meta, prev_hash, hash)
      SELECT $1, position, event_id, type, schema_version, recorded_at, date, actor, data, meta, prev_hash, hash
      FROM unnest($2::bigint[], $3::uuid[], $4::text[], $5::smallint[], $6::timestamptz[], $7::timestamptz[],
          $8::json[], $9::json[], $10::json[], $11::bytea[], $12::bytea[])
        AS e (position, event_id, type, schema_version, recorded_at, date, actor, data, meta, prev_hash, hash)`,
    values: [
      companyId,
      bigints(events.map((event) => event.position)),
      uuids(events.map((event) => event.eventId)),
      texts(events.map((event) => event.type)),
      smallints(events.map((event) => event.schemaVersion)),
      timestamps(events.map((event) => event.recordedAt)),
      timestamps(events.map((event) => event.date)),
      jsons(events.map((event) => event.actor)),
      jsons(events.map((event) => event.data)),
      jsons(events.map((event) => event.meta)),
      byteas(events.map((event) => event.prevHash)),
      byteas(events.map((event) => event.hash)),
    ],
  })
}

/** An upsert always goes by the key; an UPDATE … FROM of the same rows is planned as a scan while the table is unanalysed. */
export function writeAccounts(client: Client, companyId: string, accounts: AccountState[]): Promise<unknown> {
  return client.query({
    name: 'write-accounts',
    text: `INSERT INTO account_states (company_id, account_id, role, status, first_name, last_name, site_name, mobile_masked,
          epoch, received_paise, spent_paise)
      SELECT $1, * FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
          $9::integer[], $10::bigint[], $11::bigint[])
      ON CONFLICT (company_id, account_id) DO UPDATE SET
        status = excluded.status, first_name = excluded.first_name, last_name = excluded.last_name,
        site_name = excluded.site_name, mobile_masked = excluded.mobile_masked, epoch = excluded.epoch,
        received_paise = excluded.received_paise, spent_paise = excluded.spent_paise`,
    values: [
      companyId,
      uuids(accounts.map((account) => account.id)),
      texts(accounts.map((account) => account.role)),
      texts(accounts.map((account) => account.status)),
      texts(accounts.map((account) => account.profile.firstName)),
      texts(accounts.map((account) => account.profile.lastName)),
      texts(accounts.map((account) => account.profile.site)),
      texts(accounts.map((account) => account.profile.mobile)),
      integers(accounts.map((account) => account.epoch)),
      bigints(accounts.map((account) => account.receivedPaise)),
      bigints(accounts.map((account) => account.spentPaise)),
    ],
  })
}

/** Most batches only move money: three columns of rows that are there. By the key, because other plans are off (append.ts). */
export function moveBalances(client: Client, companyId: string, accounts: AccountState[]): Promise<unknown> {
  return client.query({
    name: 'move-balances',
    text: `UPDATE account_states AS a SET received_paise = moved.received_paise, spent_paise = moved.spent_paise
      FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) AS moved (account_id, received_paise, spent_paise)
      WHERE a.company_id = $1 AND a.account_id = moved.account_id`,
    values: [
      companyId,
      uuids(accounts.map((account) => account.id)),
      bigints(accounts.map((account) => account.receivedPaise)),
      bigints(accounts.map((account) => account.spentPaise)),
    ],
  })
}

export function writeTransactions(
  client: Client,
  companyId: string,
  transactions: TransactionState[],
): Promise<unknown> {
  return client.query({
    name: 'write-transactions',
    text: `INSERT INTO transaction_states (company_id, transaction_id, revision, deleted, state)
      SELECT $1, id, revision, deleted, state
      FROM unnest($2::uuid[], $3::integer[], $4::boolean[], $5::json[]) AS t (id, revision, deleted, state)
      ON CONFLICT (company_id, transaction_id) DO UPDATE SET
        revision = excluded.revision, deleted = excluded.deleted, state = excluded.state`,
    values: [
      companyId,
      uuids(transactions.map((transaction) => transaction.id)),
      integers(transactions.map((transaction) => transaction.revision)),
      booleans(transactions.map((transaction) => transaction.deleted)),
      jsons(transactions.map(({ entry, recordedAt, recordedBy }) => JSON.stringify({ entry, recordedAt, recordedBy }))),
    ],
  })
}

export function insertBeneficiaryNames(
  client: Client,
  companyId: string,
  names: Map<string, string>,
): Promise<unknown> {
  return client.query({
    name: 'insert-beneficiary-names',
    text: 'INSERT INTO beneficiary_names (company_id, beneficiary_id, name) SELECT $1, * FROM unnest($2::text[], $3::text[])',
    values: [companyId, texts([...names.keys()]), texts([...names.values()])],
  })
}

export function insertAnswers(
  client: Client,
  companyId: string,
  answers: Map<string, StoredAnswer>,
  answeredAt: string,
): Promise<unknown> {
  const stored = [...answers.values()]
  return client.query({
    name: 'insert-answers',
    text: `INSERT INTO answers (company_id, key_digest, body_digest, status, body, answered_at)
      SELECT $1, key_digest, body_digest, status, body, $6
      FROM unnest($2::bytea[], $3::bytea[], $4::smallint[], $5::text[]) AS a (key_digest, body_digest, status, body)`,
    values: [
      companyId,
      byteas([...answers.keys()].map((key) => Buffer.from(key, 'hex'))),
      byteas(stored.map((answer) => answer.bodyDigest)),
      smallints(stored.map((answer) => answer.status)),
      texts(stored.map((answer) => answer.body)),
      answeredAt,
    ],
  })
}

export function moveHead(client: Client, companyId: string, head: Head): Promise<unknown> {
  return client.query({
    name: 'move-head',
    text: 'UPDATE log_heads SET position = $2, hash = $3, recorded_at = $4 WHERE company_id = $1',
    values: [companyId, head.position, head.hash, head.recordedAt],
  })
}
