import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sealedEvents } from '@ledger/ledger-service/event-store/rows.ts'
import { asOf } from '@ledger/ledger-service/proof/as-of.ts'
import { originOf, signingKeyFrom, verifierKey } from '@ledger/ledger-service/proof/checkpoint.ts'
import { exportLines } from '@ledger/ledger-service/proof/export.ts'
import { importLog } from '@ledger/ledger-service/proof/import.ts'
import { proveEvent } from '@ledger/ledger-service/proof/prove.ts'
import { openSigner } from '@ledger/ledger-service/proof/signer.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verify.ts'
import { connect, connectPool } from '@ledger/migrations/connect.ts'
import { catchUp } from '@ledger/projections/projector.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../environment/database.ts'
import { temporaryFolder } from '../environment/folder.ts'
import { openLedger, type TestLedger } from '../log/ledger.ts'
import { expense, sendMoney, submission, transfer } from '../log/submissions.ts'

const key = signingKeyFrom('the key of the signer, which nobody else has')
const folder = temporaryFolder()
const file = join(folder, 'log.ndjson')
const onError = (error: Error) => expect.unreachable(error.message)
let ledger: TestLedger
let lines: string[]
let signed: number

beforeAll(async () => {
  ledger = await openLedger()
  const { admin, asha, ravi } = ledger.people
  const { db, companyId } = ledger
  await submit(sendMoney(admin, asha, 500_000), expense(asha, 1234, 'रमेश स्टील "ट्रेडर्स"'), transfer(asha, ravi, 5000))
  const read = (after: number) => sealedEvents(db, companyId, { after })
  const signer = await openSigner({ companyId, key, file: join(folder, 'checkpoints.txt'), read })
  const checkpoint = await signer.sign()
  signed = checkpoint?.size ?? 0
  await sql`INSERT INTO signed_checkpoints (company_id, size, note) VALUES (${companyId}, ${signed}, ${checkpoint?.note})`.execute(
    db,
  )
  await sql`INSERT INTO verifier_keys VALUES (${companyId}, ${verifierKey(originOf(companyId), key.publicKey)})`.execute(
    db,
  )
  await submit(expense(ravi, 99))
  lines = []
  for await (const line of exportLines(db, companyId)) lines.push(line)
  writeFileSync(file, lines.join(''))
  lines = readFileSync(file, 'utf8').trimEnd().split('\n')
})
afterAll(() => ledger.close())

const submit = async (...commands: Parameters<typeof submission>[0][]) => {
  for (const command of commands) await ledger.log.submit(submission(command))
}

/** Runs the verifier as an auditor would: a program of its own that knows nothing of ours. */
async function checkOffline(path: string, ...options: string[]): Promise<{ ok: boolean; says: string }> {
  const program = join(import.meta.dirname, '../../tools/verify/verify.mjs')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, path, ...options])
    return { ok: true, says: stdout }
  } catch (error) {
    return { ok: false, says: (error as { stdout: string }).stdout }
  }
}

const publicKey = () => verifierKey(originOf(ledger.companyId), key.publicKey)

