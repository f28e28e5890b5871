import { randomUUIDv7 } from 'node:crypto'
import { currentVersionOf } from '@ledger/contracts/events/upcasters.ts'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { canonicalJson } from '@ledger/ledger-service/event-store/integrity/canonical-json.ts'
import { eventHash, GENESIS_HASH } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerPool } from '../environment/database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../environment/database/test-database.ts'
import {
  commandEnvelope,
  editExpenseCommand,
  expenseCommand,
  sendMoneyCommand,
  transferCommand,
} from './command-envelopes.ts'
import { openTestLedger, readLogEvents, type TestLedger } from './test-ledger.ts'

/**
 * A ledger of the version before bills: events of the first shape, states and lists that name none. It is a ledger of
 * today, without all that the old version did not know.
 */

const BEFORE = '0017-event-counts'
let ledger: TestLedger
let old: TestDatabase
let owner: pg.Pool

const [kept, changed, gone] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()]

beforeAll(async () => {
  ledger = await openTestLedger()
  const { admin, asha, ravi } = ledger.people
  await submitAll([sendMoneyCommand(admin, asha, 100_000), expenseCommand(asha, 100, 'Sharma Traders', kept)])
  await submitAll([expenseCommand(asha, 200, 'Sharma Traders', changed), expenseCommand(asha, 300, 'Tea Stall', gone)])
  await submitAll([transferCommand(asha, ravi, 400), editExpenseCommand(asha, changed, 250)])
  const passed = (await ledger.readLog()).find(({ type }) => type === 'TransferRecorded')?.eventId ?? ''
  const by = { account: admin.id, epoch: admin.epoch }
  const now = '2026-04-01T06:30:00.000Z'
  await submitAll([
    {
      type: 'EditTransaction',
      row: { transaction: passed, side: 'incoming' },
      desk: 'head_office',
      changes: { paise: 450 },
      by,
      now,
    },
    {
      ...{ type: 'DeleteTransaction', row: { transaction: gone, side: 'own' }, desk: 'field', now },
      by: { account: asha.id, epoch: asha.epoch },
    },
  ])
  await catchUp({ ...ledger, onStopped: (name) => expect.fail(`${name} stopped`) })

  old = await createTestDatabase({ isBare: true })
  await migrate(old.ownerUrl, { upTo: BEFORE })
  owner = ownerPool(old.ownerUrl, 2)
  await copyTables(ledger.sql, owner)
  await forgetBills(owner)
})
afterAll(async () => {
  await owner.end()
  await old.drop()
  await ledger.close()
})

async function submitAll(commands: Parameters<typeof commandEnvelope>[0][]): Promise<void> {
  for (const command of commands) expect((await ledger.log.submit(commandEnvelope(command))).status).toBe(201)
}

/**
 * Copies the rows of every table that the older schema has, with the columns that it has. A table that a later step
 * drops stays empty.
 */
