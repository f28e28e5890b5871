import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepareDatabase } from '@ledger/launch/prepare-database.ts'
import {
  mayChangeHistory,
  parseLogin,
  provideAppLogin,
  requireAppLogin,
  urlWithLogin,
} from '@ledger/migrations/app-login.ts'
import { migrate } from '@ledger/migrations/migrate.ts'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { withServerConnection } from '../environment/database/server-connection.ts'
import { createTestDatabase, type TestDatabase } from '../environment/database/test-database.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { firstUnlessFullRun, isFullRun } from '../environment/full-run.ts'
import { runLauncher, stopEveryLauncher } from './run-launcher.ts'

/** The owner's address is for migrations; each process has the secrets that it needs and no other. */

const databases: TestDatabase[] = []
afterEach(async () => {
  await stopEveryLauncher()
  for (const database of databases.splice(0)) await database.drop()
})

async function newDatabase(options: { isBare?: boolean } = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(options)
  databases.push(database)
  return database
}

const secret = () => randomBytes(24).toString('base64url')

if (isFullRun)
  test('npm start gives each process the settings that it reads, and none the password of the owner or the admin', async () => {
    const DATA_DIR = join(temporaryFolder(), 'data')
    const given = {
      ADMIN_PASSWORD: secret(),
      SESSION_SECRET: secret(),
      PASSWORD_PEPPER: secret(),
      PASSWORD_REVEAL_KEY: secret(),
      CHECKPOINT_KEY: secret(),
      METRICS_TOKEN: secret(),
      OIDC_CLIENT_SECRET: secret(),
    }
    const openid = { OIDC_ISSUER: 'https://accounts.example.in', OIDC_CLIENT_ID: 'ledger' }
    const run = runLauncher({ DATA_DIR, ...given, ...openid, OTHER_SECRET: secret() })
    await run.address
    const ofTheApi = Object.keys(given).filter((name) => name !== 'ADMIN_PASSWORD' && name !== 'CHECKPOINT_KEY')
    expect(known(run.child('ledger-service/main.ts'))).toEqual(ofTheApi)
    expect(known(run.child('projections/main.ts'))).toEqual([])
    expect(known(run.child('proof/main.ts'))).toEqual(['CHECKPOINT_KEY'])
    expect(known(run.child('postgres'))).toEqual([])
    expect(known(run.child('guard'))).toEqual([])

    const parts = ['ledger-service/main.ts', 'projections/main.ts', 'proof/main.ts'].map((part) => run.child(part))
    const urls = new Set(parts.map((pid) => environ(pid).get('DATABASE_URL') ?? ''))
    expect(urls.size).toBe(1)
    for (const url of urls) expect(await withServerConnection(url, mayChangeHistory)).toBe(false)
    const owners = readFileSync(passwordsOf(DATA_DIR), 'utf8').trim().split('\n')
    expect(owners).toHaveLength(2)
    for (const pid of parts) for (const password of owners) expect(environText(pid)).not.toContain(password)
    expect(statSync(join(DATA_DIR, 'keys', 'database-login')).mode & 0o777).toBe(0o600)

    /** Returns the secrets that a process was started with. */
    function known(pid: number): string[] {
      const text = environText(pid)
      expect(text).not.toContain('OTHER_SECRET')
      return Object.entries(given).flatMap(([name, value]) => (text.includes(value) ? [name] : []))
    }
  })

function environText(pid: number): string {
  return readFileSync(`/proc/${pid}/environ`, 'utf8')
}
function environ(pid: number): Map<string, string> {
  const lines = environText(pid).split('\0')
  return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

/** The cluster may be in another folder, to which a pointer leads (clusterPathsFor). */
function passwordsOf(dataDirectory: string): string {
  const pointer = join(dataDirectory, 'postgres', 'location')
  const folder = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : join(dataDirectory, 'postgres')
  return join(folder, 'passwords')
}

if (isFullRun)
  test("a database of the version before, where the app had the owner's address, gets its login at the next start", async () => {
    const database = await newDatabase({ isBare: true })
    await migrate(database.ownerUrl, { upTo: '0009-devices-used' })
    const run = runLauncher({ DATA_DIR: join(temporaryFolder(), 'data'), DATABASE_URL: database.ownerUrl })
    await run.address
    const { user } = parseLogin(environ(run.child('ledger-service/main.ts')).get('DATABASE_URL') ?? '')
    expect(user).toMatch(/^ledger_app_[0-9a-f]{12}$/)
    expect(await run.stop()).toBe(0)
    // Another installation, on another machine, has a login of its own and can use what the first has made.
    const other = await prepareDatabase({ ownerUrl: database.ownerUrl, appUrl: undefined }, temporaryFolder())
    expect(parseLogin(other).user).toMatch(/^ledger_app_[0-9a-f]{12}$/)
    expect(parseLogin(other).user).not.toBe(user)
    const admins = `SELECT FROM account_states WHERE role = 'admin'`
    expect((await withServerConnection(other, (client) => client.query(admins))).rowCount).toBe(1)
  })

type Ended = { code: number; output: string }

function runScript(script: string, env: Record<string, string>): Promise<Ended> {
  const file = fileURLToPath(new URL(`../../${script}`, import.meta.url))
  const all = { PATH: process.env.PATH ?? '', DATA_DIR: temporaryFolder(), ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [file], { env: all, timeout: 30_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: `${stdout}${stderr}` }),
    )
  })
}

