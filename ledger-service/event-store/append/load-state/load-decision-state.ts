import type { EventType, SiteAssignment } from '@ledger/contracts/events/event-schemas.ts'
import { encodeByteaArray, encodeUuidArray } from '@ledger/database/binary/binary-arrays.ts'
import { decodePayload } from '@ledger/database/binary/event-decoder.ts'
import type { Database, RowOf } from '@ledger/database/tables/database-schema.ts'
import type { AccountStatesTableColumns } from '@ledger/database/tables/log-and-decision-state-tables.ts'
import type { Selectable } from 'kysely'
import type { Client } from 'pg'
import type { AccountState, TransactionState } from '../../../domain/account-and-transaction-states.ts'
import type { LogHead } from '../../integrity/hash-chain.ts'

/**
 * The reads of an append that cannot decide from the cache. Each is a prepared statement over arrays; they are sent
 * without waiting for one another (pg's pipeline), so that all of them cost one round trip.
 */

/** Locks the end of the log. Every later statement of the transaction sees all earlier appends. */
export async function lockHead(client: Client, companyId: string): Promise<LogHead> {
  const { rows } = await client.query<Selectable<Database['log_heads']>>({
    name: 'lock-head',
    text: 'SELECT position, hash, recorded_at, total_paise FROM log_heads WHERE company_id = $1 FOR UPDATE',
    values: [companyId],
  })
  const head = rows[0]
  if (!head) throw new Error(`Company ${companyId} has no log`)
  return logHeadFromRow(head)
}

export function logHeadFromRow(row: Omit<Selectable<Database['log_heads']>, 'company_id'>): LogHead {
  return { position: row.position, hash: row.hash, recordedAt: row.recorded_at, totalPaise: BigInt(row.total_paise) }
}

const ACCOUNT_COLUMNS =
  'account_id, role, status, first_name, last_name, site_name, mobile_masked, epoch, received_paise, spent_paise, assignment'

export async function loadAccounts(
  client: Client,
  companyId: string,
  accounts: string[],
): Promise<Map<string, AccountState>> {
  const { rows } = await client.query<AccountStatesTableColumns>({
    name: 'load-accounts',
    text: `SELECT ${ACCOUNT_COLUMNS} FROM account_states WHERE company_id = $1 AND account_id = ANY($2::uuid[])`,
    values: [companyId, encodeUuidArray(accounts)],
  })
  return new Map(rows.map((row) => [row.account_id, accountStateFromRow(row)]))
}

/** Reads the admins of a company who can sign in. */
export async function loadAdmins(client: Client, companyId: string): Promise<Map<string, AccountState>> {
  const { rows } = await client.query<AccountStatesTableColumns>({
    name: 'load-admins',
    text: `SELECT ${ACCOUNT_COLUMNS} FROM account_states WHERE company_id = $1 AND role = 'admin' AND status = 'active'`,
    values: [companyId],
  })
  return new Map(rows.map((row) => [row.account_id, accountStateFromRow(row)]))
}

export function accountStateFromRow(row: AccountStatesTableColumns): AccountState {
  return {
    id: row.account_id,
    role: row.role,
    status: row.status,
    profile: { firstName: row.first_name, lastName: row.last_name, site: row.site_name, mobile: row.mobile_masked },
    epoch: row.epoch,
    receivedPaise: row.received_paise,
    spentPaise: row.spent_paise,
    ...(row.assignment === null ? {} : { assignment: JSON.parse(row.assignment) as SiteAssignment }),
  }
}

/**
 * Reads transactions. A changed transaction has a row, and so has one from before first events had its id; the state of
 * any other comes from its first event.
 */
export async function loadTransactions(
  client: Client,
  companyId: string,
  ids: string[],
): Promise<Map<string, TransactionState>> {
  const values = [companyId, encodeUuidArray(ids)]
  const [begun, changed] = await Promise.all([
    client.query<CreatingEventRow>({
      name: 'load-first-events',
      text: `SELECT ${CREATING_EVENT_COLUMNS.join(', ')} FROM events WHERE company_id = $1 AND event_id = ANY($2::uuid[])`,
      values,
    }),
    client.query<RowOf<'transaction_states'>>({
      name: 'load-transactions',
      text: `SELECT transaction_id, revision, deleted, state
        FROM transaction_states WHERE company_id = $1 AND transaction_id = ANY($2::uuid[])`,
      values,
    }),
  ])
  const states = [
    ...begun.rows.flatMap((row) => stateFromCreation(row) ?? []),
    ...changed.rows.map(transactionStateFromRow),
  ]
  return new Map(states.map((state) => [state.id, state]))
}

/** Returns the state of a transaction from its row. */
export function transactionStateFromRow(row: RowOf<'transaction_states'>): TransactionState {
  const { transaction_id: id, revision, deleted, state } = row
  return { id, revision, deleted, ...JSON.parse(state) }
}

/** The columns of an event that `stateFromCreation` reads. */
export const CREATING_EVENT_COLUMNS = [
  'position',
  'event_id',
  'type',
  'schema_version',
  'recorded_at',
  'actor',
  'data',
] as const
export type CreatingEventRow = Pick<RowOf<'events'>, (typeof CREATING_EVENT_COLUMNS)[number]>

/**
 * Returns the state of an unchanged transaction, from the event that has its id; undefined where that event begins
 * none.
 */
export function stateFromCreation(row: CreatingEventRow): TransactionState | undefined {
  const { position, event_id: id, recorded_at: recordedAt, actor } = row
  const { data } = decodePayload({
    position,
    type: row.type as EventType,
    schemaVersion: row.schema_version,
    data: row.data,
  })
  if (!('entry' in data) || data.transaction !== id) return undefined
  return { id, revision: 1, deleted: false, entry: data.entry, recordedAt, recordedBy: JSON.parse(actor) }
}

/** The stored answer of a key; `body` is the exact text. */
export interface StoredAnswer {
  bodyDigest: Buffer
  status: number
  body: string
}

/** Reads stored answers, by digest in hex. */
export async function loadAnswers(
  client: Client,
  companyId: string,
  keys: Buffer[],
): Promise<Map<string, StoredAnswer>> {
  const { rows } = await client.query<{ key_digest: Buffer; body_digest: Buffer; status: number; body: string }>({
    name: 'load-answers',
    text: 'SELECT key_digest, body_digest, status, body FROM answers WHERE company_id = $1 AND key_digest = ANY($2::bytea[])',
    values: [companyId, encodeByteaArray(keys)],
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