async function copyTables(from: pg.Pool, to: pg.Pool): Promise<void> {
  const { rows: tables } = await to.query<{ name: string; columns: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name, string_agg(quote_ident(column_name), ', ') AS columns
    FROM information_schema.columns
    WHERE table_schema IN ('public', 'read') AND table_name !~ '^kysely_'
    GROUP BY 1`,
  )
  for (const { name, columns } of tables) {
    const { rows: here } = await from.query<{ isDropped: boolean }>('SELECT to_regclass($1) IS NULL AS "isDropped"', [
      name,
    ])
    if (here[0]?.isDropped) continue
    // OFFSET: a whole row that a node of a cluster converts loses the names of its columns.
    const { rows } = await from.query(
      `SELECT json_agg(row_to_json(t))::text AS all FROM (SELECT ${columns} FROM ${name} OFFSET 0) t`,
    )
    await to.query(
      `INSERT INTO ${name} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${name}, $1::json)`,
      [rows[0]?.all ?? '[]'],
    )
  }
}

const FIRST_SHAPES = ['CreditRecorded', 'DebitRecorded', 'TransactionEdited', 'TransactionDeleted']

async function forgetBills(sql: pg.Pool): Promise<void> {
  await sql.query(
    `DELETE FROM read.checkpoints
      WHERE projection IN ('bills', 'words', 'questions', 'worklists', 'vouchers', 'cashCounts', 'purposes')`,
  )
  await sql.query("UPDATE transaction_states SET state = (state::jsonb #- '{entry,bills}')::json")
  const { rows } = await sql.query<ChainedEvent>(
    `SELECT company_id AS "companyId", position, event_id AS "eventId", type, schema_version AS "schemaVersion",
      recorded_at AS "recordedAt", date, actor, data, meta FROM events ORDER BY position`,
  )
  let prevHash: Buffer = GENESIS_HASH
  for (const row of rows) {
    const event = {
      ...row,
      ...(FIRST_SHAPES.includes(row.type) ? { schemaVersion: 1, data: inFirstShape(row.data) } : {}),
      prevHash,
    }
    const hash = eventHash(event)
    await sql.query('UPDATE events SET schema_version = $2, data = $3, prev_hash = $4, hash = $5 WHERE position = $1', [
      ...[event.position, event.schemaVersion, event.data, prevHash, hash],
    ])
    prevHash = hash
  }
  await sql.query('UPDATE log_heads SET hash = $1', [prevHash])
}

/** The fields that the first shapes of events lack. */
const LATER_FIELDS = ['bills', 'reason']

function inFirstShape(data: string): string {
  return canonicalJson(JSON.parse(data, (key, value: unknown) => (LATER_FIELDS.includes(key) ? undefined : value)))
}

const bills = async () => {
  const { rows } = await owner.query(
    `SELECT state -> 'entry' ->> 'kind' AS kind, state #> '{entry,bills}' AS bills FROM transaction_states ORDER BY 1`,
  )
  return rows
}

test('what an older version kept says after the step what the log says, and its entries are changed like any other', async () => {
  expect(await bills()).toEqual([
    { kind: 'debit', bills: null },
    { kind: 'debit', bills: null },
    { kind: 'transfer', bills: null },
  ])
  expect((await owner.query('SELECT count(*) FROM read.ledger_rows')).rows).not.toEqual([{ count: '0' }])
  await migrate(old.ownerUrl)
  expect(await bills()).toEqual([
    { kind: 'debit', bills: '[]' },
    { kind: 'debit', bills: '[]' },
    { kind: 'transfer', bills: null },
  ])

  const onError = (error: Error) => expect.unreachable(error.message)
  const db = kyselyOverPool(connectPool(old.url, { name: 'test app', max: 4, onError }))
  const { companyId, people } = ledger
  const log = openAppendLog({
    ...{ databaseUrl: old.url, companyId, notifyAppended: () => undefined, onError },
    clock: () => new Date().toISOString(),
  })
  const isWhole = async () => {
    await catchUp({ db, companyId, onStopped: (name) => expect.fail(`${name} stopped`) })
    const { projections, ...report } = await verifyLedger({ db, companyId, publicKey: undefined })
    expect(report).toMatchObject({ ok: true, states: 'equal', problems: [] })
    expect(new Set(Object.values(projections))).toEqual(new Set(['equal']))
  }
  try {
    await isWhole()
    for (const id of [kept, changed])
      expect((await log.submit(commandEnvelope(editExpenseCommand(people.asha, id, 60)))).status).toBe(201)
    const edited = (await readLogEvents(owner, companyId)).slice(-2)
    const [schemaVersion, none] = [currentVersionOf('TransactionEdited'), { bills: [], reference: null }]
    expect(edited).toMatchObject([
      { schemaVersion, data: { transaction: kept, before: { paise: 100, ...none }, after: none } },
      { schemaVersion, data: { transaction: changed, before: { paise: 250, ...none }, after: none } },
    ])
    await isWhole()
  } finally {
    await Promise.all([log.close(), db.destroy()])
  }
})
