import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { clientSettings, connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { readHeadPosition } from '@ledger/database/log-head-position.ts'
import {
  loadAccounts,
  loadTransactions,
} from '@ledger/ledger-service/event-store/append/load-state/load-decision-state.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import { findFirstCompanyId } from '@ledger/migrations/migrate.ts'
import { type ReadModelVerification, verifyReadModels } from '@ledger/projections/verification/verify-read-models.ts'
import { Client } from 'pg'
import { expectBody } from '../../environment/network/http-client.ts'
import type { FieldUser } from '../../environment/service/people-and-money.ts'
import type { RandomFieldLoad } from '../random-field-load.ts'
import type { RecordedBalanceRead } from './call-history.ts'
import type { ShownBalances, StoredStates } from './check-states-and-balances.ts'
import type { FaultRunEvidence } from './invariant-checker.ts'

const AT_THE_HEAD_WITHIN_MS = 10_000

/**
 * Reads the input of the checker: the log, the states, the balances that the API shows, and the read models once they
 * are at the head.
 */
export async function gatherFaultRunEvidence(databaseUrl: string, load: RandomFieldLoad): Promise<FaultRunEvidence> {
  const { calls, reads, people } = load
  const errors: Error[] = []
  const pool = connectPool(databaseUrl, { name: 'checker', max: 1, onError: (error) => errors.push(error) })
  const db = kyselyOverPool(pool)
  try {
    // The first company: the load works only there.
    const companyId = await findFirstCompanyId(pool)
    if (companyId === undefined) throw new Error('There is no company')
    const balances = await shownBalances(people.workers, db)
    const log: FaultRunEvidence['log'] = []
    for await (const page of readStoredEventPages(db, companyId)) log.push(...page.map((event) => event.toObject()))
    await load.repeatAnsweredCalls()
    const readModels = await verifyUntilAtHead(
      () => verifyReadModels(db, companyId),
      await readHeadPosition(db, companyId),
    )
    const kept = await readStoredStates(databaseUrl, companyId)
    if (errors[0]) throw errors[0]
    return { calls, reads: await withInnerIds(reads, db), log, kept, balances, readModels }
  } finally {
    await db.destroy()
  }
}

async function verifyUntilAtHead(
  verify: () => Promise<ReadModelVerification>,
  head: number,
): Promise<ReadModelVerification> {
  for (const begun = performance.now(); ; ) {
    const verification = await verify()
    const isThere = verification.projections.every((projection) => projection.position === head)
    if (isThere || performance.now() - begun > AT_THE_HEAD_WITHIN_MS) return verification
  }
}

/** The load identifies its accounts by their mobile numbers. */
async function withInnerIds(
  reads: RecordedBalanceRead[],
  db: ReturnType<typeof kyselyOverPool>,
): Promise<RecordedBalanceRead[]> {
  const contacts = await db.selectFrom('contacts').select(['account_id', 'mobile']).execute()
  const ids = new Map(contacts.map(({ account_id: id, mobile }) => [mobile, id]))
  return reads.map((read) => ({ ...read, account: ids.get(read.account) ?? read.account }))
}

async function shownBalances(workers: FieldUser[], db: ReturnType<typeof kyselyOverPool>): Promise<ShownBalances> {
  const balances: ShownBalances = new Map()
  for (const { client, mobile } of workers) {
    const { account_id: id } = await db
      .selectFrom('contacts')
      .select('account_id')
      .where('mobile', '=', mobile)
      .executeTakeFirstOrThrow()
    balances.set(id, expectBody(await client.get('/api/site/balance'), 200, ROUTES.siteBalance.answer))
  }
  return balances
}

/** Reads the states with the statements that the log loads them with. */
async function readStoredStates(databaseUrl: string, companyId: string): Promise<StoredStates> {
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
