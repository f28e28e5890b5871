import type { Client } from 'pg'
import { PASSWORD_HASH } from '../access/password-hashing.ts'
import { ownProvider } from '../configuration/openid-settings.ts'
import { CannotRestore, type CompanyBackupHeader } from './backup-format.ts'
import { type RevealKeys, reencryptVisiblePasswords } from './reencrypt-visible-passwords.ts'
import { requireNoStagedRows, STAGING_TABLE, type StagedRowsCheck } from './staging-table.ts'

const BILL_ID = `bill_id ~ '^[0-9a-f]{64}$'`
/** Accepts the instants that JavaScript parses in the form that PostgreSQL writes. */
const instant = (column: string) => `${column} >= '0001-01-01T00:00:00Z' AND ${column} < '10000-01-01T00:00:00Z'`

/**
 * The conditions on the rows of another installation, beyond the types of their tables. The product relies on them
 * without another check: a bill's id is part of file names and keys of a store, its type goes into a header, the
 * numbers in a password's hash set how much memory a sign-in takes.
 */
const CONDITIONS: Partial<Record<string, string>> = {
  log_heads: instant('recorded_at'),
  events: `${instant('recorded_at')} AND ${instant('date')}`,
  credentials: `password_hash ~ '${PASSWORD_HASH.source}'`,
  password_copies: 'octet_length(nonce) = 12 AND octet_length(ciphertext) = 528',
  answers: `status BETWEEN 200 AND 599 AND ${instant('answered_at')}`,
  contact_messages: instant('sent_at'),
  // Files and lists show them as they are.
  beneficiary_details: `coalesce(pan, 'AAAPA0000A') ~ '^[A-Z]{5}[0-9]{4}[A-Z]$'
    AND coalesce(gstin, '00AAAPA0000A1Z0') ~ '^[0-9A-Z]{15}$' AND coalesce(phone, '0000000000') ~ '^[0-9]{10}$'`,
  signed_checkpoints: instant('signed_at'),
  // The file contains the bytes of every bill; an object store of this installation has none of them.
  bills: `${BILL_ID} AND type IN ('image/jpeg', 'application/pdf') AND bytes >= 0 AND coalesce(kept_in, 'postgres') = 'postgres'`,
  bill_contents: `${BILL_ID} AND encode(sha256(content), 'hex') = bill_id`,
  bill_uploads: BILL_ID,
  // Only the installation itself may give a company the installation's provider.
  company_settings: `openid = 'own'`,
}

/**
 * Returns the check of the staged rows of a table of this company.
 * @throws CannotRestore for rows that no installation has written
 */
export function companyRowChecks(header: CompanyBackupHeader, keys: RevealKeys): StagedRowsCheck {
  return async (client, table) => {
    const condition = CONDITIONS[table]
    if (condition !== undefined) await requireAll(client, table, condition)
    if (table === 'log_heads') await requireHead(client, header)
    if (table === 'company_settings') await requireProvider(client)
    if (table === 'password_copies') await reencryptVisiblePasswords(client, keys)
  }
}

const requireAll = (client: Client, table: string, condition: string) =>
  requireNoStagedRows(client, `(${condition}) IS NOT TRUE`, [], wrongRows(table))

const wrongRows = (table: string) => `The backup has rows in ${table} that no Site Ledger has written`

/**
 * Requires the head row to match the header. Code that reads all companies uses the head row, and the log is verified
 * against it.
 */
async function requireHead(client: Client, { heads: [{ position, hash }] }: CompanyBackupHeader): Promise<void> {
  const { rows } = await client.query<{ is_head: boolean }>(
    `SELECT position = $1 AND hash = decode($2, 'hex') AS is_head FROM ${STAGING_TABLE}`,
    [position, hash],
  )
  if (rows.length !== 1 || !rows[0]?.is_head)
    throw new CannotRestore('The backup says that the log ends elsewhere than its header does')
}

/**
 * Requires an https address for the provider, because the API sends requests to it: a plain address may be one that
 * only this machine reaches.
 */
async function requireProvider(client: Client): Promise<void> {
  const { rows } = await client.query<{ issuer: string; clientId: string }>(
    `SELECT openid_issuer AS issuer, openid_client_id AS "clientId" FROM ${STAGING_TABLE}`,
  )
  for (const provider of rows) {
    const isSafe = ownProvider.safeParse(provider).success && provider.issuer.startsWith('https://')
    if (!isSafe) throw new CannotRestore(wrongRows('company_settings'))
  }
}
