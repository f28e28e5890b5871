import { randomUUIDv7 } from 'node:crypto'
import { publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { ensureFirstCompany } from '@ledger/ledger-service/companies/manage-companies.ts'
import type { BatchReport } from '@ledger/ledger-service/event-store/append/batch-executor.ts'
import { type AppendLog, openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import { ASYNC_COMMIT, openNotifyPublisher } from '@ledger/ledger-service/event-store/append/notify-publisher.ts'
import { jsonAnswer } from '@ledger/ledger-service/http/command-handler.ts'
import { transactionResponse } from '@ledger/ledger-service/http/responses/transaction-response.ts'
import { closedLoop, type LoadMeasurement } from '../measure/closed-loop-load.ts'
import { benchmarkKeyDigest, newAppKeyDigest } from './idempotency-keys.ts'
import { type OpenedAccount, openAccounts } from './open-accounts.ts'

export const IN_PROCESS_ACCOUNTS = 10_000

/** The place of an expense in the logs. */
export interface RecordedExpense {
  companyId: string
  position: number
}

/** A ledger in this process, with its own database and the given number of accounts. */
export interface InProcessLedger {
  accounts: OpenedAccount[]
  /** Records one expense of a random account. */
  recordOneExpense(): Promise<RecordedExpense>
  measure(run: { inFlight: number; hot: boolean; seconds: number }): Promise<AppendMeasurement>
  close(): Promise<void>
}

/** Also the averages of a batch: its commands, and the milliseconds of each step. */
export interface AppendMeasurement extends LoadMeasurement {
  /** The last position of the log. */
  head: number
  batch: number
  steps: Record<string, number>
  /** The number of all commands, the warm-up included. */
  operations: number
}

interface InProcessOptions {
  /** Notifies the projection worker of each commit, as the API does; S1 and S2 have no listener. */
  announces?: boolean
  /** The accounts of an earlier run on the same books. */
  opened?: OpenedAccount[] | undefined
}

/**
 * Opens the ledger of S1 and S2: expenses are decided and appended with every table of the write side, each with its
 * key and the answer that the API would send. They belong to random accounts, or all to one hot account.
 */
export async function openInProcessLedger(
  databaseUrl: string,
  { announces = false, opened }: InProcessOptions = {},
): Promise<InProcessLedger> {
  const fail = (error: Error) => {
    throw error
  }
  const pool = connectPool(databaseUrl, { name: 'bench', max: 1, onError: fail, options: ASYNC_COMMIT })
  const companyId = await ensureFirstCompany(pool, 'Bench')
  let onBatch: (report: BatchReport) => void = () => undefined
  const log = openAppendLog({
    databaseUrl,
    companyId,
    onError: fail,
    clock: () => new Date().toISOString(),
    notifyAppended: announces ? openNotifyPublisher(pool, fail) : () => undefined,
    onBatch: (report) => onBatch(report),
  })
  const accounts = opened ?? (await openAccounts(log, companyId, { count: IN_PROCESS_ACCOUNTS, passwordHash: '' }))

  async function measure({ inFlight, hot, seconds }: { inFlight: number; hot: boolean; seconds: number }) {
    const batches = new BatchMeans()
    onBatch = (report) => batches.add(report)
    const account = () => accounts[hot ? 0 : Math.floor(Math.random() * IN_PROCESS_ACCOUNTS)]
    let head = 0
    const measured = await closedLoop({ inFlight, seconds, warmUpSeconds: 1 }, async () => {
      head = Math.max(head, await recordExpense(log, account()))
    })
    return { ...measured, ...batches.means(), head }
  }

  return {
    accounts,
    async recordOneExpense() {
      return {
        companyId,
        position: await recordExpense(log, accounts[Math.floor(Math.random() * IN_PROCESS_ACCOUNTS)]),
      }
    },
    measure,
    async close() {
      await log.close()
      await pool.end()
    },
  }
}

let serial = 0

/** @returns its position */
export async function recordExpense(log: AppendLog, account: OpenedAccount | undefined): Promise<number> {
  if (!account) throw new RangeError('There is no such account')
  const transaction = randomUUIDv7()
  const now = new Date().toISOString()
  const userId = publicIdFor('site_incharge', account.mobile)
  let position = 0
  const { status } = await log.submit({
    command: {
      type: 'RecordExpense',
      transaction,
      beneficiary: BENCH_BENEFICIARY_NAMES[serial % BENCH_BENEFICIARY_NAMES.length] ?? '',
      details: { paise: 1 + (serial++ % 5_000_000), date: now, ...BENCH_EXPENSE_DETAILS },
      by: { account: account.id, epoch: account.epoch },
      now,
    },
    meta: { requestId: transaction, ip: '127.0.0.1', agent: 'bench' },
    key: { digest: newAppKeyDigest(), bodyDigest: benchmarkKeyDigest(userId) },
    answer: (after) => {
      position = after.events.at(-1)?.position ?? 0
      return jsonAnswer(201, transactionResponse(after, { transaction, side: 'own', userId, recordedBy: userId }))
    },
  })
  if (status !== 201) throw new Error(`An expense was answered ${status}`)
  return position
}

export const BENCH_BENEFICIARY_NAMES = Array.from({ length: 200 }, (_, index) => `Shri Ganesh Traders ${index}`)
export const BENCH_EXPENSE_DETAILS = {
  purpose: 'Cement',
  paymentMode: 'cash',
  narration: '120 bags OPC 53 grade at 365, bill no. 4711',
} as const

class BatchMeans {
  #batches = 0
  #commands = 0
  readonly #milliseconds = new Map<string, number>()

  add({ commands, milliseconds, statements }: BatchReport): void {
    this.#batches++
    this.#commands += commands
    for (const [step, ms] of [...Object.entries(milliseconds), ...Object.entries(statements)])
      this.#milliseconds.set(step, (this.#milliseconds.get(step) ?? 0) + ms)
  }

  means(): Pick<AppendMeasurement, 'batch' | 'steps' | 'operations'> {
    const steps = [...this.#milliseconds].map(([step, sum]) => [step, sum / this.#batches])
    return {
      batch: this.#commands / this.#batches,
      steps: Object.fromEntries(steps),
      operations: this.#commands,
    }
  }
}
