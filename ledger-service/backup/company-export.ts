import { randomBytes, randomUUID } from 'node:crypto'
import { type BillBlobStores, BlobNotFound } from '@ledger/bills/blob-store.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { decryptPassword, encryptPassword } from '../access/encrypted-password.ts'
import { aesKeyFromSecret } from '../access/installation-secrets.ts'
import {
  decryptCompanySecret,
  decryptPepper,
  type EncryptedSecret,
} from '../companies/company-pepper-and-openid-secret.ts'
import { formatVerifierKey, logOrigin } from '../proof/checkpoints/checkpoint-note.ts'
import { companySigningKey } from '../proof/signer/company-signing-key.ts'
import type { BackupContents } from './backup-contents.ts'
import { CannotBackUp, COMPANY_FORMAT, COMPANY_KEY_FILES, type CompanyBackupHeader } from './backup-format.ts'
import { COMPANY_TABLES } from './backup-policy-of-tables.ts'
import { quotedColumnList, readTableColumns } from './table-columns.ts'

export interface CompanyExportSource {
  companyId: string
  /** The store of the bytes of its bills. */
  bills: BillBlobStores
  /** For a store that needs a database connection. */
  db: Kysely<Database>
}

/** The secrets of this installation, none of which may be in the file. */
interface ExportingInstallation {
  pepper: Buffer
  revealKey: Buffer
  dataDirectory: string
  signersSecret: string | undefined
}

/**
 * Returns the content of one company's backup, from the snapshot of the client's transaction: its rows, the bytes of
 * its bills from every store, and its keys, as another installation needs them. A key of the installation is included
 * only where the company uses it: the pepper that its passwords are hashed with.
 * @throws CannotBackUp where the key of its checkpoints is not here, or also signs for another company
 */
export async function exportCompany(
  client: Client,
  { companyId, bills, db }: CompanyExportSource,
  installation: ExportingInstallation,
): Promise<BackupContents> {
  const { rows: secrets } = await client.query<EncryptedSecret>(
    'SELECT name, sealed AS encrypted FROM company_secrets WHERE company_id = $1',
    [companyId],
  )
  const secretOf = (name: EncryptedSecret['name']) => secrets.find((secret) => secret.name === name)
  const revealKey = randomBytes(48).toString('base64url')
  const keys = new Map<string, string>([
    [
      COMPANY_KEY_FILES.pepper,
      decryptPepper(installation, companyId, secretOf('password-pepper')?.encrypted).toString(),
    ],
    [COMPANY_KEY_FILES.revealKey, revealKey],
    [COMPANY_KEY_FILES.seed, (await exportSigningSeed(client, companyId, installation)).toString('base64url')],
  ])
  const encryptedSecret = secretOf('openid-client-secret')
  const clientSecret = encryptedSecret && decryptCompanySecret(installation, companyId, encryptedSecret)
  if (clientSecret !== undefined) keys.set(COMPANY_KEY_FILES.openidClientSecret, clientSecret)

  const missingBills: string[] = []
  return {
    header: await readCompanyHeader(client, companyId),
    keys,
    tables: COMPANY_TABLES,
    missingBills,
    async rowsOf(table) {
      if (table === 'password_copies') {
        const hidden = { from: installation.revealKey, to: aesKeyFromSecret(revealKey) }
        return { columns: PASSWORD_COPY_COLUMNS, rows: reencryptPasswordCopies(client, companyId, hidden) }
      }
      const columns = await readTableColumns(client, table)
      // The company's id comes first, so that a reader of the file sees which company each row belongs to.
      columns.sort((a, b) => Number(b === 'company_id') - Number(a === 'company_id'))
      const own = `SELECT ${selectList(table, columns)} FROM ${escapeIdentifier(table)} WHERE company_id = ${escapeLiteral(companyId)}`
      const rows = client.query(copyTo(`COPY (${own} ${EXTRA_ROW_CONDITIONS[table] ?? ''}) TO STDOUT`))
      return { columns, rows: table === 'bill_contents' ? andFromTheStore(rows) : rows }
    },
  }

  /** Yields the bytes in the database, then those in an object store. */
  async function* andFromTheStore(rows: AsyncIterable<Buffer>): AsyncGenerator<string | Buffer> {
    yield* rows
    for (let after = ''; ; ) {
      const { rows: page } = await client.query<{ id: string }>(
        `SELECT bill_id AS id FROM bills WHERE company_id = $1 AND kept_in = 's3' AND erased_at IS NULL AND bill_id > $2
          ORDER BY bill_id LIMIT 500`,
        [companyId, after],
      )
      for (const { id } of page) {
        const content = await contentOf(id)
        if (content) yield `${companyId}\t${id}\t${formatCopyBytes(content)}\n`
        else missingBills.push(id)
      }
      const last = page.at(-1)
      if (!last) return
      after = last.id
    }
  }

  async function contentOf(id: string): Promise<Buffer | undefined> {
    try {
      const parts: Buffer[] = []
      for await (const part of bills.storeAt('s3').read(db, id)) parts.push(part)
      return Buffer.concat(parts)
    } catch (error) {
      if (error instanceof BlobNotFound) return undefined
      throw error
    }
  }
}

