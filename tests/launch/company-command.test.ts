import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectionsWaitingForLock } from '../environment/database/lock-waiters.ts'
import { ownerPool } from '../environment/database/owner-pool.ts'
import { createTestDatabase, type TestDatabase } from '../environment/database/test-database.ts'
import { temporaryFolder } from '../environment/files/temporary-folder.ts'
import { firstUnlessFullRun } from '../environment/full-run.ts'
import { runLedgerCommand } from '../environment/processes/ledger-command.ts'
import { runLedgerCommandInProcess } from '../environment/processes/ledger-command-in-process.ts'

/**
 * `npm run ledger -- company …`, and --company of every other command, step by step on one database. The commands run
 * in this process; one of each outcome, and those that are ended by a signal, have a process of their own.
 */

const DATA_DIR = join(temporaryFolder(), 'data')
let database: TestDatabase
let acme = ''
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const environment = () => ({ DATABASE_URL: database.url, DATA_DIR, BACKUP_PASSPHRASE: 'four words and a number 7' })
const outcomeOf = (
  args: string[],
  { status, stdout, stderr }: { status: number | null; stdout: string; stderr: string },
) => ({
  ...{ status, said: stdout + stderr },
  json: args.includes('--json') ? JSON.parse(stdout) : undefined,
})

const ledger = async (...args: string[]) => outcomeOf(args, await runLedgerCommandInProcess(environment(), ...args))

/** Runs a command as `npm run ledger` does. */
const ledgerProcess = async (...args: string[]) => outcomeOf(args, await runLedgerCommand(environment(), ...args).ended)

const add = (name: string, host: string) =>
  ledgerProcess('company', 'add', name, '--host', host, '--admin-email', 'head@acme.example', '--json')
const HOW = { status: 1, said: expect.stringContaining('company add "<name>" --host <host>') }

test('a company is not added without a name, a host and an e-mail address that can be', async () => {
  const [host, email] = [
    ['--host', 'acme.example.in'],
    ['--admin-email', 'head@acme.example'],
  ]
  for (const [why, ...args] of [
    ['Give the company a name', ...host, ...email],
    ['Give the company a name', ' ', ...host, ...email],
    ['Say by which host it is found, with --host', 'Acme', ...email],
    ['Give the e-mail address of its first admin, with --admin-email', 'Acme', ...host],
    ['Give the e-mail address of its first admin, with --admin-email', 'Acme', ...host, '--admin-email', 'head'],
    ['Put the name into quotes', 'Acme', 'Builders', ...host, ...email],
    ['This name is too long, or has signs that cannot be shown', 'Ac\u202eme', ...host, ...email],
  ]) {
    const refused = await ledger('company', 'add', ...args)
    expect(refused).toMatchObject(HOW)
    expect(refused.said).toMatch(`${why}.\nSay what: company list\n`)
  }
  const nowhere = { status: 1, said: 'a/b is no host: give one like acme.example.in\n' }
  expect(await ledger('company', 'add', 'Acme', '--host', 'a/b', ...email)).toMatchObject(nowhere)
  expect((await ledger('company', 'list', '--json')).json).toEqual({ ok: true, companies: [] })
})

test('the first is made with hosts and an admin, whose password is shown once', async () => {
  const { status, json } = await add('Acme Builders', 'ACME.example.in:3000')
  expect({ status, json }).toEqual({
    status: 0,
    json: {
      ok: true,
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Acme Builders',
      hosts: ['acme.example.in'],
      adminEmail: 'head@acme.example',
      adminPassword: expect.stringMatching(/^[\w-]{16}$/),
    },
  })
  acme = json.id
  const { said } = await ledger('company', 'list')
  expect(said.split('\n')).toEqual([
    'Acme Builders',
    '  at acme.example.in',
    `  id ${acme}`,
    expect.stringMatching(/^ {2}2 events, read models 2 behind, last used 20\d\d-\d\d-\d\d \d\d:\d\d UTC$/),
    '  never verified',
    '',
  ])
})

