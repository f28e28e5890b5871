import { randomBytes } from 'node:crypto'
import { sha256 } from '@ledger/database/binary/sha256-and-hmac.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'

/**
 * An account remembers each device that signed in to it, so that strangers who guess at its mobile number cannot lock
 * its owner out (OWASP, Slow Down Online Guessing Attacks with Device Cookies).
 */

/** A new device's id, for its cookie. */
export const newDeviceId = () => randomBytes(24).toString('base64url')

/** Returns whether the device has signed in before to the company's account that has this sign-in name. */
export async function isKnownDevice(
  db: Kysely<Database>,
  companyId: string,
  device: string,
  signInName: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('devices')
    .innerJoin('sign_in_names', (join) =>
      join
        .onRef('sign_in_names.company_id', '=', 'devices.company_id')
        .onRef('sign_in_names.account_id', '=', 'devices.account_id'),
    )
    .select('device_hash')
    .where('devices.company_id', '=', companyId)
    .where('device_hash', '=', sha256(device))
    .where('sign_in_names.name', '=', signInName)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records that a device of the account signed in again.
 * @returns false where the account does not know the device
 */
export async function renewDevice(
  db: Kysely<Database>,
  device: string,
  companyId: string,
  accountId: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set({ used_at: new Date().toISOString() })
    .where('device_hash', '=', sha256(device))
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Records a device as known to the account.
 * @param device an id that newDeviceId made: an id that a browser sent could be known to another person
 */
export async function rememberDevice(
  db: Kysely<Database>,
  device: string,
  companyId: string,
  accountId: string,
): Promise<void> {
  await db
    .insertInto('devices')
    .values({ device_hash: sha256(device), company_id: companyId, account_id: accountId })
    .execute()
}