const PASSWORD_COPY_COLUMNS = ['company_id', 'account_id', 'nonce', 'ciphertext']
/** Leaves out a provider that belongs to the installation and not to the company. */
const EXTRA_ROW_CONDITIONS: Record<string, string> = { company_settings: `AND openid = 'own'` }

/**
 * Returns the columns to select. All bytes of bills are in the file, as if PostgreSQL had stored them; an erased bill
 * has none.
 */
function selectList(table: string, columns: readonly string[]): string {
  if (table !== 'bills') return quotedColumnList(columns)
  const where = `CASE WHEN kept_in = 's3' AND erased_at IS NULL THEN 'postgres' WHEN kept_in <> 's3' THEN kept_in END`
  return columns.map((column) => (column === 'kept_in' ? where : escapeIdentifier(column))).join(', ')
}

/** Returns bytes in the text form of COPY. */
const formatCopyBytes = (bytes: Buffer) => `\\\\x${bytes.toString('hex')}`

/** Yields the visible passwords, encrypted with the file's own key; leaves out those that cannot be decrypted. */
async function* reencryptPasswordCopies(
  client: Client,
  companyId: string,
  { from, to }: { from: Buffer; to: Buffer },
): AsyncGenerator<string> {
  const { rows } = await client.query<{ account: string; nonce: Buffer; ciphertext: Buffer }>(
    'SELECT account_id AS account, nonce, ciphertext FROM password_copies WHERE company_id = $1',
    [companyId],
  )
  for (const { account, ...copy } of rows) {
    const password = decryptPassword(from, account, copy)
    if (password === undefined) continue
    const { nonce, ciphertext } = encryptPassword(to, account, password)
    yield `${companyId}\t${account}\t${formatCopyBytes(nonce)}\t${formatCopyBytes(ciphertext)}\n`
  }
}

async function readCompanyHeader(client: Client, companyId: string): Promise<CompanyBackupHeader> {
  const { rows } = await client.query<
    CompanyBackupHeader['heads'][0] & CompanyBackupHeader['company'] & { schema: string }
  >(
    `SELECT h.company_id AS "companyId", h.position, encode(h.hash, 'hex') AS hash, c.name,
      ARRAY(SELECT host FROM company_hosts WHERE company_id = $1 ORDER BY host) AS hosts,
      (SELECT max(name) FROM kysely_migration) AS schema
    FROM log_heads h JOIN companies c ON c.company_id = $1 WHERE h.company_id = $1`,
    [companyId],
  )
  const [row] = rows
  if (!row) throw new CannotBackUp('There is no such company in this database')
  const { position, hash, name, hosts, schema } = row
  return {
    ...{ format: COMPANY_FORMAT, id: randomUUID(), takenAt: new Date().toISOString(), schema },
    heads: [{ companyId, position, hash }],
    company: { name, hosts },
  }
}

/**
 * Returns the seed of the company's checkpoint key: the company continues with that key elsewhere, so that its signed
 * checkpoints stay verifiable.
 */
async function exportSigningSeed(
  client: Client,
  companyId: string,
  { dataDirectory, signersSecret }: ExportingInstallation,
): Promise<Buffer> {
  const { rows: companies } = await client.query('SELECT FROM companies LIMIT 2')
  const { rows: others } = await client.query<{ companyId: string; key: string }>(
    'SELECT company_id AS "companyId", verifier_key AS key FROM verifier_keys',
  )
  const key = companySigningKey({ dataDirectory, secret: signersSecret }, companyId, companies.length === 1)
  const known = others.find((other) => other.companyId === companyId)?.key
  if (!key || (known && known !== formatVerifierKey(logOrigin(companyId), key.publicKey)))
    throw new CannotBackUp(
      'The key that signs its checkpoints is not on this machine: give the signer’s CHECKPOINT_KEY and its DATA_DIR',
    )
  const isShared = others.some(
    (other) =>
      other.companyId !== companyId && other.key === formatVerifierKey(logOrigin(other.companyId), key.publicKey),
  )
  if (isShared) throw new CannotBackUp('The key that signs its checkpoints signs those of another company, too')
  return key.seed
}
