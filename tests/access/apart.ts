import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTES } from '@ledger/contracts/routes.ts'
import { connect, connectPool } from '@ledger/database/connect.ts'
import { addHost } from '@ledger/ledger-service/companies/write.ts'
import { PLACES } from '@ledger/ledger-service/http/at-once.ts'
import { openJobQueue } from '@ledger/ledger-service/http/job-queue.ts'
import { notesIn } from '@ledger/ledger-service/proof/checkpoint.ts'
import { VERIFY_JOB } from '@ledger/projections/jobs.ts'
import Fastify from 'fastify'
import type { Pool } from 'pg'
import { Client } from '../environment/client.ts'
import { type Listener, listen } from '../environment/listener.ts'
import { startProcess } from '../environment/processes.ts'
import { ledgerCommand } from '../environment/terminal.ts'
import { makeTwin } from '../environment/twin.ts'
import type { LedgerProcesses } from '../faults/ledger-processes.ts'
import { type Plant, withPlants } from '../faults/plants.ts'
import { doEverything, goOn, type Own } from './deeds.ts'
import { lookAt, type Seen, takeAway, withoutRequest } from './looks.ts'
import { beginTwins, type People, peopleAt, type Things } from './twins.ts'

/**
 * Checks whether an action at one company changes anything that another company shows, stores or sends on its streams.
 */

interface Side {
  companyId: string
  origin: string
  people: People
  own: Own
}

export interface Twins {
  ledger: LedgerProcesses
  /** Connects as the owner of the tables. */
  owner: Pool
  things: Things
  companies: readonly [string, string]
  /** Faults for the processes that are started later (the signer and the commands). */
  planted: Plant[]
}

const OWN: readonly [Own, Own] = [
  {
    ...{ word: 'Zarnestia', mobile: '7000000001', password: 'Zar-Pass-71', amount: '777.77', key: 'key-of-zarnestia' },
    ...{ spelling: 'PATEL transport', guessedAt: 'secondSupervisor', address: '127.0.0.41' },
  },
  {
    ...{ word: 'Quokkabad', mobile: '7000000002', password: 'Quo-Pass-82', amount: '888.88', key: 'key-of-quokkabad' },
    ...{ spelling: 'patel TRANSPORT', guessedAt: 'other', address: '127.0.0.42' },
  },
]
const HOSTS = ['acme.localhost', 'beta.localhost'] as const
/** The number of rounds in which both companies are asked at the same moment. */
const TOGETHER = 10

/** Starts two companies with identical people, entries and ids in the product's processes. */
export async function openTwins(ledger: LedgerProcesses, owner: Pool, planted: Plant[] = []): Promise<Twins> {
  const things = await beginTwins(ledger.origin)
  const { rows } = await owner.query<{ company_id: string }>('SELECT company_id FROM companies')
  const first = rows[0]?.company_id ?? ''
  // The tests enqueue jobs themselves, so the schedule must not.
  await owner.query('DELETE FROM pgboss.schedule')
  await addHost(owner, first, HOSTS[0])
  const second = await makeTwin(owner, first, 'Twin', HOSTS[1])
  // While the server knows of one company, every host belongs to that company and a request without a session gets a
  // 401. The app's first page does not serve as a probe: it is also a 404 where it was not built.
  const strange = () => new Client(ledger.origin).get(ROUTES.siteAuth.path)
  await within('the second one is known', 15_000, async () => (await strange()).status === 404)
  return { ledger, owner, things, companies: [first, second], planted }
}

/**
 * @returns what of each company is shown, stored or noticeable at the other; a step that fails because of a leak counts
 * as one, too
 */
export async function leaksBetween(twins: Twins): Promise<string[]> {
  try {
    const [first, second] = [await sideOf(twins, 0), await sideOf(twins, 1)]
    // The slow checks come last.
    const looks = [
      () => leaksFrom(twins, first, second),
      () => leaksFrom(twins, second, first),
      () => signedTogether(twins),
      () => toldAtTerminals(twins),
    ]
    for (const look of looks) {
      const found = await look()
      if (found.length > 0) return found
    }
    return []
  } catch (error) {
    return [`It went wrong: ${String(error)}`]
  }
}

