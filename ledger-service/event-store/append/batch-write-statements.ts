import { COMPANY_SOURCE_SQL, type ColumnTypes, unnestColumns } from '@ledger/database/binary/bulk-insert.ts'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import type { RowOf } from '@ledger/database/tables/database-schema.ts'
import type { AccountState, TransactionState } from '../../domain/state.ts'
import type { LogHead } from '../integrity/hash-chain.ts'
import type { SqlStatement } from './command-envelope.ts'
import type { StoredAnswer } from './load-decision-state.ts'

/**
 * The writes of an append, each over arrays, of one company or of several together; execute-batch.ts describes how they
 * are sent.
 */

export interface CompanyItems<Item> {
  companyId: string
  items: readonly Item[]
}

/**
 * Returns the statement for items of companies, each company once; in the form that Citus takes, unless all companies
 * are on one server.
 */
type BatchStatementBuilder<Item> = (all: readonly CompanyItems<Item>[], isOneServer?: boolean) => SqlStatement

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
  }),
  text: ({ names, rows }) => `INSERT INTO account_states (company_id, ${names}) SELECT company_id, ${names} FROM ${rows}
    ON CONFLICT (company_id, account_id) DO UPDATE SET
      status = excluded.status, first_name = excluded.first_name, last_name = excluded.last_name,
      site_name = excluded.site_name, mobile_masked = excluded.mobile_masked, epoch = excluded.epoch,
      received_paise = excluded.received_paise, spent_paise = excluded.spent_paise`,
})

/**
 * Updates balances alone, because most batches only move money: three columns of existing rows. It selects by the key,
 * because other plans are off (write-pool.ts) and each row has its company: a generic plan for one company
 * parameter would read all rows of the company, as most companies have few accounts.
 */
export const updateBalances = buildBatchStatement<
  AccountState,
  Pick<RowOf<'account_states'>, 'account_id' | 'received_paise' | 'spent_paise'>
>({
  name: 'move-balances',
  isByRow: true,
  columns: { account_id: 'uuid', received_paise: 'bigint', spent_paise: 'bigint' },
  rowOf: ({ id, receivedPaise, spentPaise }) => ({
    account_id: id,
    received_paise: receivedPaise,
    spent_paise: spentPaise,
  }),
  text: ({ given, company }) =>
    `UPDATE account_states AS a SET received_paise = given.received_paise, spent_paise = given.spent_paise
    FROM ${given} WHERE a.company_id = ${company} AND a.account_id = given.account_id`,
})

export const upsertTransactions = buildBatchStatement<TransactionState, RowOf<'transaction_states'>>({
  name: 'write-transactions',
  columns: { transaction_id: 'uuid', revision: 'integer', deleted: 'boolean', state: 'json' },
  rowOf: ({ id, revision, deleted, entry, recordedAt, recordedBy }) => ({
    transaction_id: id,
    revision,
    deleted,
    state: JSON.stringify({ entry, recordedAt, recordedBy }),
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
export function compareAndSetHead({ companyId, from, to }: HeadMove): SqlStatement {
  return {
    name: 'move-head',
    text: `UPDATE log_heads SET position = $2::bigint / (hash = $6)::integer, hash = $3, recorded_at = $4, total_paise = $5
      WHERE company_id = $1 RETURNING position`,
    values: [companyId, to.position, to.hash, to.recordedAt, String(to.totalPaise), from.hash],
  }
}

export interface HeadMove {
  companyId: string
  from: LogHead
  to: LogHead
}

/** Returns the same for several logs, in the given order. */
export function compareAndSetHeads(moves: readonly HeadMove[]): SqlStatement {
  const rows = moves.map(({ companyId, from, to }) => ({
    company_id: companyId,
    position: to.position,
    hash: to.hash,
    recorded_at: to.recordedAt,
    total_paise: String(to.totalPaise),
    was: from.hash,
  }))
  return {
    name: 'move-heads',
    text: `UPDATE log_heads AS h SET position = given.position / (h.hash = given.was)::integer, hash = given.hash,
        recorded_at = given.recorded_at, total_paise = given.total_paise::numeric
      FROM ${HEAD_COLUMNS.from(1)} WHERE h.company_id = given.company_id RETURNING h.position`,
    values: HEAD_COLUMNS.values(rows),
  }
}

const HEAD_COLUMNS = unnestColumns<RowOf<'log_heads'> & { company_id: string; was: Buffer }>({
  company_id: 'uuid',
  position: 'bigint',
  hash: 'bytea',
  recorded_at: 'timestamptz',
  total_paise: 'text',
  was: 'bytea',
})

/** The parts of a statement's text. */
interface StatementParts {
  /** The columns without the company. */
  names: string
  /** The rows with their `company_id`. */
  rows: string
  /** The rows as `given`, beside their `company`. */
  given: string
  company: string
}

/**
 * Returns a statement over rows. For one company it names the company, by which Citus finds the node; for several
 * companies each row has its own.
 * @param isByRow whether each row has its company also for one company, where the Citus form is not needed
 */
function buildBatchStatement<Item, Row>({
  name,
  isByRow = false,
  columns,
  rowOf,
  text,
}: {
  name: string
  isByRow?: boolean
  columns: ColumnTypes<Row>
  rowOf: (item: Item) => Row
  text: (source: StatementParts) => string
}): BatchStatementBuilder<Item> {
  const one = unnestColumns<Row>(columns)
  const several = unnestColumns<{ company_id: string }>({ company_id: 'uuid', ...columns })
  const { names } = one
  const [given, all] = [one.from(2), several.from(1)]
  const ofOne = text({ names, rows: `${COMPANY_SOURCE_SQL} CROSS JOIN ${given}`, given, company: '$1' })
  const ofSeveral = text({ names, rows: all, given: all, company: 'given.company_id' })
  return (all, isOneServer = false) => {
    const [alone, ...others] = all
    if (alone && others.length === 0 && !(isByRow && isOneServer))
      return { name, text: ofOne, values: [alone.companyId, ...one.values(alone.items.map(rowOf))] }
    const rows = all.flatMap(({ companyId, items }) => items.map((item) => ({ company_id: companyId, ...rowOf(item) })))
    return { name: `${name}-of-several`, text: ofSeveral, values: several.values(rows) }
  }
}
