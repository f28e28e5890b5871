import { connectPool } from '@ledger/database/connect.ts'
import { LIGHTLY, openAnnouncer } from '@ledger/ledger-service/event-store/announce.ts'
import { openLog } from '@ledger/ledger-service/event-store/append.ts'
import { openConnections } from '@ledger/ledger-service/event-store/append-connections.ts'
import { openAccounts } from './accounts.ts'
import { ACCOUNTS, BENEFICIARIES, recordExpense, type Spent } from './in-process.ts'
import { closedLoop, type Measured } from './load.ts'

/** The default of APPEND_CONNECTIONS. */
const CONNECTIONS = 8

/** No existing account has a number from here on. */
const FIRST_MOBILE = 8_000_000_000

/** Ledgers of several companies in this process, on shared connections, with the accounts of S1 divided among them. */
export interface CompaniesInProcess {
  /** Records an expense, for one company after the other. */
  spend(): Promise<Spent>
  /** Keeps this number of expenses in flight, divided equally among the companies. */
  measure(run: { inFlight: number; seconds: number }): Promise<Measured & { operations: number; batch: number }>
  close(): Promise<void>
}

export async function openCompaniesInProcess(
  databaseUrl: string,
  companyIds: readonly string[],
  { announces = false, connectionCount = CONNECTIONS } = {},
): Promise<CompaniesInProcess> {
  const onError = (error: Error) => {
    throw error
  }
  const pool = connectPool(databaseUrl, { name: 'bench', max: 1, onError, options: LIGHTLY })
  const announce = announces ? openAnnouncer(pool, onError) : () => undefined
  const connections = openConnections({ databaseUrl, most: connectionCount, onError })
  const counted = { batches: 0, commands: 0 }
  const count = Math.ceil(ACCOUNTS / companyIds.length)
  const companies = await Promise.all(
    companyIds.map(async (companyId) => {
      const log = openLog({
        ...{ connections, companyId, announce, onError },
        clock: () => new Date().toISOString(),
        onBatch({ commands, companies }) {
          counted.batches += 1 / companies
          counted.commands += commands
        },
      })
      const accounts = await openAccounts(log, companyId, { count, passwordHash: '', firstMobile: FIRST_MOBILE })
      // Each company has paid every beneficiary once before: otherwise 32 companies would read 32 times as often what a
      // process reads only the first time.
      await Promise.all(BENEFICIARIES.map(() => recordExpense(log, accounts[0])))
      return { companyId, log, accounts }
    }),
  )
  let turn = 0

  async function spendOf(index: number): Promise<Spent> {
    const company = companies[index % companies.length]
    if (!company) throw new RangeError('There is no company')
    const { companyId, log, accounts } = company
    return { companyId, position: await recordExpense(log, accounts[Math.floor(Math.random() * count)]) }
  }

  return {
    spend: () => spendOf(turn++),
    async measure({ inFlight, seconds }) {
      Object.assign(counted, { batches: 0, commands: 0 })
      const measured = await closedLoop({ inFlight, seconds, warmUpSeconds: 1 }, async (loop) => {
        await spendOf(loop)
      })
      return { ...measured, operations: counted.commands, batch: counted.commands / counted.batches }
    },
    async close() {
      await Promise.all(companies.map(({ log }) => log.close()))
      await connections.close()
      await pool.end()
    },
  }
}
