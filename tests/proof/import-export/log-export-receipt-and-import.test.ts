import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ChainedEvent } from '@ledger/database/binary/event-decoder.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { canonicalJson } from '@ledger/ledger-service/event-store/integrity/canonical-json.ts'
import { eventHash, GENESIS_HASH } from '@ledger/ledger-service/event-store/integrity/hash-chain.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import {
  formatVerifierKey,
  logOrigin,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { exportLogLines, formatEventLine } from '@ledger/ledger-service/proof/import-export/export-log.ts'
import { importLog } from '@ledger/ledger-service/proof/import-export/import-log.ts'
import { openProver } from '@ledger/ledger-service/proof/merkle/merkle-prover.ts'
import { nodeHash } from '@ledger/ledger-service/proof/merkle/merkle-tree.ts'
import { readBalancesAsOf } from '@ledger/ledger-service/proof/point-in-time/balances-as-of.ts'
import { openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../environment/database/test-database.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { commandEnvelope, expenseCommand, sendMoneyCommand, transferCommand } from '../../log/command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'
import { chainedEventsInMemory } from '../chained-events.ts'
import { signNoteAs } from '../sign-false-note.ts'

const key = signingKeyFromSecret('the key of the signer, which nobody else has')
const folder = temporaryFolder()
const file = join(folder, 'log.ndjson')
/** The same log with one event more, which no checkpoint covers. */
const partly = join(folder, 'partly.ndjson')
const onError = (error: Error) => expect.unreachable(error.message)
let ledger: TestLedger
/** A database with tables and no company. */
let bare: TestDatabase
let lines: string[]
let signed: number

beforeAll(async () => {
  ledger = await openTestLedger()
  bare = await createTestDatabase()
  const { admin, asha, ravi } = ledger.people
  const { db, companyId } = ledger
  await submit(
    sendMoneyCommand(admin, asha, 500_000),
    expenseCommand(asha, 1234, 'रमेश स्टील\u2028"ट्रेडर्स"'),
    transferCommand(asha, ravi, 5000),
  )
  signed = await sign()
  await sql`INSERT INTO verifier_keys VALUES (${companyId}, ${formatVerifierKey(logOrigin(companyId), key.publicKey)})`.execute(
    db,
  )
  await exportInto(file)
  lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  await submit(expenseCommand(ravi, 99))
  await exportInto(partly)
})
afterAll(async () => {
  await ledger.close()
  await bare.drop()
})

const submit = async (...commands: Parameters<typeof commandEnvelope>[0][]) => {
  for (const command of commands) await ledger.log.submit(commandEnvelope(command))
}

async function exportInto(path: string): Promise<void> {
  const text: string[] = []
  for await (const line of exportLogLines(ledger.db, ledger.companyId)) text.push(line)
  writeFileSync(path, text.join(''))
}

/** Signs the log as it is now, as the signer does. @returns how many events are signed */
async function sign(): Promise<number> {
  const { db, companyId } = ledger
  const read = (after: number) => readStoredEventPages(db, companyId, { after })
  const checkpoint = await (
    await openCheckpointSigner({ companyId, key, file: join(folder, 'checkpoints.txt'), read })
  ).sign()
  if (!checkpoint) return 0
  const { size, note } = checkpoint
  await sql`INSERT INTO signed_checkpoints (company_id, size, note) VALUES (${companyId}, ${size}, ${note})`.execute(db)
  return size
}

/** Runs the verifier as an auditor would: a separate program that imports nothing of ours. */
async function checkOffline(path: string, ...options: string[]): Promise<{ ok: boolean; says: string; code: number }> {
  const program = join(import.meta.dirname, '../../../tools/verify/verify.mjs')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, path, ...options])
    return { ok: true, says: stdout, code: 0 }
  } catch (error) {
    const { stdout, code } = error as { stdout: string; code: number }
    return { ok: false, says: stdout, code }
  }
}

const publicKey = () => formatVerifierKey(logOrigin(ledger.companyId), key.publicKey)