test('a second one at the host of the first is refused, and leaves no trace', async () => {
  const refused = { ok: false, error: 'acme.example.in belongs to Acme Builders' }
  expect(await add('Beta', 'acme.example.in')).toMatchObject({ status: 1, json: refused })
  expect((await ledger('company', 'list', '--json')).json.companies).toHaveLength(1)
})

test('its people are let in no more, and again', async () => {
  const isDisabled = async () => (await ledger('company', 'list', '--json')).json.companies[0].disabled
  const off = await ledger('company', 'disable', 'acme.example.in', '--json')
  expect(off).toMatchObject({ status: 0, json: { ok: true, id: acme, name: 'Acme Builders', disabled: true } })
  expect(await isDisabled()).toBe(true)
  expect((await ledger('company', 'list')).said).toContain('Acme Builders, disabled\n  at acme.example.in\n')
  expect(await ledger('company', 'enable', acme, '--json')).toMatchObject({ status: 0, json: { disabled: false } })
  expect(await isDisabled()).toBe(false)
  expect(await ledger('company', 'disable')).toMatchObject(HOW)
})

test('it is called something else, and found by the same host', async () => {
  const renamed = await ledger('company', 'rename', 'acme.example.in', ' Acme & Sons ', '--json')
  const json = { ok: true, id: acme, name: 'Acme & Sons', before: 'Acme Builders' }
  expect(renamed).toMatchObject({ status: 0, json })
  const back = await ledger('company', 'rename', 'acme.example.in', 'Acme Builders')
  expect(back).toMatchObject({ status: 0, said: 'Acme & Sons is called Acme Builders now\n' })
  // Combining marks need a letter before them.
  for (const name of ['', ' ', 'Ac\u202eme', '\u0301', 'x'.repeat(101)])
    expect(await ledger('company', 'rename', acme, name)).toMatchObject(HOW)
  expect(await ledger('company', 'rename', acme)).toMatchObject(HOW)
  // Stored as every text is: composed letters, no white space around it.
  const decomposed = await ledger('company', 'rename', acme, 'Acme\u0301 Builders\n', '--json')
  expect(decomposed).toMatchObject({ status: 0, json: { name: 'Acm\u00e9 Builders' } })
  expect(await ledger('company', 'rename', acme, 'Acme Builders')).toMatchObject({ status: 0 })
})

test('hosts are shown, added in the way in which requests are read, and taken away', async () => {
  const both = ['acme.example.in', 'xn--p2bxcvd.xn--h2brj9c']
  const added = await ledger('company', 'hosts', acme, 'add', 'हिसाब.भारत', '--json')
  expect(added).toMatchObject({ status: 0, json: { ok: true, id: acme, hosts: both } })
  expect((await ledger('company', 'hosts', 'हिसाब.भारत')).said).toBe(`Acme Builders: ${both.join(', ')}\n`)
  const left = await ledger('company', 'hosts', acme, 'remove', 'xn--p2bxcvd.XN--H2BRJ9C.', '--json')
  expect(left).toMatchObject({ status: 0, json: { hosts: ['acme.example.in'] } })
  expect(await ledger('company', 'hosts', acme, 'give', 'x')).toMatchObject(HOW)
  expect(await ledger('company', 'hosts', acme, 'add', 'x.example.in', 'y.example.in')).toMatchObject(HOW)
  const none = { status: 1, said: 'x.example.in is none of its hosts\n' }
  expect(await ledger('company', 'hosts', acme, 'remove', 'x.example.in')).toMatchObject(none)
})

