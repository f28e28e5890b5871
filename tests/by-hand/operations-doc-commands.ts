// node tests/by-hand/operations-doc-commands.ts: runs the commands of docs/operations.md that need programs outside our
// packages, as root on Debian (apt install postgresql-15 nginx-light openssl age curl bsdutils), on its own servers in
// a temporary folder. Exits with 1 at the first failing command; a missing program is a failure.
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'
import { freePort } from '@ledger/launch/port-check.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { codeBlocksOf } from '../environment/files/doc-commands.ts'
import { startProductProcess } from '../environment/processes/start-process.ts'

const postgresBin = process.env.POSTGRES_BIN ?? '/usr/lib/postgresql/15/bin'
const passphrase = 'only for the operations page'
const folder = mkdtempSync(join(tmpdir(), 'site-ledger-operations-'))
const ending: (() => Promise<unknown> | unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

try {
  await main()
} finally {
  for (const end of ending.reverse()) await end()
}

async function main(): Promise<void> {
  chmodSync(folder, 0o711)
  const [port, standbyPort, tlsPort] = [await freePort(), await freePort(), await freePort()]
  const secret = () => randomBytes(16).toString('hex')
  const env: Record<string, string> = {
    PATH: `${postgresBin}:${process.env.PATH}`,
    OWNER_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    PRIMARY: `postgres://postgres@127.0.0.1:${port}/postgres`,
    STANDBY_PORT: String(standbyPort),
    STANDBY: `postgres://postgres@127.0.0.1:${standbyPort}/postgres`,
    STANDBY_DATA: join(folder, 'standby'),
    BACKUPS: join(folder, 'backups'),
    DATA_DIR: join(folder, 'data'),
    BACKUP_PASSPHRASE: passphrase,
  }
  env.REPLICATION = `host=127.0.0.1 port=${port} user=replicator password=${env.REPLICATION_PASSWORD}`
  env.DATABASE_URL = `postgres://site_ledger_owner:${env.OWNER_PASSWORD}@127.0.0.1:${port}/site_ledger`
  mkdirSync(env.BACKUPS ?? '')
  makePrimary(join(folder, 'primary'), port, env)
  const steps = codeBlocksOf('operations.md')
  let isMade = false
  for (const { language, marks, text } of steps) {
    if (language === 'nginx') await tryNginx(text, tlsPort, env)
    if (!marks.includes('by-hand')) continue
    run(text, env, marks.includes('postgres') ? 'postgres' : undefined)
    if (!isMade) await record(env)
    isMade = true
    if (text.includes('synchronous_standby_names =')) await expectSync(env)
    if (text.includes('promote')) {
      stopPrimary(join(folder, 'primary'), env)
      env.DATABASE_URL = env.DATABASE_URL.replace(`:${port}/`, `:${standbyPort}/`)
      run('npm run ledger -- verify --json\nnpm run ledger -- backup "$BACKUPS/promoted.backup" --json', env)
    }
  }
  process.stdout.write('\nEvery command did what the page says.\n')
}

function makePrimary(data: string, port: number, env: Record<string, string>): void {
  const account = spawnSync('id', ['--user', 'postgres'], { encoding: 'utf8' })
  for (const place of [data, env.STANDBY_DATA ?? '']) {
    mkdirSync(place, { mode: 0o700 })
    chownSync(place, Number(account.stdout), 0)
  }
  run(
    `initdb --pgdata="${data}" --data-checksums --auth-host=scram-sha-256 --auth-local=trust >/dev/null
    echo "host all postgres 127.0.0.1/32 trust" | cat - "${data}/pg_hba.conf" > "${data}/hba" && mv "${data}/hba" "${data}/pg_hba.conf"
    pg_ctl --pgdata="${data}" --options="-p ${port} -k ${data}" --log="${data}/server.log" --wait start`,
    env,
    'postgres',
  )
  const stop = (place: string) =>
    spawnSync('runuser', [
      '-u',
      'postgres',
      '--',
      `${postgresBin}/pg_ctl`,
      `--pgdata=${place}`,
      '--mode=immediate',
      'stop',
    ])
  ending.push(
    () => stop(data),
    () => stop(env.STANDBY_DATA ?? ''),
  )
}

function stopPrimary(data: string, env: Record<string, string>): void {
  run(`pg_ctl --pgdata="${data}" --mode=immediate --wait stop`, env, 'postgres')
}

/** Creates a ledger with a first admin and a signed checkpoint, with the product's own processes. */
async function record(env: Record<string, string>): Promise<void> {
  await migrate(env.DATABASE_URL ?? '')
  const settings = { ...env, EMBEDDED_POSTGRES: '1', ADMIN_PASSWORD: 'Admin-Pass-1' }
  const api = await startProductProcess('ledger-service/main.ts', settings)
  const signer = await startProductProcess('ledger-service/proof/main.ts', settings)
  await signer.stop()
  await api.stop()
}

async function expectSync(env: Record<string, string>): Promise<void> {
  run(
    `for try in $(seq 50); do
    [ "$(psql "$PRIMARY" -tAc "SELECT sync_state FROM pg_stat_replication")" = sync ] && exit 0; sleep 0.2; done; exit 1`,
    env,
  )
}

/** Runs the page's nginx server, with a certificate and ports of this run, in front of an API that trusts it. */
async function tryNginx(server: string, port: number, env: Record<string, string>): Promise<void> {
  const certificate = join(folder, 'certificate.pem')
  const key = join(folder, 'key.pem')
  run(
    `openssl req -x509 -newkey ed25519 -nodes -subj /CN=ledger.example.in -days 2 -out ${certificate} -keyout ${key}`,
    env,
  )
  const api = await startProductProcess('ledger-service/main.ts', {
    ...{
      ...env,
      EMBEDDED_POSTGRES: '1',
      PUBLIC_ORIGIN: 'https://ledger.example.in',
      TRUSTED_PROXIES: '127.0.0.1, ::1',
    },
  })
  const configuration = join(folder, 'nginx.conf')
  const ours = server
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace(/\/etc\/\S+fullchain\.pem/, certificate)
    .replace(/\/etc\/\S+privkey\.pem/, key)
    .replace('http://127.0.0.1:3000', api.address)
  writeFileSync(configuration, `pid ${folder}/nginx.pid; events {} http { access_log off; ${ours} }`)
  run(`nginx -t -c ${configuration} && nginx -c ${configuration} >/dev/null 2>&1`, env)
  ending.push(() => process.kill(Number(readFileSync(join(folder, 'nginx.pid'), 'utf8'))))
  const reply = run(
    `curl --silent --include --insecure --resolve ledger.example.in:${port}:127.0.0.1 https://ledger.example.in:${port}/healthz`,
    env,
  )
  await api.stop()
  if (!/^HTTP\/1\.1 200/.test(reply) || !/strict-transport-security/i.test(reply))
    throw new Error(`By way of nginx:\n${reply}`)
}

/** Prints and runs a block. If it asks for a passphrase, it gets a terminal of its own and the answer. */
function run(block: string, env: Record<string, string>, user?: string): string {
  process.stdout.write(`\n${user ?? 'root'}> ${block.trim()}\n`)
  const file = join(folder, 'block.sh')
  writeFileSync(file, `set -euo pipefail\n${block}`, { mode: 0o644 })
  const asks = block.startsWith('age ')
  const command = asks ? ['script', '--quiet', '--return', '--command', `bash ${file}`, '/dev/null'] : ['bash', file]
  const [program = '', ...args] = user === undefined ? command : ['runuser', '-u', user, '--', ...command]
  const done = spawnSync(program, args, {
    cwd: user === undefined ? checkoutFolder : '/',
    encoding: 'utf8',
    env: { ...process.env, ...env },
    ...(asks ? { input: `${passphrase}\n` } : {}),
  })
  process.stdout.write(done.stdout + done.stderr)
  if (done.status !== 0) throw new Error(`It ended with ${done.status ?? done.error?.message}`)
  return done.stdout
}
