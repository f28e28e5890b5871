import { ROUTES } from '@ledger/contracts/routes.ts'
import { clientSettings, connect, connectPool } from '@ledger/database/connect.ts'
import { loadAccounts, loadTransactions } from '@ledger/ledger-service/event-store/batch-reads.ts'
import { sealedEvents } from '@ledger/ledger-service/event-store/rows.ts'
import { findCompany } from '@ledger/migrations/migrate.ts'
import { headPosition } from '@ledger/projections/log.ts'
import { type Verification, verifyReadModels } from '@ledger/projections/verify.ts'
import { Client } from 'pg'
import { bodyOf } from '../environment/client.ts'
import type { Worker } from '../environment/people.ts'
import type { Balances, KeptStates } from './check-states.ts'
import type { Evidence } from './checker.ts'
import type { FieldLoad } from './field-load.ts'
import type { Read } from './history.ts'

const AT_THE_HEAD_WITHIN_MS = 10_000

/**
 * Reads the input of the checker: the log, the states, the balances that the API shows, and the read models once they
 * are at the head.
 */
export async function gatherEvidence(databaseUrl: string, load: FieldLoad): Promise<Evidence> {
  const { calls, reads, people } = load
  const errors: Error[] = []
  const pool = connectPool(databaseUrl, { name: 'checker', max: 1, onError: (error) => errors.push(error) })
  const db = connect(pool)
  try {
    // The first company: the load works only there.
    const companyId = await findCompany(pool)
    if (companyId === undefined) throw new Error('There is no company')
    const balances = await shownBalances(people.workers, db)
    const log: Evidence['log'] = []
    for await (const page of sealedEvents(db, companyId)) log.push(...page.map((event) => event.plain()))
    await load.askAgain()
    const readModels = await atTheHead(() => verifyReadModels(db, companyId), await headPosition(db, companyId))
    const kept = await keptStates(databaseUrl, companyId)
    if (errors[0]) throw errors[0]
    return { calls, reads: await withInnerIds(reads, db), log, kept, balances, readModels }
  } finally {
    await db.destroy()
  }
}

async function atTheHead(verify: () => Promise<Verification>, head: number): Promise<Verification> {
  for (const begun = performance.now(); ; ) {
    const verification = await verify()
    const isThere = verification.projections.every((projection) => projection.position === head)
    if (isThere || performance.now() - begun > AT_THE_HEAD_WITHIN_MS) return verification
  }
}

/** The load identifies its accounts by their mobile numbers. */
async function withInnerIds(reads: Read[], db: ReturnType<typeof connect>): Promise<Read[]> {
  const contacts = await db.selectFrom('contacts').select(['account_id', 'mobile']).execute()
  const ids = new Map(contacts.map(({ account_id: id, mobile }) => [mobile, id]))
  return reads.map((read) => ({ ...read, account: ids.get(read.account) ?? read.account }))
}

async function shownBalances(workers: Worker[], db: ReturnType<typeof connect>): Promise<Balances> {
  const balances: Balances = new Map()
  for (const { client, mobile } of workers) {
    const { account_id: id } = await db
      .selectFrom('contacts')
      .select('account_id')
      .where('mobile', '=', mobile)
      .executeTakeFirstOrThrow()
    balances.set(id, bodyOf(await client.get('/api/site/balance'), 200, ROUTES.siteBalance.answer))
  }
  return balances
}

/** Reads the states with the statements that the log loads them with. */
async function keptStates(databaseUrl: string, companyId: string): Promise<KeptStates> {
  const client = new Client(clientSettings(databaseUrl, { name: 'checker' }))
  await client.connect()
  try {
    const ids = async (column: string, table: string) => {
      const { rows } = await client.query<{ id: string }>(
        `SELECT ${column} AS id FROM ${table} WHERE company_id = $1`,
        [companyId],
      )
      return rows.map((row) => row.id)
    }
    return {
      accounts: await loadAccounts(client, companyId, await ids('account_id', 'account_states')),
      // A transaction that was never changed has only its first event.
      transactions: await loadTransactions(client, companyId, [
        ...(await ids('transaction_id', 'transaction_states')),
        ...(await ids('event_id', 'events')),
      ]),
    }
  } finally {
    await client.end()
  }
}