async function sideOf({ ledger, things, companies }: Twins, index: 0 | 1): Promise<Side> {
  const origin = ledger.origin.replace('127.0.0.1', HOSTS[index])
  return { companyId: companies[index], origin, people: await peopleAt(origin, things), own: OWN[index] }
}

async function leaksFrom(twins: Twins, acting: Side, watched: Side): Promise<string[]> {
  const { ledger, owner, things } = twins
  await ledger.ready()
  const rows = () => rowsOf(owner, watched.companyId)
  const look = () => lookAt(watched.people, things, acting.own.word)
  const before = { seen: await look(), rows: await rows() }
  for (const [what, { status }] of before.seen)
    if (![200, 403, 404, 410].includes(status))
      throw new Error(`${what} was answered ${status} before anything was done`)
  const streams = await followAll(watched.people)
  // The change feed begins with its first listener, so the test listens at both companies.
  const own = await followAll(acting.people)
  await doEverything(acting.people, things, acting.own)
  await runJobs(twins, acting)
  await ledger.ready()
  const after = { seen: await look(), rows: await rows() }
  return [
    ...changesOf(before.seen, after.seen),
    ...[...before.rows].flatMap(([table, kept]) => (after.rows.get(table) === kept ? [] : [`rows of ${table}`])),
    ...heardOn(streams),
    ...nothingHeardOn(own),
    ...(await answeredTogether(acting, watched)),
    ...(await noPlaceLeft(acting, watched)),
    ...(await sharedTags(acting, watched)),
    ...(await spoken(twins)),
    ...(await goOn(watched.people, things, watched.own, { others: acting.people, theirs: acting.own })),
    ...(await takenAway(acting, watched)),
  ]
}

function changesOf(before: Seen, after: Seen): string[] {
  return [...before].flatMap(([what, reply]) => {
    const now = after.get(what)
    const found = now && withoutRequest(now) === withoutRequest(reply) ? [] : [`shown: ${what}`]
    const caching = reply.headers['cache-control'] ?? ''
    return /^(private|no-store)/.test(caching) ? found : [...found, `may be cached for all, ${caching}: ${what}`]
  })
}

