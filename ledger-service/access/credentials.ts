import type { Database } from '@ledger/migrations/tables.ts'
import type { Kysely } from 'kysely'
import type { Statement } from '../event-store/submission.ts'
import { hidePassword } from './password-copy.ts'

/** The name that somebody signs in with, as it is looked up: the same e-mail address in any case is one. */
export const mobileName = (mobile: string) => `mobile:${mobile}`
export const emailName = (email: string) => `email:${email.trim().toLowerCase()}`

/** Who signs in with a name, and what the password must match. */
export async function findCredentials(db: Kysely<Database>, name: string) {
  return db
    .selectFrom('sign_in_names')
    .innerJoin('credentials', (join) =>
      join
        .onRef('credentials.company_id', '=', 'sign_in_names.company_id')
        .onRef('credentials.account_id', '=', 'sign_in_names.account_id'),
    )
    .innerJoin('account_states', (join) =>
      join
        .onRef('account_states.company_id', '=', 'sign_in_names.company_id')
        .onRef('account_states.account_id', '=', 'sign_in_names.account_id'),
    )
    .select(['sign_in_names.company_id', 'sign_in_names.account_id', 'password_hash'])
    .select(['role', 'status', 'epoch', 'first_name', 'last_name', 'site_name'])
    .where('sign_in_names.name', '=', name)
    .executeTakeFirst()
}

/** The account that a mobile number names today. */
export async function findByMobile(
  db: Kysely<Database>,
  companyId: string,
  mobile: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('sign_in_names')
    .select('account_id')
    .where('name', '=', mobileName(mobile))
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.account_id
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

/** What opening an account writes into the access tables, in the transaction that records it. */
export function credentialStatements(given: NewCredentials): Statement[] {
  const { companyId, accountId, visible } = given
  const statements = [
    {
      name: 'insert-sign-in-name',
      text: 'INSERT INTO sign_in_names (name, company_id, account_id) VALUES ($1, $2, $3)',
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
  if (!visible) return statements
  const copy = hidePassword(visible.key, accountId, visible.password)
  const insertCopy = {
    name: 'insert-password-copy',
    text: 'INSERT INTO password_copies (company_id, account_id, nonce, ciphertext) VALUES ($1, $2, $3, $4)',
    values: [companyId, accountId, copy.nonce, copy.ciphertext],
  }
  return [...statements, insertCopy]
}
