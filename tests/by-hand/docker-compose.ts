// node tests/by-hand/docker-compose.ts: runs docker-compose.yml on a real engine from nothing: all healthy, a sign-in,
// an expense, down and up again with the data kept, then removes everything. docs/containers.md has the results, and
// says where base images can come from without a registry. COMPOSE is the compose command, by default `docker compose`.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'

const compose = (process.env.COMPOSE ?? 'docker compose').split(' ')
const origin = `http://127.0.0.1:${process.env.PORT ?? 3000}`
const publicOrigin = 'https://ledger.example.in'
const admin = { email: 'admin@localhost', password: 'Admin-Pass-1' }
const worker = { mobile: '9876543210', password: 'Site-Pass-1' }
const secret = () => randomBytes(32).toString('hex')
const env = {
  ...process.env,
  POSTGRES_PASSWORD: secret(),
  APP_PASSWORD: secret(),
  SESSION_SECRET: secret(),
  PASSWORD_PEPPER: secret(),
  PASSWORD_REVEAL_KEY: secret(),
  CHECKPOINT_KEY: secret(),
  PUBLIC_ORIGIN: publicOrigin,
  ADMIN_PASSWORD: admin.password,
  COMPOSE_PROJECT_NAME: 'site-ledger-try',
}

try {
  await main()
} finally {
  run('down', '--volumes', '--timeout', '20')
}

async function main(): Promise<void> {
  const begun = performance.now()
  run('up', '--detach', '--wait', '--wait-timeout', '180')
  process.stdout.write(`All healthy after ${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
  const office = await signIn('/api/admin/login', admin)
  const site = { name: 'Asha Rao', siteName: 'Hill Road', ...worker }
  const { id } = await call<{ id: string }>('POST', '/api/admin/users', site, office)
  const money = { siteInchargeId: id, amount: '500.00', narration: 'For the site' }
  await call('POST', '/api/admin/send-money', money, office)
  const asha = await signIn('/api/site/login', worker)
  const expense = {
    type: 'debit',
    amount: '120.50',
    recipient: 'Sharma Traders',
    purpose: 'Cement',
    paymentMode: 'cash',
  }
  await call('POST', '/api/site/transactions', { ...expense, narration: 'Ten bags' }, asha)
  await expectBalance(asha)
  run('down', '--timeout', '20')
  run('up', '--detach', '--wait', '--wait-timeout', '180')
  await expectBalance(await signIn('/api/site/login', worker))
  run('logs', '--no-color', '--tail', '5', 'worker', 'signer')
  run('ps', '--all')
  process.stdout.write('The data was kept.\n')
}

/** The worker has no health check: right after its start a read may lag for a moment. */
async function expectBalance(cookie: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    const balance = JSON.stringify(await call('GET', '/api/site/balance', undefined, cookie))
    process.stdout.write(`Balance ${balance}\n`)
    if (balance.includes('"currentBalance":"379.50"')) return
    if (tries === 30) throw new Error('The balance is not 379.50')
    await sleep(1000)
  }
}

async function signIn(path: string, body: object): Promise<string> {
  const reply = await send('POST', path, body)
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply.headers
    .getSetCookie()
    .flatMap((cookie) => cookie.split(';', 1))
    .join('; ')
}

async function call<T>(method: string, path: string, body: object | undefined, cookie: string): Promise<T> {
  const reply = await send(method, path, body, cookie)
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as T
}

/** Sends the headers of the proxy that ends TLS. */
function send(method: string, path: string, body?: object, cookie = ''): Promise<Response> {
  const headers = {
    'content-type': 'application/json',
    origin: publicOrigin,
    'x-forwarded-proto': 'https',
    cookie,
    connection: 'close',
  }
  return fetch(`${origin}${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}

function run(...args: string[]): void {
  const [program = '', ...first] = compose
  process.stdout.write(`> compose ${args.join(' ')}\n`)
  const { status } = spawnSync(program, [...first, ...args], { cwd: checkoutFolder, env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`compose ${args[0]} ended with ${status}`)
}
