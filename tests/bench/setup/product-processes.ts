import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { type BenchProcess, startBenchProcess } from './start-bench-process.ts'

export const BENCH_PASSWORD = 'Bench2026'
export const BENCH_PEPPER = 'a pepper for the benchmark, forty characters'

const SCRIPTS = { api: 'ledger-service/main.ts', worker: 'projections/main.ts' } as const

/** The product as npm start runs it: API and projection worker in separate processes. */
export interface Product {
  address: string
  /** The present process ids. */
  pids: Record<'api' | 'worker', number | undefined>
  /** Milliseconds from the start until the process answers, or follows the log. */
  startMs: Record<'api' | 'worker', number>
  /**
   * Runs the work while there is no worker. A suspended worker would keep its transaction open, and PostgreSQL could
   * not vacuum.
   */
  withoutWorker<Result>(work: () => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** @param changed changes to the environment of both */
export async function startProduct(
  databaseUrl: string,
  folder: string,
  changed: NodeJS.ProcessEnv = {},
): Promise<Product> {
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: '0',
    EMBEDDED_POSTGRES: '1',
    PASSWORD_PEPPER: BENCH_PEPPER,
    SIGN_IN_LIMIT: 'off',
    WRITE_LIMIT: 'off',
    ADMIN_PASSWORD: BENCH_PASSWORD,
    ...changed,
  }
  const started = new Map<keyof typeof SCRIPTS, BenchProcess>()
  const startMs = { api: Number.NaN, worker: Number.NaN }
  const pids: Product['pids'] = { api: undefined, worker: undefined }

  async function start(name: keyof typeof SCRIPTS): Promise<BenchProcess> {
    const begun = performance.now()
    const process = await startBenchProcess(SCRIPTS[name], env, join(folder, `${name}.log`))
    startMs[name] = performance.now() - begun
    pids[name] = process.child.pid
    started.set(name, process)
    return process
  }
  async function stop(name: keyof typeof SCRIPTS): Promise<void> {
    await started.get(name)?.stop()
    started.delete(name)
  }
  async function close(): Promise<void> {
    await stop('worker')
    await stop('api')
  }
  async function withoutWorker<Result>(work: () => Promise<Result>): Promise<Result> {
    await stop('worker')
    const result = await work()
    await start('worker')
    return result
  }

  try {
    const { said } = await start('api')
    await start('worker')
    return { address: String(said.address), pids, startMs, withoutWorker, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * @param host the host of the company, where there are several
 * @returns the session cookie
 */
export async function signInForCookie(
  address: string,
  door: 'site' | 'admin',
  name: { mobile: string } | { email: string },
  host = new URL(address).host,
): Promise<string> {
  const body = JSON.stringify({ ...name, password: BENCH_PASSWORD })
  const { statusCode, headers } = await requestAtHost(new URL(`/api/${door}/login`, address), host, body)
  const cookie = headers['set-cookie']?.find((header) => header.startsWith('sid='))
  if (cookie === undefined) throw new Error(`${JSON.stringify(name)} could not sign in: ${statusCode}`)
  return cookie.slice(0, cookie.indexOf(';'))
}

/** Sends a request to the host of a company, because fetch cannot set Host; a POST if there is a body. */
export async function requestAtHost(url: URL, host: string, body?: string): Promise<IncomingMessage> {
  const headers = { host, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const asking = request(url, { method: body === undefined ? 'GET' : 'POST', headers }).end(body)
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  return response.resume()
}
