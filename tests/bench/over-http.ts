import { join } from 'node:path'
import { connectPool } from '@ledger/database/connect.ts'
import { openPasswords } from '@ledger/ledger-service/access/passwords.ts'
import { ensureCompany } from '@ledger/ledger-service/companies/write.ts'
import { openLog } from '@ledger/ledger-service/event-store/append.ts'
import { openAccounts } from './accounts.ts'
import type { LoadOrder, LoadReport } from './http-load.ts'
import type { Measured } from './load.ts'
import { type Started, startProcess } from './processes.ts'
import { PASSWORD, PEPPER, type Product, signIn, startProduct } from './product.ts'

/** A field user; `host` selects the company where there are several. */
export interface User {
  mobile: string
  host?: string
}

interface Load {
  connections: number
  seconds: number
}

/** Also the number of all answered requests, the warm-up included. */
export interface HttpMeasured extends Measured {
  operations: number
}

/** Signed-in field users, whose requests a separate process sends. */
export interface Asking {
  /** Measures the recording of expenses, or reads of a path. */
  measure(run: Load & { path?: string }): Promise<HttpMeasured>
  /**
   * Measures reads of a path of another server without sessions, or expenses sent to it; `:user` stands for the user's
   * index.
   */
  measurePeer(run: Load & { address: string; path: string; method?: 'POST' }): Promise<HttpMeasured>
  close(): Promise<void>
}

/**
 * The product as npm start runs it, with API and projection worker in separate processes, and the users that send
 * requests.
 */
export interface OverHttp extends Asking {
  product: Product
  pids: Product['pids']
}

/**
 * Starts the product for S3 and S6: expenses acknowledged, and reads, over HTTP.
 * @param users the users to sign in, or the number of new ones: at least the largest number of connections
 */
export async function openOverHttp(databaseUrl: string, folder: string, users: number | User[]): Promise<OverHttp> {
  const product = await startProduct(databaseUrl, folder)
  try {
    const signing = typeof users === 'number' ? await openUsers(databaseUrl, users) : users
    const asking = await openAsking(product.address, folder, signing)
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
export async function openAsking(address: string, folder: string, users: User[]): Promise<Asking> {
  const cookies = await signInAll(address, users)
  const hosts = users.map(({ host }) => host ?? new URL(address).host)
  const load = await startProcess('tests/bench/http-load.ts', {}, join(folder, 'load.log'))
  const ask = ({ connections, ...order }: Run) =>
    measure(load, { ...order, cookies: cookies.slice(0, connections), hosts })
  return {
    close: () => load.stop(),
    measure: ({ path, ...run }) =>
      path === undefined
        ? ask({ ...run, address, method: 'POST', path: '/api/site/transactions' })
        : ask({ ...run, address, method: 'GET', path }),
    measurePeer: (run) => ask({ method: 'GET', ...run }),
  }
}

type Run = Load & Omit<LoadOrder, 'cookies' | 'hosts'>

async function measure(load: Started, order: LoadOrder): Promise<HttpMeasured> {
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
export async function openUsers(databaseUrl: string, count: number): Promise<User[]> {
  const onError = (error: Error) => process.stderr.write(`${error.message}\n`)
  const pool = connectPool(databaseUrl, { name: 'bench', max: 1, onError })
  try {
    const companyId = await ensureCompany(pool, 'Bench')
    const clock = () => new Date().toISOString()
    const log = openLog({ databaseUrl, companyId, clock, announce: () => undefined, onError })
    const passwordHash = await openPasswords(Buffer.from(PEPPER)).hash(PASSWORD)
    const accounts = await openAccounts(log, companyId, { count, passwordHash })
    await log.close()
    return accounts.map(({ mobile }) => ({ mobile }))
  } finally {
    await pool.end()
  }
}

/** Two at a time, as the API hashes. */
export async function signInAll(address: string, users: User[]): Promise<string[]> {
  const cookies: string[] = []
  for (let from = 0; from < users.length; from += 2)
    cookies.push(
      ...(await Promise.all(
        users.slice(from, from + 2).map(({ mobile, host }) => signIn(address, 'site', { mobile }, host)),
      )),
    )
  return cookies
}