describe('the export', () => {
  it('is found to be right by a verifier that imports nothing of ours', async () => {
    const { ok, says } = await checkOffline(file, '--key', publicKey())
    expect(says).toContain(`${lines.length - 2} events`)
    expect(says).toContain(`the first ${signed} are signed`)
    expect(ok).toBe(true)
  })

  it.each([
    ['a line is changed', (all: string[]) => all.map((line) => line.replace('"paise":1234', '"paise":1235'))],
    ['a line is missing', (all: string[]) => all.filter((_, index) => index !== 5)],
    ['two lines are swapped', (all: string[]) => [...all.slice(0, 4), all[5] ?? '', all[4] ?? '', ...all.slice(6)]],
    ['the end before the checkpoint is cut off', (all: string[]) => [...all.slice(0, signed - 2), all.at(-1) ?? '']],
    [
      'the checkpoint is of other events',
      (all: string[]) => all.map((line) => line.replace(`\\n${signed}\\n`, `\\n${signed - 1}\\n`)),
    ],
  ])('is refused where %s', async (_, spoil) => {
    const spoilt = join(folder, 'spoilt.ndjson')
    writeFileSync(spoilt, `${spoil(lines).join('\n')}\n`)
    expect(readFileSync(spoilt, 'utf8')).not.toBe(readFileSync(file, 'utf8'))
    expect(await checkOffline(spoilt, '--key', publicKey())).toMatchObject({ ok: false })
  })

  it('is refused with the key of somebody else', async () => {
    const other = signingKeyFrom('another key, of somebody else, which is long')
    const { ok } = await checkOffline(file, '--key', verifierKey(originOf(ledger.companyId), other.publicKey))
    expect(ok).toBe(false)
  })

  it('comes into an empty database with the same hashes, and reads the same', async () => {
    const database = await createDatabase()
    const db = connect(connectPool(database.url, { name: 'test import', as: 'app', max: 2, onError }))
    const { companyId } = ledger
    const told: number[] = []
    const imported = await importLog(database.url, file, (events) => told.push(events))
    expect(imported).toEqual({ companyId, events: lines.length - 2 })
    const hashes = async (from: typeof db) =>
      (await from.selectFrom('events').select(['position', 'hash']).orderBy('position').execute()).map((row) =>
        row.hash.toString('hex'),
      )
    expect(await hashes(db)).toEqual(await hashes(ledger.db))
    for (const one of [db, ledger.db])
      await catchUp({ db: one, companyId, onStopped: () => expect.unreachable('stopped') })
    const balances = (from: typeof db) => from.selectFrom('balances').selectAll().orderBy('account_id').execute()
    expect(await balances(db)).toEqual(await balances(ledger.db))
    expect(await verifyLedger({ db, companyId, publicKey: key.publicKey })).toMatchObject({ ok: true })
    await expect(importLog(database.url, file, () => undefined)).rejects.toThrow('already has a company')
    await db.destroy()
    await database.drop()
  })

  it('imports nothing where a line was changed', async () => {
    const database = await createDatabase()
    const spoilt = join(folder, 'spoilt-import.ndjson')
    writeFileSync(spoilt, lines.map((line) => line.replace('"paise":1234', '"paise":1235')).join('\n'))
    await expect(importLog(database.url, spoilt, () => undefined)).rejects.toThrow(/event at \d+ is not the one/)
    const db = connect(connectPool(database.url, { name: 'test import', as: 'app', max: 1, onError }))
    expect(await db.selectFrom('companies').selectAll().execute()).toEqual([])
    await db.destroy()
    await database.drop()
  })
})

describe('the receipt of one entry', () => {
  it('is proved offline, with the checkpoint that it is in, and no other entry is', async () => {
    const proof = await proveEvent(ledger.db, ledger.companyId, signed - 1)
    const receipt = join(folder, 'receipt.json')
    writeFileSync(receipt, JSON.stringify(proof))
    expect(await checkOffline(receipt, '--key', publicKey())).toMatchObject({ ok: true })
    const forged = JSON.stringify(proof).replaceAll('1234', '4321')
    expect(forged).not.toBe(JSON.stringify(proof))
    writeFileSync(receipt, forged)
    expect(await checkOffline(receipt, '--key', publicKey())).toMatchObject({ ok: false })
  })

  it('is not to be had before a checkpoint covers the entry', async () => {
    expect(await proveEvent(ledger.db, ledger.companyId, signed + 1)).toBeUndefined()
  })
})

describe('as of a moment', () => {
  it('the balances are the sums of what was posted up to there, and the trial balance is zero at every position', async () => {
    const log = await ledger.readLog()
    const sums = new Map<string, number>()
    for (const event of log) {
      if ('postings' in event.data)
        for (const { account, side, paise } of event.data.postings)
          sums.set(account, (sums.get(account) ?? 0) + (side === 'received' ? paise : -paise))
      const answer = await asOf(ledger.db, ledger.companyId, { position: event.position })
      expect(answer.position).toBe(event.position)
      expect(answer.trialBalance.difference).toBe('0.00')
      for (const { account, balance } of answer.accounts)
        expect(Number(balance) * 100).toBeCloseTo(sums.get(account) ?? 0, 3)
      const byTime = await asOf(ledger.db, ledger.companyId, { at: event.recordedAt })
      expect(byTime.position).toBeGreaterThanOrEqual(event.position)
    }
  })
})
