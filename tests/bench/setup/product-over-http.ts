import { join } from 'node:path'
import { connectPool } from '@ledger/database/connection/connection-pool.ts'
import { openPasswordHasher } from '@ledger/ledger-service/access/password-hashing.ts'
import { ensureFirstCompany } from '@ledger/ledger-service/companies/manage-companies.ts'
import { openAppendLog } from '@ledger/ledger-service/event-store/append/group-commit.ts'
import type { LoadMeasurement } from '../measure/closed-loop-load.ts'
import type { LoadOrder, LoadReport } from '../measure/http-load-process.ts'
import { openAccounts } from './open-accounts.ts'
import { BENCH_PASSWORD, BENCH_PEPPER, type Product, signInForCookie, startProduct } from './product-processes.ts'
import { type BenchProcess, startBenchProcess } from './start-bench-process.ts'

/** A field user; `host` selects the company where there are several. */
export interface BenchUser {
  mobile: string
  host?: string
}

interface LoadSize {
  connections: number
  seconds: number
}

/** Also the number of all answered requests, the warm-up included. */
export interface HttpMeasurement extends LoadMeasurement {
  operations: number
}

/** Signed-in field users, whose requests a separate process sends. */
export interface LoadGenerator {
  /** Measures the recording of expenses, or reads of a path. */
  measure(run: LoadSize & { path?: string }): Promise<HttpMeasurement>
  /**
   * Measures reads of a path of another server without sessions, or expenses sent to it; `:user` stands for the user's
   * index.
   */
  measurePeer(run: LoadSize & { address: string; path: string; method?: 'POST' }): Promise<HttpMeasurement>
  close(): Promise<void>
}

/**
 * The product as npm start runs it, with API and projection worker in separate processes, and the users that send
 * requests.
 */
export interface ProductOverHttp extends LoadGenerator {
  product: Product
  pids: Product['pids']
}

/**
 * Starts the product for S3 and S6: expenses acknowledged, and reads, over HTTP.
 * @param users the users to sign in, or the number of new ones: at least the largest number of connections
 */
export async function openProductOverHttp(
  databaseUrl: string,
  folder: string,
  users: number | BenchUser[],
): Promise<ProductOverHttp> {
  const product = await startProduct(databaseUrl, folder)
  try {
    const signing = typeof users === 'number' ? await openUsers(databaseUrl, users) : users
    const asking = await openLoadGenerator(product.address, folder, signing)
    return {
      ...asking,
      async close() {
        await asking.close()
        await product.close()
      },
      product,
      pids: product.pids,
    }
  } catch (error) {
    await product.close()
    throw error
  }
}

/** @param users each entry gets its own session, also where a user occurs more than once */
export async function openLoadGenerator(address: string, folder: string, users: BenchUser[]): Promise<LoadGenerator> {
  const cookies = await signInAll(address, users)
  const hosts = users.map(({ host }) => host ?? new URL(address).host)
  const load = await startBenchProcess('tests/bench/measure/http-load-process.ts', {}, join(folder, 'load.log'))
  const ask = ({ connections, ...order }: LoadRun) =>
    runLoadOrder(load, { ...order, cookies: cookies.slice(0, connections), hosts })
  return {
    close: () => load.stop(),
    measure: ({ path, ...run }) =>
      path === undefined
        ? ask({ ...run, address, method: 'POST', path: '/api/site/transactions' })
        : ask({ ...run, address, method: 'GET', path }),
    measurePeer: (run) => ask({ method: 'GET', ...run }),
  }
}

type LoadRun = LoadSize & Omit<LoadOrder, 'cookies' | 'hosts'>

async function runLoadOrder(load: BenchProcess, order: LoadOrder): Promise<HttpMeasurement> {
  const report = await new Promise<LoadReport | { failed: string }>((resolve) => {
    load.child.once('message', (message) => resolve(message as LoadReport | { failed: string }))
    load.child.send(order)
  })
  if ('failed' in report) throw new Error(`The load failed: ${report.failed}`)
  const good = order.method === 'POST' ? '201' : '200'
  const { [good]: operations = 0, ...others } = report.statuses
  if (Object.keys(others).length > 0)
    throw new Error(`Not every request was answered ${good}: ${JSON.stringify(report.statuses)}`)
  return { ...report.measured, operations }
}

/** Opens the given number of field accounts. */
export async function openUsers(databaseUrl: string, count: number): Promise<BenchUser[]> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(databaseUrl, { name: 'bench', max: 1, onError })
  try {
    const companyId = await ensureFirstCompany(pool, 'Bench')
    const clock = () => new Date().toISOString()
    const log = openAppendLog({ databaseUrl, companyId, clock, notifyAppended: () => undefined, onError })
    const passwordHash = await openPasswordHasher(Buffer.from(BENCH_PEPPER)).hash(BENCH_PASSWORD)
    const accounts = await openAccounts(log, companyId, { count, passwordHash })
    await log.close()
    return accounts.map(({ mobile }) => ({ mobile }))
  } finally {
    await pool.end()
  }
}

/** Two at a time, as the API hashes. */
export async function signInAll(address: string, users: BenchUser[]): Promise<string[]> {
  const cookies: string[] = []
  for (let from = 0; from < users.length; from += 2)
    cookies.push(
      ...(await Promise.all(
        users.slice(from, from + 2).map(({ mobile, host }) => signInForCookie(address, 'site', { mobile }, host)),
      )),
    )
  return cookies
}
