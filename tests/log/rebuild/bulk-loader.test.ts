import { randomUUID } from 'node:crypto'
import { BinaryRowEncoder } from '@ledger/database/binary/binary-row-encoder.ts'
import { copyIntoTable } from '@ledger/database/binary/copy-from.ts'
import { readEventPage } from '@ledger/projections/log/read-event-pages.ts'
import { createBufferedWriter } from '@ledger/projections/projector/buffered-writer.ts'
import { createUpsertWriter } from '@ledger/projections/projector/upsert-writer.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { defineReadModelTable } from '@ledger/projections/read-models/read-model-table.ts'
import type { ReadModelWriter } from '@ledger/projections/read-models/read-model-writer.ts'
import { BulkLoader } from '@ledger/projections/rebuild/bulk-loader.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  assignSupervisorCommand,
  commandEnvelope,
  disableAccountCommand,
  editExpenseCommand,
  expenseCommand,
  sendMoneyCommand,
  transferCommand,
} from '../command-envelopes.ts'
import { createEmptyCompany, openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

/** Returns the rows of every read model under another company's id, written a few events at a time. */
async function writtenBy(
  open: (companyId: string) => ReadModelWriter & { finish?(): Promise<void> },
): Promise<unknown[]> {
  const companyId = await createEmptyCompany(ledger.sql)
  const into = open(companyId)
  for (let position = 0; ; position += 7) {
    const events = await readEventPage(ledger.db, ledger.companyId, position, 7)
    if (events.length === 0) break
    for (const projection of PROJECTIONS) await projection.apply(into, events)
  }
  await into.finish?.()
  const tables: unknown[] = []
  for (const table of PROJECTIONS.flatMap((projection) => projection.tables)) {
    const { rows } = await sql<{ row: string }>`
      SELECT (to_jsonb(t) - 'company_id')::text AS row FROM ${sql.table(table)} AS t
      WHERE company_id = ${companyId} ORDER BY 1`.execute(ledger.db)
    expect(rows.length, table).toBeGreaterThan(0)
    tables.push(rows)
  }
  return tables
}

test('rows that are copied, and those written together, are those that statements write, however few are joined in memory', async () => {
  const { log, people, db } = ledger
  const { admin, asha, ravi, sonu } = people
  await log.submit(commandEnvelope(sendMoneyCommand(admin, asha, 10_000_000)))
  let asked = ''
  for (let at = 0; at < 30; at++) {
    const id = randomUUID()
    if (at % 5 !== 0) asked = id
    const bills = at % 6 ? [] : [{ id: String(at).padStart(64, '0'), type: 'image/jpeg' as const, width: 1, height: 2 }]
    const spent = expenseCommand(asha, 100 + at, at % 3 ? `शर्मा ट्रेडर्स ${at % 7}` : 'Sharma Traders', id)
    await log.submit(commandEnvelope(spent.type === 'RecordExpense' ? { ...spent, bills } : spent))
    if (at % 4 === 0) await log.submit(commandEnvelope(editExpenseCommand(asha, id, 7 + at)))
    if (at % 5 === 0) {
      const row = { row: { transaction: id, side: 'own' }, desk: 'field' } as const
      const by = { by: { account: asha.id, epoch: asha.epoch }, now: '2026-04-02T06:30:00.000Z' }
      await log.submit(commandEnvelope({ type: 'DeleteTransaction', ...row, ...by }))
    }
    if (at % 9 === 0) await log.submit(commandEnvelope(transferCommand(asha, ravi, 10 + at)))
  }
  await log.submit(commandEnvelope(assignSupervisorCommand(admin, ravi, asha)))
  await log.submit(commandEnvelope(disableAccountCommand(admin, sonu)))
  const at = '2026-04-02T06:30:00.000Z'
  const officeAsks = { by: { account: admin.id, epoch: admin.epoch }, now: at }
  const siteAnswers = { by: { account: asha.id, epoch: asha.epoch }, now: at }
  const limits = { lowCashPaise: 100, billAbovePaise: 200, largePaise: null, lateDays: 7 }
  await log.submit(commandEnvelope({ type: 'SetOfficeLimits', limits, ...officeAsks }))
  const purposes = [{ name: 'Cement', hindi: 'सीमेंट', aliases: ['cemant'] }]
  await log.submit(commandEnvelope({ type: 'SetPurposes', purposes, ...officeAsks }))
  const budget = { type: 'SetBudget', site: asha.id, purpose: 'Cement', paise: 500, ...officeAsks } as const
  for (const month of [null, '2026-04']) await log.submit(commandEnvelope({ ...budget, month }))
  const about = { row: { transaction: asked, side: 'own' }, question: randomUUID() } as const
  await log.submit(commandEnvelope({ type: 'QueryEntry', ...about, text: 'Where is the bill?', ...officeAsks }))
  await log.submit(commandEnvelope({ type: 'AnswerQuestion', ...about, text: 'Lost', bills: [], ...siteAnswers }))
  const count = { countedPaise: 700, expectedPaise: 900, comparedAt: 1 }
  await log.submit(commandEnvelope({ type: 'CountCash', ...count, ...siteAnswers }))
  // A row that events of several pages set: the last one counts.
  const [sharma, ...others] = ['sharma traders', 'शर्मा ट्रेडर्स 1', 'शर्मा ट्रेडर्स 2'].map((name) => `b:${name}`)
  const into = sharma ?? ''
  await log.submit(commandEnvelope({ type: 'MergeBeneficiaries', from: others, into, ...officeAsks }))
  for (const name of ['Sharma', 'Sharma Brothers'])
    await log.submit(commandEnvelope({ type: 'RenameBeneficiary', beneficiary: into, name, ...officeAsks }))
  await log.submit(commandEnvelope({ type: 'UnmergeBeneficiary', beneficiary: others[0] ?? '', ...officeAsks }))
  const written = await writtenBy((companyId) => createUpsertWriter(db, companyId))
  for (const most of [1, 5, 1000])
    await db.connection().execute(async (one) => {
      expect(await writtenBy((companyId) => new BulkLoader(one, companyId, most))).toEqual(written)
    })
  const together = createBufferedWriter(db)
  const finishing = (companyId: string) => ({ ...together.forCompany(companyId), finish: together.finish })
  expect(await writtenBy(finishing)).toEqual(written)
})

const ROWS = defineReadModelTable(
  'directory',
  {
    account_id: 'uuid',
    role: 'text',
    status: 'text',
    first_name: 'text',
    last_name: 'text',
    site_name: 'text',
    opened_position: 'bigint',
    alert_paise: 'bigint',
  },
  ['account_id'],
)
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\0', '').toWellFormed())

test('any text and every exact integer arrives as it is, nulls and all', async () => {
  const companyId = await createEmptyCompany(ledger.sql)
  const row = fc.record({
    account_id: fc.uuid(),
    role: fc.constant('supervisor' as const),
    status: fc.constant('active' as const),
    first_name: text,
    last_name: text,
    site_name: fc.option(text),
    opened_position: fc.maxSafeInteger(),
    alert_paise: fc.option(fc.maxSafeInteger()),
  })
  const arrives = fc.asyncProperty(fc.uniqueArray(row, { selector: ({ account_id }) => account_id }), async (rows) => {
    await ledger.db.deleteFrom('directory').where('company_id', '=', companyId).execute()
    const into = new BulkLoader(ledger.db, companyId)
    await into.insert(ROWS, rows)
    await into.finish()
    const found = await ledger.db.selectFrom('directory').selectAll().where('company_id', '=', companyId).execute()
    const byId = new Map(found.map(({ company_id: _, ...each }) => [each.account_id, each]))
    expect(rows.map(({ account_id }) => byId.get(account_id))).toEqual(rows)
    expect(found).toHaveLength(rows.length)
  })
  await fc.assert(arrives, { numRuns: 50 })
})

const POSITIONS = defineReadModelTable('activity_accounts', { account_id: 'uuid', position: 'bigint' }, [
  'account_id',
  'position',
])

test('what is no UUID, no instant or no exact integer is refused before it is sent', async () => {
  const bytes = new BinaryRowEncoder()
  const id = randomUUID()
  for (const wrong of [id.slice(1), `${id}0`, id.replace(/^./, 'g'), id.replaceAll('-', ''), `${id.slice(0, 35)}é`])
    expect(() => bytes.writeField('uuid', wrong), wrong).toThrow('no UUID')
  for (const wrong of ['', 'yesterday']) expect(() => bytes.writeField('timestamptz', wrong)).toThrow('no instant')
  const into = new BulkLoader(ledger.db, id)
  for (const wrong of [2 ** 53, 0.5, Number.NaN])
    await expect(into.insert(POSITIONS, [{ account_id: id, position: wrong }])).rejects.toThrow('exact integer')
  bytes.writeField('uuid', id.toUpperCase())
  expect(bytes.bytes.toString('hex')).toBe(`00000010${id.replaceAll('-', '')}`)
})

test('sums beyond the exact integers are added up by the server', async () => {
  const companyId = await createEmptyCompany(ledger.sql)
  const half = 2 ** 52 + 1
  const row = (account_id: string) => ({ account_id, received_paise: half, spent_paise: 1, credits: 1, debits: 1 })
  await ledger.db.connection().execute(async (one) => {
    const into = new BulkLoader(one, companyId)
    const add = (...ids: string[]) =>
      into.upsert(BALANCES, (rows) => {
        for (const id of ids) {
          const there = rows.get(id)
          if (there) there.received_paise += half
          else rows.set(id, row(id))
          rows.checkOverflow(there?.received_paise ?? half)
        }
      })
    for (let times = 0; times < 3; times++) await add('b:a', `b:${times}`)
    await into.finish()
    // And once more, onto the existing rows.
    for (let times = 0; times < 3; times++) await add('b:a')
    await into.finish()
  })
  const { rows } = await sql<{ sum: string }>`
    SELECT received_paise::text AS sum FROM balances WHERE company_id = ${companyId} AND account_id = 'b:a'`.execute(
    ledger.db,
  )
  expect(rows).toEqual([{ sum: String(6n * BigInt(half)) }])
})

const BALANCES = defineReadModelTable(
  'balances',
  { account_id: 'text', received_paise: 'bigint', spent_paise: 'bigint', credits: 'integer', debits: 'integer' },
  ['account_id'],
  { received_paise: 'sum', spent_paise: 'sum', credits: 'sum', debits: 'sum' },
)

test('rows that the server refuses are an error, and the connection goes on', async () => {
  const companyId = await createEmptyCompany(ledger.sql)
  await ledger.db.connection().execute(async (one) => {
    const rows = [{ account_id: 'b:a', received_paise: 1, spent_paise: 0, credits: 1, debits: 0 }]
    const into = new BulkLoader(one, companyId)
    await into.insert(BALANCES, rows)
    await into.finish()
    await into.insert(BALANCES, rows)
    await expect(into.finish()).rejects.toThrow('duplicate key')
    await expect(copyIntoTable(one, 'balances', ['company_id'], Buffer.of(1, 2, 3))).rejects.toThrow('field count')
    expect(await one.selectFrom('balances').selectAll().where('company_id', '=', companyId).execute()).toHaveLength(1)
  })
})
