import type { Client } from 'pg'
import { decryptPassword, encryptPassword } from '../access/encrypted-password.ts'
import { STAGING_TABLE } from './staging-table.ts'

/** The keys that encrypt visible passwords: in the file, and in this installation. */
export interface RevealKeys {
  from: Buffer
  to: Buffer
}

/**
 * Encrypts the visible passwords again with the key of this installation; removes those that the file's key does not
 * decrypt.
 */
export async function reencryptVisiblePasswords(client: Client, { from, to }: RevealKeys): Promise<void> {
  const { rows } = await client.query<{ account: string; nonce: Buffer; ciphertext: Buffer }>(
    `SELECT account_id AS account, nonce, ciphertext FROM ${STAGING_TABLE}`,
  )
  const shown = rows.flatMap(({ account, ...copy }) => {
    const password = decryptPassword(from, account, copy)
    return password === undefined ? [] : [{ account, ...encryptPassword(to, account, password) }]
  })
  const accounts = shown.map(({ account }) => account)
  await client.query(`DELETE FROM ${STAGING_TABLE} WHERE account_id <> ALL ($1::uuid[])`, [accounts])
  await client.query(
    `UPDATE ${STAGING_TABLE} SET nonce = again.nonce, ciphertext = again.ciphertext
      FROM unnest($1::uuid[], $2::bytea[], $3::bytea[]) AS again (account_id, nonce, ciphertext)
      WHERE staged.account_id = again.account_id`,
    [accounts, shown.map(({ nonce }) => nonce), shown.map(({ ciphertext }) => ciphertext)],
  )
}
