import { randomUUIDv7 } from 'node:crypto'
import { publicId } from '@ledger/contracts/roles.ts'
import { connectPool } from '@ledger/database/connect.ts'
import { ensureCompany } from '@ledger/ledger-service/companies/write.ts'
import { LIGHTLY, openAnnouncer } from '@ledger/ledger-service/event-store/announce.ts'
import { type AppendLog, type BatchReport, openLog } from '@ledger/ledger-service/event-store/append.ts'
import { answerWith } from '@ledger/ledger-service/http/command.ts'
import { recordedRow } from '@ledger/ledger-service/http/recorded-row.ts'
import { type OpenedAccount, openAccounts } from './accounts.ts'
import { appKeyDigest, digest } from './app-key.ts'
import { closedLoop, type Measured } from './load.ts'

export const ACCOUNTS = 10_000

/** The place of an expense in the logs. */
export interface Spent {
  companyId: string
  position: number
}

/** A ledger in this process, with its own database and the given number of accounts. */
export interface InProcess {
  accounts: OpenedAccount[]
  /** Records one expense of a random account. */
  spend(): Promise<Spent>
  measure(run: { inFlight: number; hot: boolean; seconds: number }): Promise<AppendMeasured>
  close(): Promise<void>
}

/** Also the averages of a batch: its commands, and the milliseconds of each step. */
export interface AppendMeasured extends Measured {
  /** The last position of the log. */
  head: number
  batch: number
  steps: Record<string, number>
  /** The number of all commands, the warm-up included. */
  operations: number
}

interface Options {
  /** Notifies the projection worker of each commit, as the API does; S1 and S2 have no listener. */
  announces?: boolean
  /** The accounts of an earlier run on the same books. */
  opened?: OpenedAccount[] | undefined
}

/**
 * Opens the ledger of S1 and S2: expenses are decided and appended with every table of the write side, each with its
 * key and the answer that the API would send. They belong to random accounts, or all to one hot account.
 */
export async function openInProcess(
  databaseUrl: string,
  { announces = false, opened }: Options = {},
): Promise<InProcess> {
  const fail = (error: Error) => {
    throw error
  }
  const pool = connectPool(databaseUrl, { name: 'bench', max: 1, onError: fail, options: LIGHTLY })
  const companyId = await ensureCompany(pool, 'Bench')
  let onBatch: (report: BatchReport) => void = () => undefined
  const log = openLog({
    databaseUrl,
    companyId,
    onError: fail,
    clock: () => new Date().toISOString(),
    announce: announces ? openAnnouncer(pool, fail) : () => undefined,
    onBatch: (report) => onBatch(report),
  })
  const accounts = opened ?? (await openAccounts(log, companyId, { count: ACCOUNTS, passwordHash: '' }))

  async function measure({ inFlight, hot, seconds }: { inFlight: number; hot: boolean; seconds: number }) {
    const batches = new BatchMeans()
    onBatch = (report) => batches.add(report)
    const account = () => accounts[hot ? 0 : Math.floor(Math.random() * ACCOUNTS)]
    let head = 0
    const measured = await closedLoop({ inFlight, seconds, warmUpSeconds: 1 }, async () => {
      head = Math.max(head, await recordExpense(log, account()))
    })
    return { ...measured, ...batches.means(), head }
  }

  return {
    accounts,
    async spend() {
      return { companyId, position: await recordExpense(log, accounts[Math.floor(Math.random() * ACCOUNTS)]) }
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
  const userId = publicId('site_incharge', account.mobile)
  let position = 0
  const { status } = await log.submit({
    command: {
      type: 'RecordExpense',
      transaction,
      beneficiary: BENEFICIARIES[serial % BENEFICIARIES.length] ?? '',
      details: { paise: 1 + (serial++ % 5_000_000), date: now, ...DETAILS },
      by: { account: account.id, epoch: account.epoch },
      now,
    },
    meta: { requestId: transaction, ip: '127.0.0.1', agent: 'bench' },
    key: { digest: appKeyDigest(), bodyDigest: digest(userId) },
    answer: (after) => {
      position = after.events.at(-1)?.position ?? 0
      return answerWith(201, recordedRow(after, { transaction, side: 'own', userId, recordedBy: userId }))
    },
  })
  if (status !== 201) throw new Error(`An expense was answered ${status}`)
  return position
}

export const BENEFICIARIES = Array.from({ length: 200 }, (_, index) => `Shri Ganesh Traders ${index}`)
export const DETAILS = {
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

  means(): Pick<AppendMeasured, 'batch' | 'steps' | 'operations'> {
    const steps = [...this.#milliseconds].map(([step, sum]) => [step, sum / this.#batches])
    return {
      batch: this.#commands / this.#batches,
      steps: Object.fromEntries(steps),
      operations: this.#commands,
    }
  }
}
