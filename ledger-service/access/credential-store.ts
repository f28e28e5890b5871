import { OPTIMIZER_FENCE } from '@ledger/database/connection/optimizer-fence.ts'
import type { SqlStatement } from '@ledger/database/connection/sql-statement.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { encryptPassword } from './encrypted-password.ts'

/**
 * Returns the sign-in name of a mobile number or an e-mail address, as the table stores it: an e-mail address is the
 * same in upper and lower case.
 */
export const mobileSignInName = (mobile: string) => `mobile:${mobile}`
export const emailSignInName = (email: string) => `email:${email.trim().toLowerCase()}`

/** Returns the account that signs in to a company with a name, and the hash that the password must match. */
export async function findCredentials(db: Kysely<Database>, companyId: string, name: string) {
  return db
    .selectFrom('sign_in_names')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('credentials')
          .select('password_hash')
          .where('company_id', '=', companyId)
          .whereRef('account_id', '=', 'sign_in_names.account_id')
          .offset(OPTIMIZER_FENCE)
          .as('own'),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('account_states')
          .select(['role', 'status', 'epoch', 'first_name', 'last_name', 'site_name'])
          .where('company_id', '=', companyId)
          .whereRef('account_id', '=', 'sign_in_names.account_id')
          .offset(OPTIMIZER_FENCE)
          .as('account'),
      (join) => join.onTrue(),
    )
    .select(['sign_in_names.company_id', 'sign_in_names.account_id', 'own.password_hash'])
    .select(['role', 'status', 'epoch', 'first_name', 'last_name', 'site_name'])
    .where('sign_in_names.company_id', '=', companyId)
    .where('sign_in_names.name', '=', name)
    .executeTakeFirst()
}

export interface NewCredentials {
  companyId: string
  accountId: string
  signInName: string
  mobile: string | undefined
  email: string | undefined
  passwordHash: string
  /** The password itself, and the key, where the admin may look at it later. */
  visible: { password: string; key: Buffer } | undefined
}

/** Returns the statements that write a new account into the access tables, in the transaction that records it. */
export function insertCredentialStatements(given: NewCredentials): SqlStatement[] {
  const { companyId, accountId, visible } = given
  const statements = [
    {
      name: 'insert-sign-in-name',
      text: INSERT_SIGN_IN_NAME,
      values: [given.signInName, companyId, accountId],
    },
    {
      name: 'insert-contact',
      text: 'INSERT INTO contacts (company_id, account_id, mobile, email) VALUES ($1, $2, $3, $4)',
      values: [companyId, accountId, given.mobile ?? null, given.email ?? null],
    },
    {
      name: 'insert-credentials',
      text: 'INSERT INTO credentials (company_id, account_id, password_hash) VALUES ($1, $2, $3)',
      values: [companyId, accountId, given.passwordHash],
    },
  ]
  return visible ? [...statements, insertEncryptedPassword(companyId, accountId, visible)] : statements
}

export interface ChangedCredentials {
  companyId: string
  accountId: string
  /** A new sign-in name: the account signs in with it from now on, and no longer with the old one. */
  signInName: string | undefined
  /** A new mobile number. */
  mobile: string | undefined
  /** A new contact address; null removes it, undefined leaves it. */
  email: string | null | undefined
  password: { hash: string; visible: NewCredentials['visible'] } | undefined
}

/** Returns the statements that write a changed account into the access tables, in the transaction that records it. */
export function updateCredentialStatements({
  companyId,
  accountId,
  signInName,
  mobile,
  email,
  password,
}: ChangedCredentials): SqlStatement[] {
  const of = [companyId, accountId]
  const statements: SqlStatement[] = []
  if (signInName !== undefined) {
    statements.push(
      { name: 'drop-sign-in-names', text: DROP_SIGN_IN_NAMES, values: of },
      { name: 'insert-sign-in-name', text: INSERT_SIGN_IN_NAME, values: [signInName, ...of] },
      // An identity was linked by the old e-mail address. The next sign-in at the provider links the new one.
      { name: 'drop-openid-identities', text: DROP_OPENID_IDENTITIES, values: of },
    )
  }
  if (mobile !== undefined) {
    statements.push({
      name: 'set-mobile',
      text: `UPDATE contacts SET mobile = $3 ${WHERE_ACCOUNT}`,
      values: [...of, mobile],
    })
  }
  if (email !== undefined) {
    statements.push({
      name: 'set-email',
      text: `UPDATE contacts SET email = $3 ${WHERE_ACCOUNT}`,
      values: [...of, email],
    })
  }
  if (password) {
    statements.push(
      {
        name: 'set-password',
        text: `UPDATE credentials SET password_hash = $3 ${WHERE_ACCOUNT}`,
        values: [...of, password.hash],
      },
      { name: 'drop-password-copy', text: `DELETE FROM password_copies ${WHERE_ACCOUNT}`, values: of },
    )
    if (password.visible) statements.push(insertEncryptedPassword(companyId, accountId, password.visible))
  }
  return statements
}

/**
 * Returns the statements that close an account: they release its sign-in names and its OpenID identities and delete its
 * password. Its contact details stay, for the lists of old entries.
 */
export function deleteCredentialStatements(companyId: string, accountId: string): SqlStatement[] {
  const values = [companyId, accountId]
  return [
    { name: 'drop-sign-in-names', text: DROP_SIGN_IN_NAMES, values },
    { name: 'drop-credentials', text: `DELETE FROM credentials ${WHERE_ACCOUNT}`, values },
    { name: 'drop-password-copy', text: `DELETE FROM password_copies ${WHERE_ACCOUNT}`, values },
    { name: 'drop-openid-identities', text: DROP_OPENID_IDENTITIES, values },
  ]
}

const WHERE_ACCOUNT = 'WHERE company_id = $1 AND account_id = $2'
const DROP_OPENID_IDENTITIES = `DELETE FROM openid_identities ${WHERE_ACCOUNT}`
const DROP_SIGN_IN_NAMES = `DELETE FROM sign_in_names ${WHERE_ACCOUNT}`
const INSERT_SIGN_IN_NAME = 'INSERT INTO sign_in_names (name, company_id, account_id) VALUES ($1, $2, $3)'

function insertEncryptedPassword(
  companyId: string,
  accountId: string,
  { password, key }: NonNullable<NewCredentials['visible']>,
): SqlStatement {
  const { nonce, ciphertext } = encryptPassword(key, accountId, password)
  return {
    name: 'insert-password-copy',
    text: 'INSERT INTO password_copies (company_id, account_id, nonce, ciphertext) VALUES ($1, $2, $3, $4)',
    values: [companyId, accountId, nonce, ciphertext],
  }
}