test('of two companies no host is both’s, none loses its last, and a command asks of which it is', async () => {
  const made = await ledger('company', 'add', 'Beta', '--host', 'beta.example.in', '--admin-email', 'head@acme.example')
  expect(made.status).toBe(0)
  expect(made.said.split('\n')).toEqual([
    'Beta is there, at beta.example.in',
    expect.stringMatching(/^Admin head@acme\.example, password [\w-]{16} \(shown this once\)$/),
    'Until now every host was Acme Builders’s; it is found at acme.example.in alone now',
    '',
  ])
  const { companies } = (await ledger('company', 'list', '--json')).json
  const beta = companies[1].id
  const taken = await ledger('company', 'hosts', acme, 'add', 'BETA.example.in')
  expect(taken).toMatchObject({ status: 1, said: 'beta.example.in belongs to Beta\n' })
  const last = await ledger('company', 'hosts', acme, 'remove', 'acme.example.in')
  expect(last).toMatchObject({ status: 1, said: expect.stringContaining('is its last host') })
  const there = 'there is acme.example.in (Acme Builders), beta.example.in (Beta)\n'
  for (const args of [['verify'], ['rebuild'], ['checkpoint'], ['create-admin', 'another@acme.example']]) {
    const said = `Say of which company, with --company <host or id>: ${there}`
    expect(await ledger(...args)).toMatchObject({ status: 2, said })
  }
  expect(await ledger('verify', '--company', 'acme.example.com')).toMatchObject({
    status: 1,
    said: `No company here is acme.example.com; ${there}`,
  })
  // In the form in which a sign-in looks it up: composed letters.
  const admin = await ledger('create-admin', ' se\u0301cond@beta.example', '--company', 'Beta.example.in', '--json')
  expect(admin).toMatchObject({ status: 0, json: { email: 's\u00e9cond@beta.example' } })
  const replay = (company: string) => ledger('replay', '--to', '99', '--company', company, '--json')
  expect((await replay(acme)).json).toMatchObject({ position: 2 })
  expect((await replay(beta)).json).toMatchObject({ position: 4 })
  const { json } = await ledger('company', 'list', '--json')
  const same = { disabled: false, events: 2, lag: 2, stopped: [], lastUse: expect.any(String), lastVerification: null }
  expect(json.companies).toEqual([
    { ...same, id: acme, name: 'Acme Builders', hosts: ['acme.example.in'] },
    { ...same, events: 4, lag: 4, id: beta, name: 'Beta', hosts: ['beta.example.in'] },
  ])
})

test('the list says where a read model has stopped and what was wrong, in lines of 80 columns', async () => {
  const [first, second] = (await ledger('company', 'list', '--json')).json.companies
  const sql = ownerPool(database.ownerUrl)
  await sql.query(
    `INSERT INTO checkpoints (company_id, projection, position, stopped_because)
      VALUES ($1, 'balances', 1, 'planted'), ($1, 'sums', 2, 'planted')`,
    [second.id],
  )
  // A comparison without findings does not hide the findings of the nightly verification.
  await sql.query(
    `INSERT INTO verifications (company_id, verified_at, ok, report) VALUES
      ($1, now() - interval '9 hours', false, '{"head": 2}'), ($1, now(), true, '{}'), ($2, now(), true, '{}')`,
    [first.id, second.id],
  )
  await sql.end()
  const { said } = await ledger('company', 'list')
  const lines = said.split('\n')
  const of = (name: string) => lines.slice(lines.indexOf(name), lines.indexOf('', lines.indexOf(name)))
  expect(of('Acme Builders').at(-1)).toMatch(/^ {2}verified 20\d\d-\d\d-\d\d \d\d:\d\d UTC, and something was wrong$/)
  expect(of('Beta').slice(4)).toEqual([
    '  stopped: balances, before event 2',
    '  stopped: sums, before event 3',
    expect.stringMatching(/^ {2}verified 20\d\d-\d\d-\d\d \d\d:\d\d UTC$/),
  ])
  expect(lines.slice(-4)).toEqual([
    'To be looked after, 2 of 2:',
    '  acme.example.in (Acme Builders)',
    '  beta.example.in (Beta)',
    '',
  ])
  expect(lines.filter((line) => line.length > 80)).toEqual([])
  expect((await ledger('company', 'list', '--json')).json.companies).toMatchObject([
    { stopped: [], lastVerification: { ok: false } },
    {
      stopped: [
        { projection: 'balances', before: 2 },
        { projection: 'sums', before: 3 },
      ],
      lastVerification: { ok: true },
    },
  ])
})

