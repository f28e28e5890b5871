import { join } from 'node:path'
import { type Started, startProcess } from './processes.ts'

export const PASSWORD = 'Bench2026'
export const PEPPER = 'a pepper for the benchmark, forty characters'

/** The product as npm start runs it: API and projection worker in processes of their own. */
export interface Product {
  address: string
  pids: Record<'api' | 'worker', number | undefined>
  close(): Promise<void>
}

export async function startProduct(databaseUrl: string, folder: string): Promise<Product> {
  const env = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PORT: '0',
    EMBEDDED_POSTGRES: '1',
    PASSWORD_PEPPER: PEPPER,
    SIGN_IN_LIMIT: 'off',
    WRITE_LIMIT: 'off',
    ADMIN_PASSWORD: PASSWORD,
  }
  const started: Started[] = []
  async function close(): Promise<void> {
    for (const process of started.reverse()) await process.stop()
  }
  try {
    for (const [script, name] of [
      ['ledger-service/main.ts', 'api'],
      ['projections/main.ts', 'worker'],
    ] as const)
      started.push(await startProcess(script, env, join(folder, `${name}.log`)))
    const [api, worker] = started
    const pids = { api: api?.child.pid, worker: worker?.child.pid }
    return { address: String(api?.said.address), pids, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** @returns the cookie of the session */
export async function signIn(
  address: string,
  door: 'site' | 'admin',
  name: { mobile: string } | { email: string },
): Promise<string> {
  const response = await fetch(new URL(`/api/${door}/login`, address), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...name, password: PASSWORD }),
  })
  const cookie = response.headers.getSetCookie().find((header) => header.startsWith('sid='))
  if (!response.ok || cookie === undefined)
    throw new Error(`${JSON.stringify(name)} could not sign in: ${response.status}`)
  return cookie.slice(0, cookie.indexOf(';'))
}
