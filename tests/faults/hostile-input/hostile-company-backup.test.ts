import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openBlobStores } from '@ledger/bills/open-blob-stores.ts'
import { seededRandom } from '@ledger/launch/demo/seeded-random.ts'
import { encryptPassword } from '@ledger/ledger-service/access/encrypted-password.ts'
import { aesKeyFromSecret } from '@ledger/ledger-service/access/installation-secrets.ts'
import { openPasswordHasher } from '@ledger/ledger-service/access/password-hashing.ts'
import { CannotRestore } from '@ledger/ledger-service/backup/backup-format.ts'
import { COMPANY_TABLES, TABLES_OF_COMPANIES } from '@ledger/ledger-service/backup/backup-policy-of-tables.ts'
import { removeUnverifiedCompany } from '@ledger/ledger-service/backup/remove-unverified-company.ts'
import { restoreBackup } from '@ledger/ledger-service/backup/restore-backup.ts'
import { writeBackup } from '@ledger/ledger-service/backup/write-backup.ts'
import { addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import { openCheckpointSigner } from '@ledger/ledger-service/proof/signer/checkpoint-signer.ts'
import { companySigningKey } from '@ledger/ledger-service/proof/signer/company-signing-key.ts'
import { verifyLedger } from '@ledger/ledger-service/proof/verification/verify-ledger.ts'
import { catchUp } from '@ledger/projections/projector/projector.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withServerConnection } from '../../environment/database/server-connection.ts'
import { stretchPassphrasesLess } from '../../environment/files/less-stretched-passphrases.ts'
import { temporaryFolder } from '../../environment/files/temporary-folder.ts'
import { isFullRun, isLongRun } from '../../environment/full-run.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import { commandEnvelope, expenseCommand, sendMoneyCommand } from '../../log/command-envelopes.ts'
import { openTestLedger, type TestLedger } from '../../log/test-ledger.ts'
import {
  type BackupFileParts,
  backupText,
  readBackupParts,
  withCorrectEndLine,
  writeBackupFile,
} from './backup-file-parts.ts'
import { type BackupAttackTarget, COPY_ROW_ENDS, hostileBackupFile, withForeignRow } from './hostile-backup-files.ts'

/**
 * R27: whatever the backup file of one company holds, no other company gets a row of it, and a refusal leaves nothing.
 */
const FILES = isFullRun ? Number(process.env.HOSTILE_FILES ?? 10_000) : isLongRun ? 15 : 5

const PASSPHRASE = 'a passphrase for R27'
const HOST = 'given.localhost'
const SECRETS = {
  PASSWORD_PEPPER: 'the pepper of the old place, as it was given',
  PASSWORD_REVEAL_KEY: 'the reveal key of the old place, as given',
  SESSION_SECRET: 'the secret of the sessions, as it was given',
  CHECKPOINT_KEY: 'the key of the signer of the old place, as given',
}
const random = seededRandom(randomSeed)
const folder = temporaryFolder()
const dataDirectory = join(folder, 'here')

/** The installation where the company was, and the one that imports it, where another company is. */
let old: TestLedger
let here: TestLedger
let genuine: BackupFileParts
let target: BackupAttackTarget
/** The rows of the existing company, before any import. */
let before: string[]

beforeAll(async () => {
  ;[old, here] = await Promise.all([openTestLedger(), openTestLedger()])
  for (const { log, people } of [old, here]) {
    await log.submit(commandEnvelope(sendMoneyCommand(people.admin, people.asha, 500_000)))
    await log.submit(commandEnvelope(expenseCommand(people.asha, 1234, 'रमेश स्टील\\.')))
  }
  await addCompanyHost(here.sql, here.companyId, 'other.localhost')
  await Promise.all([fillTables(old), fillTables(here)])
  target = { own: old.companyId, other: here.companyId, otherHost: 'other.localhost' }
  const file = join(folder, 'genuine.backup')
  const bills = await openBlobStores(old.companyId, undefined)
  const stretchAgain = stretchPassphrasesLess()
  await writeBackup({
    ...{
      databaseUrl: old.ownerUrl,
      dataDirectory: join(folder, 'old'),
      environment: SECRETS,
      file,
      passphrase: PASSPHRASE,
    },
    exported: { companyId: old.companyId, bills, db: old.db },
    onProgress: () => undefined,
  })
  stretchAgain()
  genuine = await readBackupParts(file, PASSPHRASE)
  before = (await rowsHere()).own
}, 300_000)
afterAll(() => Promise.all([old.close(), here.close()]))

/** Inserts a row into every table of a company that the test's log does not fill. */
async function fillTables({ sql, db, companyId, people }: TestLedger): Promise<void> {
  const { id } = people.asha
  const bytes = Buffer.from(`a bill of ${companyId}`)
  const bill = createHash('sha256').update(bytes).digest('hex')
  const hash = await openPasswordHasher(Buffer.from(SECRETS.PASSWORD_PEPPER)).hash('Right-Pass-1')
  const copy = encryptPassword(aesKeyFromSecret(SECRETS.PASSWORD_REVEAL_KEY), id, 'Right-Pass-1')
  const insert = (table: string, columns: string, ...values: unknown[]) =>
    sql.query(
      `INSERT INTO ${table} (company_id, ${columns}) VALUES (${[companyId, ...values].map((_, at) => `$${at + 1}`).join(', ')})
        ON CONFLICT DO NOTHING`,
      [companyId, ...values],
    )
  await insert('company_settings', 'openid, openid_issuer, openid_client_id', 'own', 'https://id.example', 'ledger')
  await insert('contacts', 'account_id, mobile', id, '9876543210')
  await insert('sign_in_names', 'name, account_id', 'email:someone@example.in', id)
  await insert('credentials', 'account_id, password_hash', id, hash)
  await insert('password_copies', 'account_id, nonce, ciphertext', id, copy.nonce, copy.ciphertext)
  await insert('devices', 'device_hash, account_id', Buffer.alloc(32, 1), id)
  await insert('openid_identities', 'issuer, subject, account_id', 'https://id.example', 'somebody', id)
  await insert(
    'contact_messages',
    'message_id, name, email, message',
    randomUUID(),
    'N',
    'n@example.in',
    'one\ntwo\r\\.',
  )
  const known = 'bill_id, type, bytes, kept_in, wanted_at'
  await insert('bills', known, bill, 'application/pdf', bytes.length, 'postgres', new Date().toISOString())
  await insert('bill_contents', 'bill_id, content', bill, bytes)
  await insert('bill_uploads', 'bill_id, account_id, uploaded_at', bill, id, new Date().toISOString())
  const key = companySigningKey({ dataDirectory: join(folder, 'old'), secret: SECRETS.CHECKPOINT_KEY }, companyId, true)
  const signer = await openCheckpointSigner({
    ...{ companyId, key, file: join(folder, 'old', 'checkpoints', 'checkpoints.txt'), sharedFiles: [] },
    read: (after) => readStoredEventPages(db, companyId, { after }),
  })
  const signed = await signer.sign()
  if (signed) await insert('signed_checkpoints', 'size, note', signed.size, signed.note)
}

/**
 * Imports a file as the terminal does.
 * @returns the reason of a refusal; undefined if it was imported
 */
async function takeIn(parts: BackupFileParts): Promise<string | undefined> {
  const file = await writeBackupFile(join(folder, 'forged.backup'), backupText(parts), PASSPHRASE)
  try {
    await restoreBackup({
      ...{ databaseUrl: here.ownerUrl, dataDirectory, environment: {}, file, passphrase: PASSPHRASE, hosts: [HOST] },
      encryption: () => ({
        pepper: Buffer.from('the pepper of this place'),
        revealKey: aesKeyFromSecret('of this place'),
      }),
      verify: holds,
      onProgress: () => undefined,
    })
    return undefined
  } catch (error) {
    if (error instanceof CannotRestore) return error.message
    throw error
  }
}

let removed = 0
async function holds(companyId: string): Promise<boolean> {
  const { db } = here
  const bills = await openBlobStores(companyId, undefined)
  await catchUp({ db, companyId, onStopped: () => undefined })
  const { areBooksWell } = await verifyLedger({ db, companyId, publicKey: undefined, bills })
  if (!areBooksWell) removed++
  return areBooksWell
}

/** For each table: a digest of the existing company's rows, and the number of other rows. */
const ROWS = TABLES_OF_COMPANIES.map(
  (table) =>
    `SELECT '${table}' AS table, md5(coalesce(string_agg(t::text, E'\\n' ORDER BY t::text) FILTER (WHERE company_id = $1), '')) AS own,
      count(*) FILTER (WHERE company_id <> $1)::int AS others FROM ${table} t`,
).join(' UNION ALL ')

async function rowsHere(): Promise<{ own: string[]; others: string[] }> {
  const { rows } = await here.sql.query<{ table: string; own: string; others: number }>(ROWS, [here.companyId])
  return {
    own: rows.map(({ table, own }) => `${table} ${own}`),
    others: rows.filter(({ others }) => others > 0).map(({ table, others }) => `${table} ${others}`),
  }
}

const filesHere = () =>
  existsSync(dataDirectory) ? readdirSync(dataDirectory, { recursive: true, withFileTypes: true }) : []

/** Removes the imported company, before the next file. */
async function removeTakenIn(): Promise<void> {
  await withServerConnection(here.ownerUrl, async (client) => {
    await client.query('SET search_path = public, read')
    await removeUnverifiedCompany(client, target.own)
  })
  rmSync(dataDirectory, { recursive: true, force: true })
}

/** @returns the reason of a refusal, after checking that no other company has anything of the file */
async function expectApart(parts: BackupFileParts, about: string): Promise<string | undefined> {
  const refused = await takeIn(parts)
  const { own, others } = await rowsHere()
  expect(own, about).toEqual(before)
  const hosts = await here.sql.query('SELECT host FROM company_hosts WHERE company_id <> $1', [here.companyId])
  const companies = await here.sql.query<{ disabled: boolean }>(
    'SELECT disabled_at IS NOT NULL AS disabled FROM companies WHERE company_id <> $1',
    [here.companyId],
  )
  if (refused === undefined && companies.rows.length > 0) {
    expect([hosts.rows, companies.rows], about).toEqual([[{ host: HOST }], [{ disabled: false }]])
    await removeTakenIn()
  } else {
    expect(others, `${about}: ${refused}`).toEqual([])
    expect(
      filesHere().filter((entry) => entry.isFile()),
      `${about}: ${refused}`,
    ).toEqual([])
  }
  return refused
}

describe('R27: the backup file of a company', () => {
  it('is taken in where nothing of it was changed, and is removed without a trace', async () => {
    expect(await takeIn(withCorrectEndLine(genuine))).toBeUndefined()
    await removeTakenIn()
    expect(await rowsHere()).toEqual({ own: before, others: [] })
  })

  it('brings no row of another company in any table, however COPY would end it', async () => {
    expect(genuine.sections.map(({ name }) => name)).toEqual(expect.arrayContaining(COMPANY_TABLES))
    const ends = Object.keys(COPY_ROW_ENDS) as (keyof typeof COPY_ROW_ENDS)[]
    // In the short form one end for each table, another with each seed; in `npm test` a third of the tables.
    for (const [index, table] of COMPANY_TABLES.entries()) {
      if (!isLongRun && index % 3 !== randomSeed % 3) continue
      for (const end of isFullRun ? ends : ends.filter((_, at) => at === (index + randomSeed) % ends.length)) {
        const about = `${table}: ${end}`
        expect(await expectApart(withForeignRow(genuine, table, end, target), about), about).toBeDefined()
      }
    }
  }, 600_000)

  it(
    'may be hostile in any way: no row of another company, and nothing left after a refusal',
    async () => {
      const refusals = new Map<string, number>()
      let taken = 0
      for (let file = 0; file < FILES; file++) {
        const { parts, about } = hostileBackupFile(genuine, random, target)
        const refused = await expectApart(parts, `file ${file}, ${about}; seed ${randomSeed}`)
        const kind = refused?.replaceAll(/[\w-]*\d[\w-]*/g, '…').slice(0, 60)
        if (kind === undefined) taken++
        else refusals.set(kind, (refusals.get(kind) ?? 0) + 1)
        if (isFullRun && file % 100 === 99) process.stdout.write(`R27: ${file + 1} files\n`)
      }
      process.stdout.write(
        `R27 (seed ${randomSeed}): ${FILES} files, ${taken} taken in or removed (${removed}), ${refusals.size} kinds of refusal\n`,
      )
    },
    isFullRun ? 7_200_000 : 600_000,
  )
})