test('of an option that is said once neither is taken where it stands there twice', async () => {
  const of = ['--company', 'acme.example.in']
  for (const [name, ...args] of [
    ['company', 'verify', ...of, '--company', 'beta.example.in'],
    ['company', 'rebuild', ...of, ...of],
    ['to', 'replay', ...of, '--to', '1', '--to', '2'],
    ['bills', 'export', 'log.ndjson', ...of, '--bills=one', '--bills=two'],
    [
      'admin-email',
      'company',
      'add',
      'Gamma',
      '--host',
      'gamma.example.in',
      '--admin-email',
      'a@b.in',
      '--admin-email',
      'c@d.in',
    ],
    ['openid', 'company', 'settings', 'acme.example.in', '--openid', 'none', '--openid', 'installation'],
  ])
    expect(await ledger(...args), name).toMatchObject({ status: 2, said: `--${name} is given twice: say it once\n` })
  const json = { ok: false, error: '--json is given twice: say it once' }
  expect(await ledger('company', 'list', '--json', '--json')).toMatchObject({ status: 2, json })
  expect((await ledger('company', 'list', '--json')).json.companies).toHaveLength(2)
})

test('what a command does not take is refused by its name, and nothing is done', async () => {
  for (const [said, ...args] of [
    ['verify does not take this: acme.example.in', 'verify', 'acme.example.in'],
    ['checkpoint does not take this: a b', 'checkpoint', 'a', 'b'],
    ['export does not take this: more.ndjson', 'export', 'log.ndjson', 'more.ndjson', '--company', acme],
    ['rebuild does not take this: sums', 'rebuild', 'balances', 'sums', '--company', acme],
    ['create-admin does not take this: b@acme.example', 'create-admin', 'a@acme.example', 'b@acme.example'],
    ['distribute does not take this: now', 'distribute', 'now'],
    ['verify takes no --to', 'verify', '--to', '1', '--company', acme],
    ['rebuild takes no --bills', 'rebuild', '--bills', 'x', '--company', acme],
    ['company takes no --company: name the company behind what is to be done', 'company', 'list', '--company', acme],
  ])
    expect(await ledger(...args)).toEqual({ status: 2, said: `${said}\n`, json: undefined })
  const json = { ok: false, error: 'verify does not take this: now' }
  expect(await ledger('verify', 'now', '--company', acme, '--json')).toMatchObject({ status: 2, json })
})

test('an option, or a command, that there is not is named before it says which there are', async () => {
  const how = '\nnpm run ledger -- <command> '
  for (const [named, ...args] of [
    ["Unknown option '--compny'", 'verify', '--compny', 'acme.example.in'],
    ["Unknown option '-c'", 'verify', '-c'],
    ["Option '--to <value>' argument missing", 'replay', '--to'],
    ['There is no command verfy:', 'verfy'],
    ['There is no command toString:', 'toString'],
    ['Say which command:', '--json'],
  ]) {
    const { status, stderr: said } = await runLedgerCommandInProcess(environment(), ...args)
    expect({ status, begins: said.slice(0, named?.length) }).toEqual({ status: 2, begins: named })
    expect(said).toContain(how)
  }
})

test('two that are called the same are told apart by their hosts', async () => {
  const renamed = await ledger('company', 'rename', 'beta.example.in', 'Acme Builders')
  expect(renamed).toMatchObject({
    status: 0,
    said: 'Beta is called Acme Builders now\nThere is more than one Acme Builders now: this one, and acme.example.in (Acme Builders)\n',
  })
  const called = 'called so is acme.example.in (Acme Builders), beta.example.in (Acme Builders)'
  const said = `No company here is Acme Builders; ${called}\n`
  expect(await ledger('verify', '--company', 'Acme Builders')).toMatchObject({ status: 1, said })
  expect(await ledger('company', 'disable', 'Acme Builders')).toMatchObject({ status: 1, said })
  expect(await ledger('company', 'rename', 'beta.example.in', 'Beta')).toMatchObject({
    status: 0,
    said: 'Acme Builders is called Beta now\n',
  })
})

