import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SealedBalanceAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import type { Command } from '@ledger/ledger-service/domain/commands.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import { makeStatementFile } from '@ledger/ledger-service/exports/books/make-book-file.ts'
import { proofQrCodeText } from '@ledger/ledger-service/exports/books/proof-qr-code-text.ts'
import { type ClosingSealer, openClosingSealer } from '@ledger/ledger-service/jobs/closing-sealer.ts'
import type { CompanyProcessPool } from '@ledger/ledger-service/jobs/process-pool.ts'
import { openProcessPool } from '@ledger/ledger-service/jobs/process-pool.ts'
import {
  formatVerifierKey,
  logOrigin,
  signingKeyFromSecret,
} from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { openProver } from '@ledger/ledger-service/proof/merkle/merkle-prover.ts'
import { proveSealedBalance } from '@ledger/ledger-service/proof/seals/prove-sealed-balance.ts'
import { findStatementSeal } from '@ledger/ledger-service/proof/seals/statement-seal.ts'
import { verifySeals } from '@ledger/ledger-service/proof/seals/verify-seals.ts'
import { openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { commandEnvelope, expenseCommand, sendMoneyCommand } from '../../log/command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'

/** A sealed balance proves itself offline, with its entries and without; and every seal is the fold of the log. */

const key = signingKeyFromSecret('the key of the signer, which nobody else has')
const folder = temporaryFolder()
const NOW = '2026-12-05T06:30:00.000Z'
let ledger: TestLedger
let sealing: ClosingSealer
let pool: CompanyProcessPool
let closeJobs: () => Promise<void>

beforeAll(async () => {
  ledger = await openTestLedger()
  const { databaseUrl, companyId, log, db, people, onError } = ledger
  const jobs = openProcessPool(databaseUrl, 1, onError)
  closeJobs = () => jobs.close()
  pool = jobs.forCompany(companyId)
  sealing = openClosingSealer({
    db,
    companyId,
    log,
    jobs: { seals: pool, fileExports: pool },
    clock: () => NOW,
    onError,
  })
  const { admin, asha } = people
  await submit(
    dated(sendMoneyCommand(admin, asha, 500_000), '2026-09-10'),
    dated(expenseCommand(asha, 1234), '2026-09-12'),
  )
  await submit(close('2026-09-30'))
  for (const day of ['2026-10-05', '2026-10-03', '2026-10-05', '2026-10-31'])
    await submit(dated(expenseCommand(asha, 2500, 'रमेश स्टील'), day))
  await submit(dated(expenseCommand(asha, 99), '2026-11-01'), close('2026-10-31'))
  await sealing.sealAll()
  await submit(dated(expenseCommand(asha, 77), '2026-11-02'))
  await sign()
})
afterAll(async () => {
  await sealing.close()
  await closeJobs()
  await ledger.close()
})

const dated = (command: Command, day: string): Command =>
  'details' in command ? { ...command, details: { ...command.details, date: `${day}T06:30:00.000Z` } } : command
const close = (upTo: string): Command => {
  const { id: account, epoch } = ledger.people.admin
  return { type: 'CloseBooks', upTo, by: { account, epoch }, now: NOW }
}
async function submit(...commands: Command[]): Promise<void> {
  for (const command of commands) {
    const { status } = await ledger.log.submit(commandEnvelope(command))
    expect(status).toBe(201)
  }
}

async function sign(): Promise<void> {
  const { db, companyId } = ledger
  const read = (after: number) => readStoredEventPages(db, companyId, { after })
  const signer = await openCheckpointSigner({ companyId, key, file: join(folder, 'checkpoints.txt'), read })
  const checkpoint = await signer.sign()
  if (!checkpoint) throw new Error('There are events to sign')
  await sql`INSERT INTO signed_checkpoints (company_id, size, note)
    VALUES (${companyId}, ${checkpoint.size}, ${checkpoint.note})`.execute(db)
  await sql`INSERT INTO verifier_keys VALUES (${companyId}, ${verifierKey()}) ON CONFLICT DO NOTHING`.execute(db)
}
const verifierKey = () => formatVerifierKey(logOrigin(ledger.companyId), key.publicKey)

const prove = (account: string, upTo: string, withEntries = false) =>
  proveSealedBalance(
    { ...ledger, sealing, prover: openProver(ledger.db, ledger.companyId) },
    { account, upTo, withEntries },
    { signal: new AbortController().signal },
  )
async function proved(account: string, upTo: string, withEntries = false): Promise<SealedBalanceAnswer> {
  const answer = await prove(account, upTo, withEntries)
  if (typeof answer === 'string') throw new Error(answer)
  return answer
}

/** Runs the verifier as an outsider would: a separate program that imports nothing of ours. */
async function checkOffline(answer: object | string, ...options: string[]): Promise<{ ok: boolean; says: string }> {
  // A code is saved under the name in the command beside it, an answer as JSON.
  const file = join(folder, typeof answer === 'string' ? 'code.txt' : 'sealed.json')
  writeFileSync(file, typeof answer === 'string' ? answer : JSON.stringify(answer))
  const script = join(import.meta.dirname, '../../../tools/verify/verify.mjs')
  const run = promisify(execFile)(process.execPath, [script, file, ...options])
  return run.then(
    ({ stdout }) => ({ ok: true, says: stdout }),
    ({ stdout }: { stdout: string }) => ({ ok: false, says: stdout }),
  )
}

describe('a sealed balance', () => {
  it('is proved offline with the public key, and says its figures', async () => {
    const { ok, says } = await checkOffline(await proved(ledger.people.asha.id, '2026-10-31'), '--key', verifierKey())
    expect(says).toContain('from 2026-10-01 to 2026-10-31: opening ₹4,987.66, 4 entries, closing ₹4,887.66')
    expect(ok).toBe(true)
  })

  it('is not there for a day that ends no closing, nor for an account without entries', async () => {
    expect(await prove(ledger.people.asha.id, '2026-10-30')).toBe('not_found')
    expect(await prove(ledger.people.sonu.id, '2026-10-31')).toBe('not_found')
  })

  it('is refused offline with any of its figures changed, or as the balance of another account', async () => {
    const answer = await proved(ledger.people.asha.id, '2026-10-31')
    const office = await proved('head_office', '2026-10-31')
    for (const forged of [
      ...(['opening', 'closing', 'received', 'spent', 'entries'] as const).map((name) => ({
        ...answer,
        leaf: { ...answer.leaf, [name]: answer.leaf[name] + 1 },
      })),
      { ...answer, leaf: { ...answer.leaf, name: 'Another' } },
      { ...answer, leaf: office.leaf },
      { ...answer, path: office.path },
      { ...answer, path: { ...answer.path, hashes: answer.path.hashes.slice(1) } },
      { ...answer, event: (await proved('head_office', '2026-09-30')).event },
      { ...answer, proof: { ...answer.proof, leafIndex: 0 } },
      { ...answer, checkpoint: answer.checkpoint.replace('\n', '0\n') },
      { ...answer, note: 'more' },
    ])
      expect(await checkOffline(forged, '--key', verifierKey())).toMatchObject({ ok: false })
  })

  it('is proved after its leaves were lost, as after a restore', async () => {
    const before = await proved('head_office', '2026-09-30')
    await ledger.sql.query('DELETE FROM sealed_balances')
    expect(await proved('head_office', '2026-09-30')).toEqual(before)
  })
})

describe('a sealed statement', () => {
  it('proves that no entry is missing and none was added', async () => {
    const answer = await proved(ledger.people.asha.id, '2026-10-31', true)
    expect(answer.entries?.map(({ date }) => date.slice(0, 10))).toEqual([
      ...['2026-10-03', '2026-10-05', '2026-10-05', '2026-10-31'],
    ])
    const { ok, says } = await checkOffline(answer, '--key', verifierKey())
    expect(says).toContain('4 entries, none missing, none added, closing ₹4,887.66')
    expect(ok).toBe(true)
  })

  it('names an entry that was changed, left out, added or moved', async () => {
    const answer = await proved(ledger.people.asha.id, '2026-10-31', true)
    const { entries = [], entryHashes = [] } = answer
    const [first, second, third, fourth] = entries
    if (!first || !second || !third || !fourth) throw new Error('Four entries are sealed')
    const says = async (changed: object[], hashes = entryHashes) =>
      (await checkOffline({ ...answer, entries: changed, entryHashes: hashes }, '--key', verifierKey())).says
    expect(await says([first, { ...second, narration: 'Tea' }, third, fourth])).toContain('entry 2 was changed')
    expect(await says([first, third, fourth])).toContain(
      'entry 2 was changed, added or moved, or one before it was left',
    )
    expect(await says([first, second, third])).toContain('entry 4 is missing')
    expect(await says([...entries, fourth])).toContain('entry 5 was changed, added or moved')
    expect(await says([first, second, third], entryHashes.slice(0, 3))).toContain('not the ones that were sealed')
    expect(await says([second, first, third, fourth])).toContain('entry 1 was changed')
  })
})

describe('the code on a printed statement', () => {
  it('proves the balance by its text alone, and only as it was printed', async () => {
    const code = proofQrCodeText(await proved(ledger.people.asha.id, '2026-10-31')) ?? expect.unreachable()
    const { ok, says } = await checkOffline(`${code}\n`, '--key', verifierKey())
    expect(says).toContain('opening ₹4,987.66, 4 entries, closing ₹4,887.66')
    expect(ok).toBe(true)
    for (const wrong of [code.slice(0, -1), `${code}A`, code.replace(/.$/, '_'), code.replace(':', ':0')])
      expect(await checkOffline(wrong, '--key', verifierKey())).toMatchObject({ ok: false })
  })

  it('holds as many characters as a code of that size may, and is left out where they are more', async () => {
    const answer = await proved(ledger.people.asha.id, '2026-10-31')
    const hashes = (count: number) =>
      Array.from({ length: count }, (_, at) => createHash('sha256').update(`${at}`).digest('base64'))
    const withPaths = (count: number) => ({ ...answer, proof: { ...answer.proof, hashes: hashes(count) } })
    // A log of 1,00,00,000 events has a path of 24 hashes, 1,00,000 accounts one of 17.
    expect(proofQrCodeText(withPaths(24 + 17))).toMatch(/^SITE-LEDGER:/)
    expect(proofQrCodeText(withPaths(120))).toBeUndefined()
  })
})

describe('the file of a sealed statement', () => {
  async function statementFile(period = { from: '2026-10-01', to: '2026-10-31' }): Promise<StatementFile> {
    const { db, companyId, people } = ledger
    await catchUp({ db, companyId, onStopped: (name) => expect.unreachable(name) })
    const subject = { kind: 'account', accountId: people.asha.id } as const
    const of = { kind: 'account', id: null, name: 'Asha', site: null } as const
    const head = { language: 'en', company: 'Malwa', madeAt: NOW } as const
    const file = await makeStatementFile(
      db,
      companyId,
      { format: 'json', asked: subject, period, of, head },
      {
        withProgress: (rows) => rows,
        async sealOf(statement) {
          const seal = await findStatementSeal(db, companyId, subject, statement)
          if (seal.state !== 'sealed') return { seal }
          return { seal, proof: await proved(people.asha.id, '2026-10-31', true) }
        },
      },
    )
    return JSON.parse((await file.toArray()).join(''))
  }
  interface StatementFile {
    sealed: { upTo: string; root: string } | null
    opening: string
    totals: { byMode: { in: string }[]; byPurpose: { out: string }[] }
    rows: { narration: string; balance: string }[]
  }

  it('is sealed only if its figures are those of the closing, and proves its rows', async () => {
    const file = await statementFile()
    expect(file).toMatchObject({ sealed: { upTo: '2026-10-31' }, opening: '4987.66' })
    const ofOtherDays = await statementFile({ from: '2026-10-04', to: '2026-10-31' })
    expect(ofOtherDays).toMatchObject({ sealed: null, sealState: 'closed' })
    expect(await statementFile({ from: '2026-11-01', to: '2026-11-30' })).toMatchObject({ sealState: 'open' })
    const { ok, says } = await checkOffline(file, '--key', verifierKey())
    expect(says).toContain('4 entries, none missing, none added, closing ₹4,887.66')
    expect(ok).toBe(true)
  })

  it('says that its figures differ where any of them is another than the sealed one', async () => {
    for (const column of ['opening', 'received', 'spent', 'closing', 'entries']) {
      const change = async (by: number) => {
        const ofAsha = `account = '${ledger.people.asha.id}' AND content LIKE '%2026-10-31%'`
        const { rows } = await ledger.sql.query(`SELECT content FROM sealed_balances WHERE ${ofAsha}`)
        const changed = { ...JSON.parse(rows[0].content) }
        changed[column] += by
        await ledger.sql.query(`UPDATE sealed_balances SET content = $1 WHERE ${ofAsha}`, [JSON.stringify(changed)])
      }
      await change(1)
      expect(await statementFile(), column).toMatchObject({ sealed: null, sealState: 'differs' })
      await change(-1)
    }
    expect(await statementFile()).toMatchObject({ sealState: 'sealed' })
  })

  it('names a row that was changed, left out, added or moved, and figures that are not the sealed ones', async () => {
    const file = await statementFile()
    const [first, second, third, fourth] = file.rows
    if (!first || !second || !third || !fourth) throw new Error('Four rows are sealed')
    const says = async (change: Partial<StatementFile>) =>
      (await checkOffline({ ...file, ...change }, '--key', verifierKey())).says
    expect(await says({ rows: [first, { ...second, narration: 'Tea' }, third, fourth] })).toMatch(
      /row 2 .* was changed/,
    )
    expect(await says({ rows: [first, second, fourth] })).toMatch(/row 3 .* was moved, or its balance was changed/)
    expect(await says({ rows: [first, second, third] })).toContain('a row is missing: 2026-10-31')
    expect(await says({ rows: [...file.rows, fourth] })).toMatch(/row 5 .* was added, or stands there twice/)
    expect(await says({ rows: [second, first, third, fourth] })).toMatch(/row 1 .* was moved/)
    // The second and the third are of one instant and one amount.
    const [later, earlier] = [third, second].map((row, at) => ({ ...row, balance: [second, third][at]?.balance ?? '' }))
    expect(await says({ rows: [first, later, earlier, fourth].filter((row) => row !== undefined) })).toMatch(
      /row 3 .* was moved/,
    )
    expect(await says({ opening: '1.00' })).toContain('figures of the statement are not the ones')
    const { totals } = file
    const byMode = totals.byMode.map((sum) => ({ ...sum, in: '7.00' }))
    expect(await says({ totals: { ...totals, byMode } })).toContain('sums by payment mode are not those of the entries')
    const byPurpose = totals.byPurpose.slice(1)
    expect(await says({ totals: { ...totals, byPurpose } })).toContain('sums by purpose do not add up')
    const sealed = { upTo: '2026-10-31', root: '00'.repeat(32) }
    expect(await says({ sealed })).toContain('the seal that the statement names is another one')
  })
})

it('is sealed by the next call after a crash, and not twice where another process was faster', async () => {
  const { db, companyId, openSecondAppendLog, readLog, people } = ledger
  await submit(dated(expenseCommand(people.asha, 5), '2026-11-03'), close('2026-11-30'))
  const errors: string[] = []
  const open = (run: CompanyProcessPool['run']) =>
    openClosingSealer({
      ...{ db, companyId, log: openSecondAppendLog(() => NOW), clock: () => NOW },
      jobs: { seals: { ...pool, run }, fileExports: pool },
      onError: ({ message }) => errors.push(message),
    })
  const countSeals = async () =>
    (await readLog()).filter(({ type, data }) => type === 'BooksSealed' && data.upTo === '2026-11-30').length
  let crashes = 1
  const first = open((name, input, asking) =>
    crashes-- > 0 ? Promise.reject(new Error('The process ended')) : pool.run(name, input, asking),
  )
  await first.sealAll()
  expect([errors, await countSeals()]).toEqual([['The process ended'], 0])
  // The first one seals between the fold and the seal of the second.
  const second = open((name, input, asking) => pool.run(name, input, asking).finally(() => first.sealAll()))
  await second.sealAll()
  expect([errors, await countSeals()]).toEqual([['The process ended'], 1])
})

it('is sealed by the next call after a crash between leaves and event; nothing reads the leaves until then', async () => {
  const { db, companyId, log, people, readLog } = ledger
  await submit(dated(expenseCommand(people.asha, 6), '2026-12-01'), close('2026-12-02'))
  const errors: string[] = []
  const crashing = openClosingSealer({
    ...{ db, companyId, jobs: { seals: pool, fileExports: pool }, clock: () => NOW },
    log: { ...log, submit: () => Promise.reject(new Error('The process ended')) },
    onError: ({ message }) => errors.push(message),
  })
  await crashing.sealAll()
  expect(errors).toEqual(['The process ended'])
  const leaves = async () =>
    (
      await ledger.sql.query(
        'SELECT * FROM sealed_balances WHERE closing = (SELECT max(closing) FROM sealed_balances) ORDER BY leaf',
      )
    ).rows
  const before = await leaves()
  expect(before.map(({ content }) => JSON.parse(content).upTo)).toEqual(before.map(() => '2026-12-02'))
  expect(await prove(people.asha.id, '2026-12-02')).toBe('not_found')
  const subject = { kind: 'account', accountId: people.asha.id } as const
  const figures = { from: '2026-12-01', to: '2026-12-02', opening: '0.00', closing: '0.00' }
  const totals = { in: '0.00', out: '0.00', entries: 0 }
  expect(await findStatementSeal(db, companyId, subject, { ...figures, totals })).toEqual({ state: 'sealing' })
  await sealing.sealAll()
  expect(await leaves()).toEqual(before)
  const seals = (await readLog()).filter(({ type, data }) => type === 'BooksSealed' && data.upTo === '2026-12-02')
  expect(seals).toHaveLength(1)
  await sign()
  expect(await prove(people.asha.id, '2026-12-02')).toMatchObject({ leaf: { spent: 6, entries: 1 } })
})

it('reads the leaves for a proof in another process', async () => {
  const { db, companyId, log, people, onError } = ledger
  const tasks: string[] = []
  const run: CompanyProcessPool['run'] = (name, input, asking) => {
    tasks.push(name)
    return pool.run(name, input, asking)
  }
  const watched = openClosingSealer({
    ...{ db, companyId, log, clock: () => NOW, onError },
    jobs: { seals: { ...pool, run }, fileExports: { ...pool, run } },
  })
  const dependencies = { ...ledger, sealing: watched, prover: openProver(db, companyId) }
  const asked = { account: people.asha.id, upTo: '2026-10-31', withEntries: true }
  await proveSealedBalance(dependencies, asked, { signal: new AbortController().signal })
  expect(tasks).toEqual(['sealedLeaf', 'sealedEntries'])
})

describe('verification', () => {
  const problems = () => verifySeals(ledger.db, ledger.companyId, Number.MAX_SAFE_INTEGER)

  it('finds each seal to be the fold of the log', async () => {
    expect(await problems()).toEqual([])
    expect((await ledger.readLog()).filter(({ type }) => type === 'BooksSealed')).toHaveLength(4)
  })

  it('names stored balances that are not those of a seal, and a second seal of a closing', async () => {
    const { sql: owner } = ledger
    const leaf = `UPDATE sealed_balances SET content = replace(content, $1, $2) WHERE content LIKE '%2026-10-31%'`
    await owner.query(leaf, ['"closing":488766', '"closing":488767'])
    expect(await problems()).toEqual([
      expect.stringMatching(/^The stored balances of the closing at \d+ are not those of its seal$/),
    ])
    await owner.query(leaf, ['"closing":488767', '"closing":488766'])
    await owner.query(`INSERT INTO events SELECT company_id, position + 1000, gen_random_uuid(), type, schema_version,
      recorded_at, date, actor, data, meta, prev_hash, sha256(hash) FROM events WHERE type = 'BooksSealed' LIMIT 1`)
    expect(await problems()).toEqual([expect.stringMatching(/^The seal at \d+ is of no closing that waits for one$/)])
    await owner.query('DELETE FROM events WHERE position > 1000')
    expect(await problems()).toEqual([])
  })

  it('names a seal that is not, and an entry in closed books', async () => {
    const { sql: owner } = ledger
    await owner.query(`UPDATE events SET data = replace(data::text, '"spentPaise":', '"spentPaise":1')::json
      WHERE type = 'BooksSealed' AND data::text LIKE '%2026-10-31%'`)
    expect(await problems()).toEqual([expect.stringMatching(/^The seal at \d+ is not the fold of the log up to \d+$/)])
    await owner.query(`UPDATE events SET data = replace(data::text, '2026-11-02', '2026-10-30')::json
      WHERE type = 'DebitRecorded'`)
    expect(await problems()).toContainEqual(expect.stringMatching(/changes books that were closed up to 2026-10-31$/))
  })
})
