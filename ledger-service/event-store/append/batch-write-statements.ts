import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import { COMPANY_SOURCE_SQL, type ColumnTypes, unnestColumns } from '@ledger/database/binary/unnest-columns.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { AccountState, TransactionState } from '../../domain/account-and-transaction-states.ts'
import type { LogHead } from '../integrity/hash-chain.ts'
import type { StoredAnswer } from './load-state/load-decision-state.ts'

/** The writes of an append, each over arrays; send-batch-and-await-commit.ts describes how they are sent. */

/** Returns the statement that writes items of a company. */
export type BatchStatement<Item> = (companyId: string, items: readonly Item[]) => SqlStatement

export const insertEvents = buildBatchStatement<ChainedEvent, RowOf<'events'>>({
  name: 'insert-events',
  columns: {
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
  },
  rowOf: (event) => ({
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
  }),
  text: ({ names, rows }) => `INSERT INTO events (company_id, ${names}) SELECT company_id, ${names} FROM ${rows}`,
})

/**
 * Uses an upsert, which always selects by the key; an UPDATE … FROM of the same rows is planned as a scan while the
 * table is unanalysed.
 */
export const upsertAccounts = buildBatchStatement<AccountState, RowOf<'account_states'>>({
  name: 'write-accounts',
  columns: {
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
    assignment: 'json',
  },
  rowOf: ({ profile, ...account }) => ({
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
    assignment: account.assignment === undefined ? null : JSON.stringify(account.assignment),
  }),
  text: ({ names, rows }) => `INSERT INTO account_states (company_id, ${names}) SELECT company_id, ${names} FROM ${rows}
    ON CONFLICT (company_id, account_id) DO UPDATE SET
      role = excluded.role, status = excluded.status, first_name = excluded.first_name, last_name = excluded.last_name,
      site_name = excluded.site_name, mobile_masked = excluded.mobile_masked, epoch = excluded.epoch,
      received_paise = excluded.received_paise, spent_paise = excluded.spent_paise, assignment = excluded.assignment`,
})

/**
 * Updates balances alone, because most batches only move money: three columns of existing rows. It selects by the key,
 * because other plans are off (write-pool.ts) and the fence hides that all rows are of one company: a generic plan for
 * one company would read all its accounts, as most companies have few.
 */
export const updateBalances = updateBalancesFrom(
  (given) => `(SELECT $1::uuid AS company_id, * FROM ${given} OFFSET 0) AS given`,
  'given.company_id',
)

/** The same in the form that Citus takes: it names the company, by which Citus finds the node. */
export const updateBalancesOnCitus = updateBalancesFrom((given) => given, '$1')

function updateBalancesFrom(source: (given: string) => string, company: string): BatchStatement<AccountState> {
  return buildBatchStatement<
    AccountState,
    Pick<RowOf<'account_states'>, 'account_id' | 'received_paise' | 'spent_paise'>
  >({
    name: 'move-balances',
    columns: { account_id: 'uuid', received_paise: 'bigint', spent_paise: 'bigint' },
    rowOf: ({ id, receivedPaise, spentPaise }) => ({
      account_id: id,
      received_paise: receivedPaise,
      spent_paise: spentPaise,
    }),
    text: ({ given }) =>
      `UPDATE account_states AS a SET received_paise = given.received_paise, spent_paise = given.spent_paise
    FROM ${source(given)} WHERE a.company_id = ${company} AND a.account_id = given.account_id`,
  })
}

export const upsertTransactions = buildBatchStatement<TransactionState, RowOf<'transaction_states'>>({
  name: 'write-transactions',
  columns: { transaction_id: 'uuid', revision: 'integer', deleted: 'boolean', state: 'json' },
  rowOf: ({ id, revision, deleted, ...state }) => ({
    transaction_id: id,
    revision,
    deleted,
    state: JSON.stringify(state),
  }),
  text: ({ names, rows }) =>
    `INSERT INTO transaction_states (company_id, ${names}) SELECT company_id, ${names} FROM ${rows}
    ON CONFLICT (company_id, transaction_id) DO UPDATE SET
      revision = excluded.revision, deleted = excluded.deleted, state = excluded.state`,
})

export const insertBeneficiaryNames = buildBatchStatement<[id: string, name: string], RowOf<'beneficiary_names'>>({
  name: 'insert-beneficiary-names',
  columns: { beneficiary_id: 'text', name: 'text' },
  rowOf: ([id, name]) => ({ beneficiary_id: id, name }),
  text: ({ names, rows }) =>
    `INSERT INTO beneficiary_names (company_id, ${names}) SELECT company_id, ${names} FROM ${rows}`,
})

export const insertAnswers = buildBatchStatement<
  StoredAnswer & { digest: string; answeredAt: string },
  RowOf<'answers'>
>({
  name: 'insert-answers',
  columns: { key_digest: 'bytea', body_digest: 'bytea', status: 'smallint', body: 'text', answered_at: 'timestamptz' },
  rowOf: ({ digest, bodyDigest, status, body, answeredAt }) => ({
    key_digest: Buffer.from(digest, 'hex'),
    body_digest: bodyDigest,
    status,
    body,
    answered_at: answeredAt,
  }),
  text: ({ names, rows }) => `INSERT INTO answers (company_id, ${names}) SELECT company_id, ${names} FROM ${rows}`,
})

/**
 * Locks the end of a log and moves it from the position that the batch was decided on. Where the log ends elsewhere,
 * the statement fails (22012, a division by zero), and the rest of the transaction with it. It waits for other writers,
 * and sees their changes.
 */
export function compareAndSetHead(companyId: string, from: LogHead, to: LogHead): SqlStatement {
  return {
    name: 'move-head',
    text: `UPDATE log_heads SET position = $2::bigint / (hash = $6)::integer, hash = $3, recorded_at = $4, total_paise = $5
      WHERE company_id = $1 RETURNING position`,
    values: [companyId, to.position, to.hash, to.recordedAt, String(to.totalPaise), from.hash],
  }
}

/** The parts of a statement's text. */
interface StatementParts {
  /** The columns without the company. */
  names: string
  /** The rows with their `company_id`. */
  rows: string
  /** The rows as `given`, without it; the company is `$1`. */
  given: string
}

function buildBatchStatement<Item, Row>({
  name,
  columns,
  rowOf,
  text,
}: {
  name: string
  columns: ColumnTypes<Row>
  rowOf: (item: Item) => Row
  text: (source: StatementParts) => string
}): BatchStatement<Item> {
  const { names, from, values } = unnestColumns<Row>(columns)
  const given = from(2)
  const statementText = text({ names, rows: `${COMPANY_SOURCE_SQL} CROSS JOIN ${given}`, given })
  return (companyId, items) => ({ name, text: statementText, values: [companyId, ...values(items.map(rowOf))] })
}