test.each(firstUnlessFullRun(['SIGKILL', 'SIGINT'] as const))(
  'one whose making is ended by %s is not there at all, and is made by the same command again',
  async (signal) => {
    const sql = ownerPool(database.ownerUrl)
    const client = await sql.connect()
    await client.query('BEGIN')
    // The company can be written, but its admin cannot yet.
    await client.query('LOCK TABLE credentials IN SHARE MODE')
    const host = `${signal.toLowerCase()}.example.in`
    const args = ['company', 'add', 'Half Made', '--host', host, '--admin-email', 'head@half.example', '--json']
    const { child, ended } = runLedgerCommand({ DATABASE_URL: database.url, DATA_DIR }, ...args)
    await expect.poll(() => connectionsWaitingForLock(sql, 'site-ledger %')).toHaveLength(1)
    child.kill(signal)
    expect((await ended).status).toBe(null)
    await client.query('ROLLBACK')
    client.release()
    const left = async () =>
      (
        await sql.query(`SELECT FROM pg_stat_activity WHERE datname = $1 AND application_name LIKE 'site-ledger %'`, [
          database.name,
        ])
      ).rowCount
    await expect.poll(left).toBe(0)
    const logs = async () => (await sql.query('SELECT FROM log_heads')).rowCount
    const before = await logs()
    expect((await ledger('company', 'list')).said).not.toContain('Half Made')
    const made = await ledger(...args)
    expect(made).toMatchObject({ status: 0, json: { hosts: [host], adminPassword: expect.any(String) } })
    expect(await logs()).toBe((before ?? 0) + 1)
    const verified = await ledger('verify', '--company', host, '--json')
    expect(verified.json).toMatchObject({ events: 2 })
    expect(verified.json).not.toHaveProperty('firstBad')
    await ledger('company', 'rename', host, 'Made')
    await sql.end()
  },
)

// Uses triggers, which Citus does not support on a distributed table.
test.skipIf(inject('servers').length > 1).each(
  firstUnlessFullRun([
    ['company add', 'companies', 'Late Ended', '--host', 'late.example.in', '--admin-email', 'a@late.example'],
    ['create-admin', 'credentials', 'second@late.example', '--company', 'late.example.in'],
  ] as const),
)('%s that is ended while it is committed says its password all the same', async (command, table, ...args) => {
  const sql = ownerPool(database.ownerUrl)
  // Only the commit is left, which waits for this lock.
  await sql.query(`CREATE FUNCTION waits() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(77); RETURN NULL; END'`)
  await sql.query(`CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON ${table} DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION waits()`)
  const client = await sql.connect()
  await client.query('SELECT pg_advisory_lock(77)')
  const { child, ended } = runLedgerCommand(
    { DATABASE_URL: database.url, DATA_DIR },
    ...[...command.split(' '), ...args, '--json'],
  )
  await expect.poll(() => connectionsWaitingForLock(sql, 'site-ledger %')).toHaveLength(1)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) child.kill(signal)
  await client.query('SELECT pg_advisory_unlock(77)')
  client.release()
  const { status, stdout } = await ended
  await sql.query(`DROP TRIGGER waits ON ${table}; DROP FUNCTION waits`)
  await sql.end()
  expect(status).toBe(0)
  const { password, adminPassword = password } = JSON.parse(stdout)
  expect(adminPassword).toMatch(/^[\w-]{16}$/)
})

test('where there is no schema yet, it says so', async () => {
  const bare = await createTestDatabase({ isBare: true })
  const env = { DATABASE_URL: bare.ownerUrl, DATA_DIR }
  const { status, stderr } = await runLedgerCommand(env, 'company', 'list').ended
  await bare.drop()
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'There is no ledger in this database yet: start Site Ledger once.\n',
  })
})

test('what is of all companies takes no --company', async () => {
  for (const name of ['restore', 'import']) {
    const { status, said } = await ledger(name, '--company', 'acme.example.in')
    expect({ status, said }).toEqual({ status: 2, said: `${name} takes no --company\n` })
  }
})
