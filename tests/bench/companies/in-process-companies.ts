import { openFairQueue } from '@ledger/database/concurrency/fair-queue.ts'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { ASYNC_COMMIT, openNotifyPublisher } from '@ledger/ledger-service/event-store/append/notify-publisher.ts'
import { openWritePool } from '@ledger/ledger-service/event-store/append/write-pool.ts'
import { closedLoop, type LoadMeasurement } from '../measure/closed-loop-load.ts'
import {
  BENCH_BENEFICIARY_NAMES,
  IN_PROCESS_ACCOUNTS,
  type RecordedExpense,
  recordExpense,
} from '../setup/in-process-ledger.ts'
import { openAccounts } from '../setup/open-accounts.ts'

/** The default of APPEND_CONNECTIONS. */
const SHARED_WRITE_CONNECTIONS = 8

/** No existing account has a number from here on. */
const FIRST_MOBILE = 8_000_000_000

/** Ledgers of several companies in this process, on shared connections, with the accounts of S1 divided among them. */
export interface CompaniesInProcess {
  /** Records an expense, for one company after the other. */
  recordOneExpense(): Promise<RecordedExpense>
  /** Keeps this number of expenses in flight, divided equally among the companies. */
  measure(run: { inFlight: number; seconds: number }): Promise<LoadMeasurement & { operations: number; batch: number }>
  close(): Promise<void>
}

export async function openCompaniesInProcess(
  databaseUrl: string,
  companyIds: readonly string[],
  { announces = false, connectionCount = SHARED_WRITE_CONNECTIONS } = {},
): Promise<CompaniesInProcess> {
  const onError = (error: Error) => {
    throw error
  }
  const pool = connectPool(databaseUrl, { name: 'bench', max: 1, onError, options: ASYNC_COMMIT })
  const notifyAppended = announces ? openNotifyPublisher(pool, onError) : () => undefined
  const connections = openWritePool({ databaseUrl, most: connectionCount, onError })
  const counted = { batches: 0, commands: 0 }
  const count = Math.ceil(IN_PROCESS_ACCOUNTS / companyIds.length)
  // All at once, the last company would wait for the accounts of 31 others: the pool refuses it after ten seconds.
  const openings = openFairQueue(connectionCount)
  const companies = await Promise.all(
    companyIds.map((companyId) => openings.run(companyId, () => openCompany(companyId))),
  )

  async function openCompany(companyId: string) {
    const log = openAppendLog({
      ...{ connections, companyId, notifyAppended, onError },
      clock: () => new Date().toISOString(),
      onBatch({ commands }) {
        counted.batches++
        counted.commands += commands
      },
    })
    const accounts = await openAccounts(log, companyId, { count, passwordHash: '', firstMobile: FIRST_MOBILE })
    // Each company has paid every beneficiary once before: otherwise 32 companies would read 32 times as often what a
    // process reads only the first time.
    await Promise.all(BENCH_BENEFICIARY_NAMES.map(() => recordExpense(log, accounts[0])))
    return { companyId, log, accounts }
  }

  let turn = 0

  async function spendOf(index: number): Promise<RecordedExpense> {
    const company = companies[index % companies.length]
    if (!company) throw new RangeError('There is no company')
    const { companyId, log, accounts } = company
    return { companyId, position: await recordExpense(log, accounts[Math.floor(Math.random() * count)]) }
  }

  return {
    recordOneExpense: () => spendOf(turn++),
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