describe('npm run setup', () => {
  const user = `app_of_test_${randomBytes(4).toString('hex')}`
  const login = { user, password: secret() }
  const secrets = { PASSWORD_PEPPER: secret(), NODE_ENV: 'production' }

  test("makes the login of DATABASE_URL, and the first admin, as often as it is run; another's is kept out", async () => {
    const [database, neighbour] = [await newDatabase(), await newDatabase()]
    const env = {
      DATABASE_OWNER_URL: database.ownerUrl,
      DATABASE_URL: urlWithLogin(database.ownerUrl, login),
      ...secrets,
    }
    const first = await runScript('ledger-service/setup.ts', env)
    expect(first.output).toMatch(/^First admin: admin@localhost {2}password: \S+ .*\nThe database is set up\.\n$/)
    expect(await runScript('ledger-service/setup.ts', env)).toEqual({ code: 0, output: 'The database is set up.\n' })
    expect(await withServerConnection(env.DATABASE_URL, mayChangeHistory)).toBe(false)
    // Both logins have the role on this server, and neither can enter the database of the other.
    const [other, changed] = [
      { user: `${user}_2`, password: secret() },
      { user, password: secret() },
    ]
    await provideAppLogin(neighbour.ownerUrl, other)
    for (const url of [urlWithLogin(database.ownerUrl, other), urlWithLogin(neighbour.ownerUrl, login)])
      await expect(withServerConnection(url, (client) => client.query('SELECT 1'))).rejects.toMatchObject({
        code: '42501',
      })
    // A changed password is set, as after the operator has rotated it.
    await provideAppLogin(database.ownerUrl, changed)
    await expect(withServerConnection(env.DATABASE_URL, (client) => client.query('SELECT 1'))).rejects.toMatchObject({
      code: '28P01',
    })
  })

  test('says in a sentence why it cannot work without the address of the owner', async () => {
    const { url } = await newDatabase()
    const refused = { code: 78, output: expect.stringMatching(/^DATABASE_OWNER_URL .*\n$/) }
    expect(await runScript('ledger-service/setup.ts', { DATABASE_URL: url })).toEqual(refused)
  })

  test('does not work with the same address twice, or without a password, and repeats no password', async () => {
    const { ownerUrl } = await newDatabase()
    for (const appUrl of [ownerUrl, urlWithLogin(ownerUrl, { user: 'nobody_yet', password: '' })]) {
      const refused = await provideAppLogin(ownerUrl, parseLogin(appUrl)).catch(String)
      expect(refused).toMatch(/DATABASE_\w+ /)
      expect(refused).not.toContain(parseLogin(ownerUrl).password)
    }
  })
})

describe.each(firstUnlessFullRun(['ledger-service/main.ts', 'projections/main.ts', 'ledger-service/proof/main.ts']))(
  '%s',
  (script) => {
    const secrets = {
      SESSION_SECRET: secret(),
      PASSWORD_PEPPER: secret(),
      PASSWORD_REVEAL_KEY: secret(),
      CHECKPOINT_KEY: secret(),
      NODE_ENV: 'production',
      PORT: '0',
    }

    test("refuses in production to work with the owner's address", async () => {
      const database = await newDatabase()
      await withServerConnection(database.ownerUrl, (client) =>
        client.query(`INSERT INTO companies (company_id, name) VALUES (gen_random_uuid(), 'Test Builders')`),
      )
      expect(await runScript(script, { ...secrets, DATABASE_URL: database.ownerUrl })).toEqual({
        code: 78,
        output: expect.stringMatching(/^The user of DATABASE_URL could change the events of the log.*\n$/),
      })
    })
  },
)

test('the address of who can become the owner is refused in production like that of the owner', async () => {
  const database = await newDatabase()
  // The login cannot use the right of the other role before SET ROLE.
  const [user, forger] = [`user_${randomBytes(4).toString('hex')}`, `forger_${randomBytes(4).toString('hex')}`]
  const joined = urlWithLogin(database.ownerUrl, { user, password: secret() })
  await withServerConnection(database.ownerUrl, async (client) => {
    await client.query(`CREATE ROLE ${forger}; GRANT UPDATE ON events TO ${forger}`)
    await client.query(`CREATE ROLE ${user} LOGIN NOINHERIT PASSWORD '${parseLogin(joined).password}'`)
    await client.query(`GRANT ledger_app, ${forger} TO ${user}`)
  })
  const start = (isProduction: boolean) =>
    withServerConnection(joined, (client) => requireAppLogin(client, isProduction, () => undefined))
  await expect(start(true)).rejects.toThrow(/^The user of DATABASE_URL could change the events of the log/)
  await start(false)
  await database.drop()
  await withServerConnection(inject('postgresUrl'), (client) => client.query(`DROP ROLE ${user}, ${forger}`))
})

if (isFullRun)
  test('the API says in a sentence that the schema is not there, and makes none', async () => {
    const database = await newDatabase()
    await withServerConnection(database.ownerUrl, (client) =>
      client.query(`DELETE FROM kysely_migration WHERE name LIKE '0010%'`),
    )
    const { code, output } = await runScript('ledger-service/main.ts', { DATABASE_URL: database.url, PORT: '0' })
    expect({ code, output }).toEqual({ code: 78, output: expect.stringMatching(/^The database is not set up .*\n$/) })
  })
