import { OPTIMIZER_FENCE } from '@ledger/database/connection/optimizer-fence.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import type { OpenidIdentity } from './openid-provider.ts'

/**
 * Returns the account of a company that an identity is linked to. A person who works for two companies has one account
 * at each.
 */
export async function findLinkedAccount(db: Kysely<Database>, companyId: string, { issuer, subject }: OpenidIdentity) {
  return db
    .selectFrom('openid_identities')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('account_states')
          .select(['role', 'epoch'])
          .where('company_id', '=', companyId)
          .whereRef('account_id', '=', 'openid_identities.account_id')
          .offset(OPTIMIZER_FENCE)
          .as('account'),
      (join) => join.onTrue(),
    )
    .select(['openid_identities.company_id', 'openid_identities.account_id', 'role', 'epoch'])
    .where('openid_identities.company_id', '=', companyId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
}

/**
 * Links an identity to an account. An account has one identity at an issuer: a person who receives the e-mail address
 * of a former colleague there is another person.
 * @returns whether the two are linked now
 */
export async function linkIdentity(
  db: Kysely<Database>,
  { issuer, subject }: OpenidIdentity,
  { company_id, account_id }: { company_id: string; account_id: string },
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // Links are made one at a time for each account, and none once the account is closed.
    const open = await transaction
      .selectFrom('credentials')
      .select('account_id')
      .where('company_id', '=', company_id)
      .where('account_id', '=', account_id)
      .forUpdate()
      .executeTakeFirst()
    if (!open) return false
    const linked = await transaction
      .selectFrom('openid_identities')
      .select('subject')
      .where('issuer', '=', issuer)
      .where('company_id', '=', company_id)
      .where('account_id', '=', account_id)
      .executeTakeFirst()
    if (linked) return linked.subject === subject
    const added = await transaction
      .insertInto('openid_identities')
      .values({ issuer, subject, company_id, account_id })
      .onConflict((conflict) => conflict.doNothing())
      .returning('subject')
      .executeTakeFirst()
    return added !== undefined
  })
}
