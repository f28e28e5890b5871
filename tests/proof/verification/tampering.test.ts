import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectionName } from '@ledger/contracts/projection-names-and-labels.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import {
  formatVerifierKey,
  logOrigin,
  signingKeyFromSecret,
  splitNotes,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { verifyLog } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { PROJECTIONS } from '@ledger/projections/read-models/all-projections.ts'
import { verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import {
  commandEnvelope,
  editExpenseCommand,
  expenseCommand,
  sendMoneyCommand,
  transferCommand,
} from '../../log/command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'
import { cutLogAt, TAMPERINGS, type TamperingTools } from './tampering.ts'

/** In all, over every kind; TAMPERINGS changes it. */
const TIMES = Number(process.env.TAMPERINGS ?? (isFullRun ? 1000 : 60))

const key = signingKeyFromSecret('the key of the signer, which nobody else has')
let ledger: TestLedger
let owner: Kysely<Database>
let notes: string[]
let signed: number

beforeAll(async () => {
  ledger = await openTestLedger()
  const { admin, asha, bala, ravi } = ledger.people
  await submit(sendMoneyCommand(admin, asha, 5_000_000), sendMoneyCommand(admin, bala, 900_000))
  const file = join(temporaryFolder(), 'checkpoints.txt')
  const read = (after: number) => readStoredEventPages(ledger.db, ledger.companyId, { after })
  const signer = await openCheckpointSigner({ companyId: ledger.companyId, key, file, read })
  for (let round = 0; round < 3; round++) {
    const ids = Array.from({ length: 8 }, () => randomUUIDv7())
    await submit(
      ...ids.map((id, at) => expenseCommand(asha, 1000 + at, `Payee ${at}`, id)),
      transferCommand(asha, ravi, 5000),
      ...ids.slice(0, 4).map((id, at) => editExpenseCommand(asha, id, 2000 + at)),
    )
    const checkpoint = await signer.sign()
    await sql`INSERT INTO signed_checkpoints (company_id, size, note)
      VALUES (${ledger.companyId}, ${checkpoint?.size}, ${checkpoint?.note})`.execute(ledger.db)
    signed = checkpoint?.size ?? 0
  }
  await sql`INSERT INTO verifier_keys VALUES (${ledger.companyId}, ${formatVerifierKey(logOrigin(ledger.companyId), key.publicKey)})`.execute(
    ledger.db,
  )
  notes = splitNotes(readFileSync(file, 'utf8'))
  // Events that no checkpoint has signed yet: the window.
  await submit(expenseCommand(bala, 777), expenseCommand(bala, 778))
  const onError = (error: Error) => expect.unreachable(error.message)
  owner = kyselyOverPool(connectPool(ledger.ownerUrl, { name: 'test forger', max: 1, onError }))
  await catchUp({
    db: ledger.db,
    companyId: ledger.companyId,
    onStopped: () => expect.unreachable('a projection stopped'),
  })
})
afterAll(async () => {
  await owner.destroy()
  await ledger.close()
})

const submit = (...commands: Parameters<typeof commandEnvelope>[0][]) =>
  Promise.all(commands.map((command) => ledger.log.submit(commandEnvelope(command))))

/** Tampers, verifies, and rolls everything back. */
async function tried<Found>(work: (db: Kysely<Database>) => Promise<Found>): Promise<Found> {
  const transaction = await owner.startTransaction().execute()
  try {
    // The owner of the table can drop its index.
    await sql`DROP INDEX events_by_id`.execute(transaction)
    return await work(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

const verified = (db: Kysely<Database>, kept: string[] = notes) =>
  verifyLog({ db, companyId: ledger.companyId, publicKey: key.publicKey, notes: kept, eventsPerSegment: 7 })

describe(`tampering, seed ${randomSeed}`, () => {
  const random = mulberry(randomSeed)
  const kinds = Object.entries(TAMPERINGS)

  it('is not seen where there is none', async () => {
    for (let time = 0; time < TIMES / 10; time++) {
      const report = await tried((db) => verified(db))
      expect(report).toMatchObject({ ok: true, problems: [], states: 'equal', checkpoint: { size: signed } })
    }
  })

  it.each(kinds)('%s: found every time', { timeout: 120_000 }, async (_, tamper) => {
    for (let time = 0; time < Math.ceil(TIMES / kinds.length); time++) {
      await tried(async (db) => {
        const attack: TamperingTools = { db, companyId: ledger.companyId, signed, random }
        const position = await tamper(attack)
        const report = await verified(db)
        expect(report.ok, `time ${time}`).toBe(false)
        if (position !== undefined) expect(report.firstBad?.position, `time ${time}`).toBe(position)
      })
    }
  })

  it('is found in every read model', async () => {
    const changes: Record<ProjectionName, RawBuilder<unknown>> = {
      balances: sql`UPDATE read.balances SET spent_paise = spent_paise + 1 WHERE account_id = 'head_office'`,
      ledger: sql`UPDATE read.ledger_rows SET purpose = purpose || '.' WHERE position = (SELECT max(position) FROM read.ledger_rows)`,
      beneficiaries: sql`DELETE FROM read.beneficiary_use WHERE beneficiary_id = 'b:payee 3'`,
      directory: sql`UPDATE read.directory SET first_name = 'X' WHERE role = 'admin'`,
      activity: sql`INSERT INTO read.activity SELECT company_id, position + 1000, type, recorded_at, actor_id, transaction_id
        FROM read.activity WHERE position = 1`,
      sums: sql`UPDATE read.sums SET paise = paise + 4294967296 WHERE what = 'mode' AND span = 'year'`,
      bills: sql`INSERT INTO read.bill_sums SELECT company_id, account_id, 'debits', 'month', '2026-04', 'with', 1, 1
        FROM read.directory WHERE role = 'admin'`,
      worklists: sql`UPDATE read.alike_entries SET entries = entries + 1 WHERE paise = (SELECT max(paise) FROM read.alike_entries)`,
      words: sql`UPDATE read.searched_words SET word = word || 'x' WHERE word = 'payee'`,
      counts: sql`UPDATE read.event_counts SET count = count + 1 WHERE what = 'actor' AND type = 'TransferRecorded'`,
      questions: sql`INSERT INTO read.question_answers SELECT company_id, account_id, 1, 'Yes', NULL, now(), account_id, 'X', role
        FROM read.directory WHERE role = 'admin'`,
      purposes: sql`INSERT INTO read.budgets SELECT company_id, 1, account_id, 'Cement', NULL, 1
        FROM read.directory WHERE role = 'admin'`,
      vouchers: sql`UPDATE read.vouchers SET number = number + 1000 WHERE series = 'T/26-27' AND number = 2`,
      cashCounts: sql`INSERT INTO read.cash_counts SELECT company_id, account_id, 1, now(), 100, 100
        FROM read.directory WHERE role = 'admin'`,
    }
    const before = await verifyReadModels(owner, ledger.companyId)
    expect(before.ok).toBe(true)
    expect(before.projections.map(({ result }) => result)).toEqual(PROJECTIONS.map(() => 'equal'))
    for (const { name, tables } of PROJECTIONS) {
      await sql`CREATE SCHEMA kept`.execute(owner)
      for (const table of tables)
        await sql`CREATE TABLE ${sql.table(`kept.${table}`)} AS TABLE ${sql.table(`read.${table}`)}`.execute(owner)
      await changes[name].execute(owner)
      const after = await verifyReadModels(owner, ledger.companyId)
      expect(after.projections.filter((found) => found.result === 'different').map((found) => found.name)).toEqual([
        name,
      ])
      for (const table of tables) {
        await sql`TRUNCATE ${sql.table(`read.${table}`)}`.execute(owner)
        await sql`INSERT INTO ${sql.table(`read.${table}`)} TABLE ${sql.table(`kept.${table}`)}`.execute(owner)
      }
      await sql`DROP SCHEMA kept CASCADE`.execute(owner)
    }
  })

  it('of the end after the newest checkpoint is the window that only a receipt or a later checkpoint closes', async () => {
    await tried(async (db) => {
      const attack: TamperingTools = { db, companyId: ledger.companyId, signed, random }
      await sql`UPDATE account_states SET spent_paise = spent_paise - 1555 WHERE account_id = ${ledger.people.bala.id}`.execute(
        db,
      )
      await sql`DELETE FROM transaction_states WHERE transaction_id IN
        (SELECT (data ->> 'transaction')::uuid FROM events WHERE position > ${signed})`.execute(db)
      await cutLogAt(attack, signed)
      expect(await verified(db)).toMatchObject({ ok: true })
    })
  })
})

/** A small seeded generator (mulberry32): a run is repeated by its seed. */
function mulberry(start: number): (n: number) => number {
  let state = start
  return (n) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}