describe('the export', () => {
  it('is found to be right by a verifier that imports nothing of ours', async () => {
    const { ok, says } = await checkOffline(file, '--key', publicKey())
    expect(says).toContain(`${lines.length - 2} events`)
    expect(says).toContain(`the first ${signed} are signed`)
    expect(says).toMatch(/^All is well/)
    expect(ok).toBe(true)
  })

  it('is refused where its last events are not signed, and without a key said to agree with itself only', async () => {
    const sentence = `of ${signed + 1} events only the first ${signed} are signed`
    const { code, says } = await checkOffline(partly, '--key', publicKey())
    expect([code, says]).toEqual([1, expect.stringContaining(sentence)])
    const alone = await checkOffline(partly)
    expect([alone.code, alone.says]).toEqual([0, expect.stringMatching(/^The file agrees with itself/)])
  })

  it.each([
    ['an option that there is not', ['--keys', 'x']],
    ['an option without its value', ['--key']],
    ['an option with an empty value', ['--key', '']],
    ['an option twice', ['--key', 'x', '--key', 'y']],
    ['a second file', ['another.ndjson']],
    ['checkpoints that are not there', ['--checkpoints', 'nowhere.txt']],
    ['a folder of bills that is not there', ['--bills', 'nowhere']],
  ])('is not checked, with exit code 2, where the command has %s', async (_, options) => {
    expect(await checkOffline(file, ...options)).toMatchObject({ code: 2, says: expect.stringMatching(/^NOT checked/) })
  })

  it.each([
    ['a line is changed', (all: string[]) => all.map((line) => line.replace('"paise":1234', '"paise":1235'))],
    ['a line is missing', (all: string[]) => all.filter((_, index) => index !== 5)],
    ['two lines are swapped', (all: string[]) => [...all.slice(0, 4), all[5] ?? '', all[4] ?? '', ...all.slice(6)]],
    [
      'the last event and its checkpoint are cut off, and the header fits',
      (all: string[]) => [
        (all[0] ?? '').replace(`"events":${signed}`, `"events":${signed - 1}`),
        ...all.slice(1, signed),
      ],
    ],
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

  it('is compared with every whole note of a file in which a crash tore others off, wherever it tore', async () => {
    const note = Buffer.from(`\n${JSON.parse(lines.at(-1) ?? '').checkpoint}`)
    const torn = Array.from({ length: note.length }, (_, cut) => note.subarray(0, cut))
    const kept = join(folder, 'torn.txt')
    writeFileSync(kept, Buffer.concat([...torn, note]))
    const { ok, says } = await checkOffline(file, '--key', publicKey(), '--checkpoints', kept)
    expect(says).toContain('All is well')
    expect(ok).toBe(true)
  })

  it('is refused where an event was recorded before the one before it, however well it is chained', async () => {
    const forged = join(folder, 'forged.ndjson')
    const at = (index: number) => `2026-04-01T06:${index === 2 ? 10 : 30 + index}:00.000Z`
    const events = chainedEventsInMemory(ledger.companyId, 4, { at }).map(
      ({ position, eventId, type, schemaVersion, recordedAt, date, prevHash, hash, ...json }) => ({
        ...{ position, eventId, type, schemaVersion, recordedAt, date },
        ...{ actor: JSON.parse(json.actor), data: JSON.parse(json.data), meta: JSON.parse(json.meta) },
        ...{ prevHash: prevHash.toString('hex'), hash: hash.toString('hex') },
      }),
    )
    const header = { ...JSON.parse(lines[0] ?? ''), events: 4 }
    writeFileSync(forged, [header, ...events].map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { ok, says } = await checkOffline(forged)
    expect(says).toContain('the event at 3 was recorded before the last one')
    expect(ok).toBe(false)
  })

  it('is refused with the key of somebody else', async () => {
    const other = signingKeyFromSecret('another key, of somebody else, which is long')
    const { ok } = await checkOffline(file, '--key', formatVerifierKey(logOrigin(ledger.companyId), other.publicKey))
    expect(ok).toBe(false)
  })

  it('comes into an empty database with the same hashes, and reads the same', async () => {
    const database = await createTestDatabase()
    const db = kyselyOverPool(connectPool(database.url, { name: 'test import', max: 2, onError }))
    const { companyId } = ledger
    const told: number[] = []
    const imported = await importLog(database.url, partly, (events) => told.push(events))
    expect(imported).toEqual({ companyId, events: signed + 1 })
    const hashes = async (from: typeof db) =>
      (await from.selectFrom('events').select(['position', 'hash']).orderBy('position').execute()).map((row) =>
        row.hash.toString('hex'),
      )
    expect(await hashes(db)).toEqual(await hashes(ledger.db))
    for (const one of [db, ledger.db])
      await catchUp({ db: one, companyId, onStopped: () => expect.unreachable('stopped') })
    const balances = (from: typeof db) => from.selectFrom('balances').selectAll().orderBy('account_id').execute()
    expect(await balances(db)).toEqual(await balances(ledger.db))
    const vouchers = (from: typeof db) =>
      from.selectFrom('vouchers').select(['transaction_id', 'series', 'number']).orderBy('transaction_id').execute()
    expect(await vouchers(db)).toHaveLength(4)
    expect(await vouchers(db)).toEqual(await vouchers(ledger.db))
    expect(await verifyLedger({ db, companyId, publicKey: key.publicKey })).toMatchObject({ ok: true })
    await expect(importLog(database.url, partly, () => undefined)).rejects.toThrow('already has a company')
    await db.destroy()
    await database.drop()
  })

  it.each<[string, RegExp, (text: string) => string]>([
    ['a line was changed', /event at \d+ is not the one/, (text) => text.replace('"paise":1234', '"paise":1235')],
    ['a name stands twice', /not as it was exported/, (text) => text.replace('"type":', '"type":"SignedIn","type":')],
    ['a line holds more', /not as it was exported/, (text) => text.replace('"position":', '"paid":true,"position":')],
    ['lines end in CR and LF', /not as it was exported/, (text) => text.replaceAll('\n', '\r\n')],
    ['the last line has no end', /The last line of the file is cut off/, (text) => text.slice(0, -1)],
    ['there are two headers', /neither an event nor a checkpoint/, (text) => `${lines[0]}\n${text}`],
    ['a checkpoint is of another ledger', /of another ledger/, (text) => text.replace('{"checkpoint":"', '$&x')],
    [
      'the end was cut off',
      /was to hold \d+ events more/,
      (text) => `${text.split('\n').slice(0, signed).join('\n')}\n${lines.at(-1)}\n`,
    ],
  ])('imports nothing where %s', async (_, why, spoil) => {
    const spoilt = join(folder, 'spoilt-import.ndjson')
    writeFileSync(spoilt, spoil(readFileSync(file, 'utf8')))
    await expect(importLog(bare.url, spoilt, () => undefined)).rejects.toThrow(why)
    const db = kyselyOverPool(connectPool(bare.url, { name: 'test import', max: 1, onError }))
    expect(await db.selectFrom('companies').selectAll().execute()).toEqual([])
    await db.destroy()
  })
})

describe('the receipt of one entry', () => {
  it('is proved offline, with the checkpoint that it is in, and no other entry is', async () => {
    const proof = await openProver(ledger.db, ledger.companyId).proveEvent(signed - 1)
    const receipt = join(folder, 'receipt.json')
    writeFileSync(receipt, JSON.stringify(proof))
    expect(await checkOffline(receipt, '--key', publicKey())).toMatchObject({ ok: true })
    const forged = JSON.stringify(proof).replaceAll('1234', '4321')
    expect(forged).not.toBe(JSON.stringify(proof))
    writeFileSync(receipt, forged)
    expect(await checkOffline(receipt, '--key', publicKey())).toMatchObject({ ok: false })
  })

  it('is refused offline where the way to the root is too long or too short, or the checkpoint is of another log', async () => {
    const proof = await openProver(ledger.db, ledger.companyId).proveEvent(signed - 1)
    if (!proof) throw new Error('The entry is signed')
    const receipt = join(folder, 'forged-receipt.json')
    const origin = logOrigin(ledger.companyId)
    const [, , root = ''] = proof.checkpoint.split('\n')
    const note = (size: number, base64: string, name = origin) =>
      signNoteAs(origin, `${name}\n${size}\n${base64}\n`, key)
    const extra = Buffer.alloc(32, 7)
    const longer = nodeHash(extra, Buffer.from(root, 'base64')).toString('base64')
    const tried = async (change: object) => {
      writeFileSync(receipt, JSON.stringify({ ...proof, ...change }))
      return checkOffline(receipt, '--key', publicKey())
    }
    expect(await tried({ checkpoint: note(signed, root) })).toMatchObject({ ok: true })
    const tooLong = { inclusion: [...proof.inclusion, extra.toString('base64')], checkpoint: note(signed, longer) }
    expect(await tried(tooLong)).toMatchObject({ ok: false })
    expect(await tried({ treeSize: signed * 4, checkpoint: note(signed * 4, root) })).toMatchObject({ ok: false })
    const { says } = await tried({ checkpoint: note(signed, root, `${origin}x`) })
    expect(says).toContain('a checkpoint is of another log')
  })

  it('is not to be had before a checkpoint covers the entry', async () => {
    expect(await openProver(ledger.db, ledger.companyId).proveEvent(signed + 1)).toBeUndefined()
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
      const answer = await readBalancesAsOf(ledger.db, ledger.companyId, { position: event.position })
      expect(answer.position).toBe(event.position)
      expect(answer.trialBalance.difference).toBe('0.00')
      for (const { account, balance } of answer.accounts)
        expect(Number(balance) * 100).toBeCloseTo(sums.get(account) ?? 0, 3)
      const byTime = await readBalancesAsOf(ledger.db, ledger.companyId, { at: event.recordedAt })
      expect(byTime.position).toBeGreaterThanOrEqual(event.position)
    }
  })
})

// Last, because the log grows.
describe('an export of a log that does not stand still', () => {
  it('is whole where the log grows and is signed while it is written', async () => {
    const { db, companyId, people } = ledger
    const growing = join(folder, 'growing.ndjson')
    const before = (await ledger.readLog()).length
    const text: string[] = []
    for await (const line of exportLogLines(db, companyId)) {
      text.push(line)
      if (text.length > 1) continue
      // The header is sent: later events are not in the export.
      await submit(expenseCommand(people.ravi, 77))
      await sign()
    }
    writeFileSync(growing, text.join(''))
    const { ok, says } = await checkOffline(growing)
    expect(says).toContain(`${before} events`)
    expect(ok).toBe(true)
  })

  it('shows a checkpoint that the log does not reach any more', async () => {
    const { db, companyId, sql: owner } = ledger
    const head = (await ledger.readLog()).length
    const { rows } = await owner.query('SELECT position, hash FROM log_heads WHERE company_id = $1', [companyId])
    await sign()
    await owner.query('UPDATE log_heads SET position = position - 1 WHERE company_id = $1', [companyId])
    const text: string[] = []
    for await (const line of exportLogLines(db, companyId)) text.push(line)
    await owner.query('UPDATE log_heads SET position = $2 WHERE company_id = $1', [companyId, rows[0]?.position])
    writeFileSync(join(folder, 'shorter.ndjson'), text.join(''))
    const { ok, says } = await checkOffline(join(folder, 'shorter.ndjson'), '--key', publicKey())
    expect(says).toContain(`${head} events were signed, and there are only ${head - 1}`)
    expect(ok).toBe(false)
  })

  describe('imports nothing of a log that the ledger cannot have recorded, however well it is chained:', () => {
    let database: TestDatabase
    beforeAll(async () => {
      database = await createTestDatabase()
    })
    afterAll(() => database.drop())

    /** Returns the genuine log with its events changed, and each chained again. */
    function forgedFrom(change: (events: Sealed[], header: Record<string, unknown>) => void): string {
      const [head = '', ...rest] = lines.filter((line) => !line.includes('"checkpoint"'))
      const header: Record<string, unknown> = JSON.parse(head)
      const events: Sealed[] = rest.map((line) => JSON.parse(line))
      change(events, header)
      let prevHash: Buffer = GENESIS_HASH
      const text = [`${JSON.stringify(header)}\n`]
      for (const event of events) {
        const [actor = '', data = '', meta = ''] = [event.actor, event.data, event.meta].map((part) =>
          canonicalJson(part),
        )
        const fields = { ...event, companyId: ledger.companyId, actor, data, meta, prevHash }
        const hash = eventHash(fields)
        text.push(formatEventLine({ ...fields, hash }))
        prevHash = hash
      }
      const forged = join(folder, 'forged-import.ndjson')
      writeFileSync(forged, text.join(''))
      return forged
    }
    const the = (events: Sealed[], type: string) => events.find((event) => event.type === type) ?? expect.fail(type)
    const entryOf = ({ data }: Sealed) => data.entry ?? expect.fail('no entry')

    it.each<[string, (events: Sealed[], header: Record<string, unknown>) => void, RegExp]>([
      [
        'postings that do not balance',
        (events) => {
          const [first] = the(events, 'DebitRecorded').data.postings ?? []
          if (first) first.paise = 7
        },
        /do not sum to zero/,
      ],
      [
        'postings of another entry',
        (events) => {
          for (const posting of the(events, 'DebitRecorded').data.postings ?? []) posting.paise = 7
        },
        /not those of its entry/,
      ],
      [
        'a transfer of more than there is',
        (events) => {
          const event = the(events, 'TransferRecorded')
          entryOf(event).paise = 99_999_999
          for (const posting of event.data.postings ?? []) posting.paise = 99_999_999
        },
        /more than its sender has/,
      ],
      [
        'a beneficiary whose name has 300 kB',
        (events) => {
          const { beneficiary } = entryOf(the(events, 'DebitRecorded'))
          if (beneficiary) beneficiary.name = 'x'.repeat(300_000)
        },
        /name that is longer than any/,
      ],
      [
        'an account that is opened twice',
        (events) => {
          const opened = the(events, 'AccountOpened')
          events.push({ ...opened, position: events.length + 1, eventId: randomUUID(), recordedAt: LATER, date: LATER })
        },
        /was opened before/,
      ],
      [
        'another shape',
        (events) => {
          entryOf(the(events, 'DebitRecorded')).paymentMode = 'barter'
        },
        /is no DebitRecorded/,
      ],
      [
        'a time that the database would keep as another text',
        (events) => {
          the(events, 'DebitRecorded').date = '2026-04-01T06:30:00Z'
        },
        /neither an event nor a checkpoint/,
      ],
      ['a company name of 300 kB', (_, header) => Object.assign(header, { name: 'x'.repeat(300_000) }), /no export/],
      [
        'a company name that turns the line around',
        (_, header) => Object.assign(header, { name: 'a\u202eb' }),
        /no export/,
      ],
      ['fewer events than its header says', (events) => events.splice(-1), /cut off/],
    ])('%s', async (_, change, why) => {
      const forged = forgedFrom((events, header) => {
        change(events, header)
        if (header.events !== undefined && events.length > Number(header.events)) header.events = events.length
      })
      await expect(importLog(database.url, forged, () => undefined)).rejects.toThrow(why)
      const db = kyselyOverPool(connectPool(database.url, { name: 'test import', max: 1, onError }))
      expect(await db.selectFrom('companies').selectAll().execute()).toEqual([])
      await db.destroy()
    })
  })
})

const LATER = '2099-01-01T00:00:00.000Z'

/** A line of an export, with what the test changes in it. */
type Sealed = Omit<ChainedEvent, 'companyId' | 'actor' | 'data' | 'meta' | 'prevHash' | 'hash'> & {
  actor: unknown
  meta: unknown
  data: {
    entry?: { paise: number; paymentMode: string; beneficiary?: { name: string } }
    postings?: { paise: number }[]
  }
  prevHash: string
  hash: string
}
