import { randomBytes, randomUUID } from 'node:crypto'
import { type BillContents, NoContent } from '@ledger/bills/contents.ts'
import type { Database } from '@ledger/database/tables.ts'
import type { Kysely } from 'kysely'
import { type Client, escapeIdentifier, escapeLiteral } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { hidePassword, showPassword } from '../access/password-copy.ts'
import { keyFromSecret } from '../access/secrets.ts'
import { openPepper, type SealedSecret, unsealSecret } from '../companies/secrets.ts'
import { originOf, verifierKey } from '../proof/checkpoint.ts'
import { keyOfCompany } from '../proof/company-key.ts'
import { CannotBackUp, COMPANY_FORMAT, COMPANY_KEYS, type CompanyHeader } from './format.ts'
import { columnsOf, type Holding, listOf } from './holding.ts'
import { COMPANY_TABLES } from './tables.ts'

export interface Leaving {
  companyId: string
  /** The store of the bytes of its bills. */
  bills: BillContents
  /** For a store that needs a database connection. */
  db: Kysely<Database>
}

/** The secrets of this installation, none of which may be in the file. */
interface Installation {
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
export async function whatItTakes(
  client: Client,
  { companyId, bills, db }: Leaving,
  installation: Installation,
): Promise<Holding> {
  const { rows: sealed } = await client.query<SealedSecret>(
    'SELECT name, sealed FROM company_secrets WHERE company_id = $1',
    [companyId],
  )
  const secretOf = (name: SealedSecret['name']) => sealed.find((secret) => secret.name === name)
  const revealKey = randomBytes(48).toString('base64url')
  const keys = new Map<string, string>([
    [COMPANY_KEYS.pepper, openPepper(installation, companyId, secretOf('password-pepper')?.sealed).toString()],
    [COMPANY_KEYS.revealKey, revealKey],
    [COMPANY_KEYS.seed, (await seedOf(client, companyId, installation)).toString('base64url')],
  ])
  const kept = secretOf('openid-client-secret')
  const clientSecret = kept && unsealSecret(installation, companyId, kept)
  if (clientSecret !== undefined) keys.set(COMPANY_KEYS.openidClientSecret, clientSecret)

  const missing: string[] = []
  return {
    header: await headerOf(client, companyId),
    keys,
    tables: COMPANY_TABLES,
    missing,
    async rowsOf(table) {
      if (table === 'password_copies') {
        const hidden = { from: installation.revealKey, to: keyFromSecret(revealKey) }
        return { columns: COPY_COLUMNS, rows: passwordCopies(client, companyId, hidden) }
      }
      const columns = await columnsOf(client, table)
      // The company's id comes first, so that a reader of the file sees which company each row belongs to.
      columns.sort((a, b) => Number(b === 'company_id') - Number(a === 'company_id'))
      const own = `SELECT ${listed(table, columns)} FROM ${escapeIdentifier(table)} WHERE company_id = ${escapeLiteral(companyId)}`
      const rows = client.query(copyTo(`COPY (${own} ${NARROWED[table] ?? ''}) TO STDOUT`))
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
        if (content) yield `${companyId}\t${id}\t${bytea(content)}\n`
        else missing.push(id)
      }
      const last = page.at(-1)
      if (!last) return
      after = last.id
    }
  }

  async function contentOf(id: string): Promise<Buffer | undefined> {
    try {
      const parts: Buffer[] = []
      for await (const part of bills.of('s3').read(db, id)) parts.push(part)
      return Buffer.concat(parts)
    } catch (error) {
      if (error instanceof NoContent) return undefined
      throw error
    }
  }
}

const COPY_COLUMNS = ['company_id', 'account_id', 'nonce', 'ciphertext']
/** Leaves out a provider that belongs to the installation and not to the company. */
const NARROWED: Record<string, string> = { company_settings: `AND openid = 'own'` }

/**
 * Returns the columns to select. All bytes of bills are in the file, as if PostgreSQL had stored them; an erased bill
 * has none.
 */
function listed(table: string, columns: readonly string[]): string {
  if (table !== 'bills') return listOf(columns)
  const where = `CASE WHEN kept_in = 's3' AND erased_at IS NULL THEN 'postgres' WHEN kept_in <> 's3' THEN kept_in END`
  return columns.map((column) => (column === 'kept_in' ? where : escapeIdentifier(column))).join(', ')
}

/** Returns bytes in the text form of COPY. */
const bytea = (bytes: Buffer) => `\\\\x${bytes.toString('hex')}`

/** Yields the visible passwords, encrypted with the file's own key; leaves out those that cannot be decrypted. */
async function* passwordCopies(
  client: Client,
  companyId: string,
  { from, to }: { from: Buffer; to: Buffer },
): AsyncGenerator<string> {
  const { rows } = await client.query<{ account: string; nonce: Buffer; ciphertext: Buffer }>(
    'SELECT account_id AS account, nonce, ciphertext FROM password_copies WHERE company_id = $1',
    [companyId],
  )
  for (const { account, ...copy } of rows) {
    const password = showPassword(from, account, copy)
    if (password === undefined) continue
    const { nonce, ciphertext } = hidePassword(to, account, password)
    yield `${companyId}\t${account}\t${bytea(nonce)}\t${bytea(ciphertext)}\n`
  }
}

async function headerOf(client: Client, companyId: string): Promise<CompanyHeader> {
  const { rows } = await client.query<CompanyHeader['heads'][0] & CompanyHeader['company'] & { schema: string }>(
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
async function seedOf(
  client: Client,
  companyId: string,
  { dataDirectory, signersSecret }: Installation,
): Promise<Buffer> {
  const { rows: companies } = await client.query('SELECT FROM companies LIMIT 2')
  const { rows: others } = await client.query<{ companyId: string; key: string }>(
    'SELECT company_id AS "companyId", verifier_key AS key FROM verifier_keys',
  )
  const key = keyOfCompany({ dataDirectory, secret: signersSecret }, companyId, companies.length === 1)
  const known = others.find((other) => other.companyId === companyId)?.key
  if (!key || (known && known !== verifierKey(originOf(companyId), key.publicKey)))
    throw new CannotBackUp(
      'The key that signs its checkpoints is not on this machine: give the signer’s CHECKPOINT_KEY and its DATA_DIR',
    )
  const isShared = others.some(
    (other) => other.companyId !== companyId && other.key === verifierKey(originOf(other.companyId), key.publicKey),
  )
  if (isShared) throw new CannotBackUp('The key that signs its checkpoints signs those of another company, too')
  return key.seed
}