/** Returns a digest of each table's rows of a company, without the time when a session was last used. */
async function rowsOf(owner: Pool, companyId: string): Promise<Map<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
      WHERE column_name = 'company_id' AND table_schema IN ('public', 'read')`,
  )
  const digests = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await owner.query<{ digest: string }>(
      `SELECT coalesce(md5(string_agg(md5((to_jsonb(t) - 'last_used_at')::text), '' ORDER BY md5((to_jsonb(t) - 'last_used_at')::text))), '')
        AS digest FROM ${name} t WHERE company_id = $1`,
      [companyId],
    )
    digests.set(name, rows[0]?.digest ?? '')
  }
  return digests
}

async function followAll({ clients }: People): Promise<Map<string, Listener>> {
  const { admin, auditor, incharge, supervisor } = clients
  const streams = new Map([
    ['head office', await listen(admin, ROUTES.adminFollow.path)],
    ['the auditor', await listen(auditor, ROUTES.auditFollow.path)],
    ['the incharge', await listen(incharge, ROUTES.siteFollow.path)],
    ['the supervisor', await listen(supervisor, ROUTES.siteFollow.path)],
  ])
  for (const [whose, stream] of streams)
    await within(
      `the stream of ${whose} begins`,
      15_000,
      async () => stream.heard().includes('event: from'),
      stream.heard,
    )
  return streams
}

function heardOn(streams: Map<string, Listener>): string[] {
  return [...streams].flatMap(([whose, stream]) => {
    const ended = stream.closedAt() === undefined ? [] : [`the stream of ${whose} was ended`]
    const told = toldOn(stream)
    return told.length === 0 ? ended : [...ended, `told to ${whose}: ${told.join(', ')}`]
  })
}

/**
 * Returns the streams of the acting company that heard nothing. Silence at the other company proves something only when
 * every reader here hears of a change. The supervisor is an exception, because nothing happens to that account.
 */
function nothingHeardOn(streams: Map<string, Listener>): string[] {
  return [...streams].flatMap(([whose, stream]) =>
    toldOn(stream).length > 0 || whose === 'the supervisor' ? [] : [`not told to ${whose}, where it happened`],
  )
}

/** Returns the events that a stream sent after its first one, and closes the stream. */
function toldOn(stream: Listener): string[] {
  stream.socket.destroy()
  return (stream.heard().match(/^event: .*$/gm) ?? []).slice(1)
}

/**
 * Checks that an account with all its streams in use at one company does not cost its twin at the other company a
 * stream.
 */
async function noPlaceLeft(acting: Side, watched: Side): Promise<string[]> {
  const open = async ({ people }: Side) => {
    const stream = await listen(people.clients.supervisor, ROUTES.siteFollow.path)
    await within('a stream is answered', 15_000, async () => stream.heard().includes('\r\n\r\n'))
    return { stream, status: stream.heard().slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length) }
  }
  const opened = [await open(acting)]
  try {
    while (opened.at(-1)?.status === '200' && opened.length <= (PLACES.siteFollow?.each ?? 0))
      opened.push(await open(acting))
    if (opened.at(-1)?.status !== '429') throw new Error(`So many streams, and still ${opened.at(-1)?.status}`)
    opened.push(await open(watched))
    const { status } = opened.at(-1) ?? {}
    return status === '200' ? [] : [`a stream after the other had its many: ${status}`]
  } finally {
    for (const { stream } of opened) stream.socket.destroy()
  }
}

/** Runs the worker's jobs for one company: rebuilds, a verification, and the retention job. */
async function runJobs({ ledger, owner, things }: Twins, { companyId, people }: Side): Promise<void> {
  await owner.query(`UPDATE bills SET wanted_at = now() - interval '8 days' WHERE company_id = $1 AND bill_id = $2`, [
    companyId,
    things.bills[3],
  ])
  await owner.query(`UPDATE contact_messages SET sent_at = now() - interval '3 years' WHERE company_id = $1`, [
    companyId,
  ])
  await owner.query(`UPDATE devices SET used_at = now() - interval '2 years' WHERE company_id = $1`, [companyId])
  const pool = connectPool(ledger.database.url, { name: 'test jobs', max: 1, onError: () => undefined })
  const app = Fastify()
  const queue = openJobQueue(app, connect(pool))
  for (const name of [VERIFY_JOB, 'clear-away']) await queue.ask(name, companyId, { companyId })
  await app.close()
  await pool.end()
  for (const projection of ['ledger', 'sums']) await people.clients.admin.post(ROUTES.auditRebuild.path, { projection })
  await within('the jobs are done', 20_000, async () => {
    const { rows } = await owner.query(`SELECT FROM pgboss.job WHERE state < 'completed' AND data->>'companyId' = $1`, [
      companyId,
    ])
    const states = await people.clients.admin.get(ROUTES.auditRebuilds.path)
    return rows.length === 0 && !/waiting|running/.test(states.text)
  })
}

/**
 * Checks that questions asked at both companies at the same moment, which may share a query, are answered as when each
 * is asked alone.
 */
async function answeredTogether(acting: Side, watched: Side): Promise<string[]> {
  const asked = [acting, watched].flatMap(({ people: { clients } }) =>
    (
      [
        [clients.incharge, ROUTES.siteBalance.path],
        [clients.supervisor, ROUTES.siteBalance.path],
        [clients.incharge, ROUTES.siteTransactions.path],
        [clients.admin, ROUTES.adminTransactions.path],
      ] as const
    ).map(([client, path]) => ({ path, get: () => client.get(path) })),
  )
  const alone: string[] = []
  for (const { get } of asked) alone.push(withoutRequest(await get()))
  const found = new Set<string>()
  for (let times = 0; times < TOGETHER; times++) {
    const replies = await Promise.all([...asked, ...asked].map(({ get }) => get()))
    for (const [index, reply] of replies.entries())
      if (withoutRequest(reply) !== alone[index % asked.length])
        found.add(`answered otherwise beside the other: ${asked[index % asked.length]?.path}`)
  }
  return [...found]
}

/**
 * Returns the calls for which the watched company takes the ETag of the acting company's answer as its own, although
 * the answers differ.
 */
async function sharedTags(acting: Side, watched: Side): Promise<string[]> {
  const found: string[] = []
  const asked = [
    ['admin', ROUTES.adminTransactions.path],
    ['admin', ROUTES.adminSummary.path],
    ['incharge', ROUTES.siteTransactions.path],
    ['incharge', ROUTES.siteBalance.path],
  ] as const
  for (const [reader, path] of asked) {
    const theirs = await acting.people.clients[reader].get(path)
    const reply = await watched.people.clients[reader].get(path, { 'if-none-match': theirs.headers.etag ?? '' })
    if (reply.status !== 200) found.push(`the other’s tag of ${path} is taken: ${reply.status}`)
  }
  return found
}

/** Checks that logs and metrics name no company and repeat nothing that a user typed. */
async function spoken({ ledger, companies }: Twins): Promise<string[]> {
  const metrics = await new Client(ledger.origin).get('/metrics')
  const lines = [ledger.api(), ...ledger.workers].map((process) => process.output()).join('')
  return OWN.flatMap(({ word }, index) => [
    ...[companies[index] ?? '', word, HOSTS[index] ?? ''].flatMap((name) =>
      metrics.text.includes(name) ? [`${name} in /metrics`] : [],
    ),
    ...(lines.includes(word) ? [`${word} in a log line`] : []),
  ])
}

async function takenAway(acting: Side, watched: Side): Promise<string[]> {
  const files = await takeAway(watched.people)
  return Object.entries(files).flatMap(([path, text]) => {
    if (text === '') return [`nothing in ${path}`]
    return text.includes(acting.own.word) || text.includes(acting.companyId) ? [`in the file of ${path}`] : []
  })
}

/** Returns the signed notes of one company that the signer stores or publishes for the other. */
async function signedTogether({ ledger, owner, companies, planted }: Twins): Promise<string[]> {
  const { environment, nodeOptions } = withPlants(planted)
  const secret = { CHECKPOINT_KEY: 'a-secret-of-the-signer-that-is-long-enough' }
  const env = { DATABASE_URL: ledger.database.url, DATA_DIR: ledger.dataDirectory, ...secret, ...environment }
  const signer = await startProcess('ledger-service/proof/main.ts', env, nodeOptions)
  const notesOf = async (companyId: string) => {
    const { rows } = await owner.query<{ note: string }>('SELECT note FROM signed_checkpoints WHERE company_id = $1', [
      companyId,
    ])
    return rows.map(({ note }) => note)
  }
  await within('both are signed', 20_000, async () => {
    const signed = await Promise.all(companies.map(notesOf))
    return signed.every((notes) => notes.length > 0)
  })
  await signer.stop()
  const found: string[] = []
  for (const companyId of companies) {
    const file = join(ledger.dataDirectory, 'checkpoints', `${companyId}.txt`)
    const kept = existsSync(file) ? notesIn(readFileSync(file, 'utf8')) : []
    if (kept.length === 0) found.push('a company’s checkpoints are in no file of its own')
    for (const note of [...kept, ...(await notesOf(companyId))])
      if (!note.startsWith(`site-ledger/${companyId}\n`)) found.push(`signed as another’s: ${note.split('\n', 1)[0]}`)
  }
  return found
}

/** Returns the commands of one company that print something of the other. */
async function toldAtTerminals({ ledger, owner, companies, planted }: Twins): Promise<string[]> {
  const { environment, nodeOptions } = withPlants(planted)
  const env = { DATABASE_URL: ledger.database.url, DATA_DIR: ledger.dataDirectory, ...environment }
  const found: string[] = []
  for (const [index, companyId] of companies.entries()) {
    const file = join(ledger.dataDirectory, `${companyId}.ndjson`)
    const args = ['export', file, '--company', HOSTS[index] ?? '', '--json']
    const { status, stderr } = await ledgerCommand({ ...env, NODE_OPTIONS: nodeOptions.join(' ') }, ...args).ended
    if (status !== 0) return [`export at a terminal ended with ${status}: ${stderr}`]
    const text = readFileSync(file, 'utf8')
    const { rows } = await owner.query<{ position: number }>('SELECT position FROM log_heads WHERE company_id = $1', [
      companyId,
    ])
    const says = JSON.parse(text.split('\n', 1)[0] ?? '')
    if (says.companyId !== companyId || says.events !== rows[0]?.position)
      found.push(`exported: ${JSON.stringify(says)}`)
  }
  return found
}

async function within(what: string, ms: number, isSo: () => Promise<boolean>, said = () => ''): Promise<void> {
  for (const until = Date.now() + ms; !(await isSo()); await sleep(50))
    if (Date.now() > until) throw new Error(`Not so after ${ms} ms: ${what} ${said()}`)
}
