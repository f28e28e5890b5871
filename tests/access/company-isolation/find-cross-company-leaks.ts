import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ROUTES } from '@ledger/contracts/http/routes.ts'
import { connectPool, kyselyOverPool } from '@ledger/database/connection/connection-pool.ts'
import { addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import { CONCURRENCY_LIMITS } from '@ledger/ledger-service/http/concurrency-limits.ts'
import { openJobEnqueuer } from '@ledger/ledger-service/jobs/job-enqueuer.ts'
import { splitNotes } from '@ledger/ledger-service/proof/checkpoints/checkpoint-note.ts'
import { VERIFY_READ_MODELS_JOB } from '@ledger/projections/jobs/job-names.ts'
import Fastify from 'fastify'
import type { Pool } from 'pg'
import { cloneCompany } from '../../environment/database/clone-company.ts'
import { TestClient } from '../../environment/network/http-client.ts'
import { openResponseStream, type ResponseStream } from '../../environment/network/response-stream.ts'
import { runLedgerCommand } from '../../environment/processes/ledger-command.ts'
import { startProductProcess } from '../../environment/processes/start-process.ts'
import { nodeOptionsWithPatches, type SourcePatch } from '../../faults/planted/source-patches.ts'
import type { ProductProcesses } from '../../faults/product-processes.ts'
import { type CompanyUniqueValues, findInterferenceAfterActions, performEveryAction } from './company-actions.ts'
import { populateFirstCompany, type SharedIds, type SignedInPeople, signInEverybody } from './identical-companies.ts'
import {
  downloadOfficeFiles,
  type RepliesByReaderAndPath,
  readEverythingShown,
  withoutRequestSpecifics,
} from './read-everything-shown.ts'

/**
 * Checks whether an action at one company changes anything that another company shows, stores or sends on its streams.
 */

interface ActingCompany {
  companyId: string
  origin: string
  people: SignedInPeople
  own: CompanyUniqueValues
}

export interface IdenticalCompanies {
  ledger: ProductProcesses
  /** Connects as the owner of the tables. */
  owner: Pool
  sharedIds: SharedIds
  companies: readonly [string, string]
  /** Faults for the processes that are started later (the signer and the commands). */
  planted: SourcePatch[]
}

const VALUES_UNIQUE_TO_EACH: readonly [CompanyUniqueValues, CompanyUniqueValues] = [
  {
    ...{ word: 'Zarnestia', mobile: '7000000001', password: 'Zar-Pass-71', amount: '777.77', key: 'key-of-zarnestia' },
    ...{ spelling: 'PATEL transport', guessedAccount: 'secondSupervisor', address: '127.0.0.41' },
  },
  {
    ...{ word: 'Quokkabad', mobile: '7000000002', password: 'Quo-Pass-82', amount: '888.88', key: 'key-of-quokkabad' },
    ...{ spelling: 'patel TRANSPORT', guessedAccount: 'other', address: '127.0.0.42' },
  },
]
const COMPANY_HOSTS = ['acme.localhost', 'beta.localhost'] as const
/** The number of rounds in which both companies are asked at the same moment. */
const SIMULTANEOUS_REQUESTS = 10

/** Starts two companies with identical people, entries and ids in the product's processes. */
export async function openIdenticalCompanies(
  ledger: ProductProcesses,
  owner: Pool,
  planted: SourcePatch[] = [],
): Promise<IdenticalCompanies> {
  const sharedIds = await populateFirstCompany(ledger.origin)
  const { rows } = await owner.query<{ company_id: string }>('SELECT company_id FROM companies')
  const first = rows[0]?.company_id ?? ''
  // The tests enqueue jobs themselves, so the schedule must not.
  await owner.query('DELETE FROM pgboss.schedule')
  await addCompanyHost(owner, first, COMPANY_HOSTS[0])
  const second = await cloneCompany(owner, first, 'Twin', COMPANY_HOSTS[1])
  // While the server knows of one company, every host belongs to that company and a request without a session gets a
  // 401. The app's first page does not serve as a probe: it is also a 404 where it was not built.
  const strange = () => new TestClient(ledger.origin).get(ROUTES.siteAuth.path)
  await waitUntil('the second one is known', 15_000, async () => (await strange()).status === 404)
  return { ledger, owner, sharedIds, companies: [first, second], planted }
}

/**
 * @returns what of each company is shown, stored or noticeable at the other; a step that fails because of a leak counts
 * as one, too
 */
export async function findLeaksBetween(twins: IdenticalCompanies): Promise<string[]> {
  try {
    const [first, second] = [await companyAt(twins, 0), await companyAt(twins, 1)]
    const ways = [() => findLeaksFrom(twins, first, second), () => findLeaksFrom(twins, second, first)]
    // The slow checks come last.
    const looks = [...ways, () => leaksThroughSigner(twins), () => leaksInTerminalCommands(twins)]
    for (const look of looks) {
      const found = await look()
      if (found.length > 0) return found
    }
    return []
  } catch (error) {
    return [`It went wrong: ${String(error)}`]
  }
}

async function companyAt({ ledger, sharedIds, companies }: IdenticalCompanies, index: 0 | 1): Promise<ActingCompany> {
  const origin = ledger.origin.replace('127.0.0.1', COMPANY_HOSTS[index])
  return {
    companyId: companies[index],
    origin,
    people: await signInEverybody(origin, sharedIds),
    own: VALUES_UNIQUE_TO_EACH[index],
  }
}

async function findLeaksFrom(
  twins: IdenticalCompanies,
  acting: ActingCompany,
  watched: ActingCompany,
): Promise<string[]> {
  const { ledger, owner, sharedIds } = twins
  await ledger.ready()
  const rows = () => companyRowDigests(owner, watched.companyId)
  const look = () => readEverythingShown(watched.people, sharedIds, acting.own.word)
  const before = { seen: await look(), rows: await rows() }
  for (const [what, { status }] of before.seen)
    if (![200, 403, 404, 410].includes(status))
      throw new Error(`${what} was answered ${status} before anything was done`)
  const streams = await openEveryStream(watched.people)
  // The change feed begins with its first listener, so the test listens at both companies.
  const own = await openEveryStream(acting.people)
  await performEveryAction(acting.people, sharedIds, acting.own)
  await runEveryPeriodicJob(twins, acting)
  await ledger.ready()
  const after = { seen: await look(), rows: await rows() }
  return [
    ...differencesBetween(before.seen, after.seen),
    ...[...before.rows].flatMap(([table, kept]) => (after.rows.get(table) === kept ? [] : [`rows of ${table}`])),
    ...messagesOnStreams(streams),
    ...failWhereSilent(own),
    ...(await leaksThroughSimultaneousRequests(acting, watched)),
    ...(await leaksThroughConcurrencyLimits(acting, watched)),
    ...(await leaksThroughETags(acting, watched)),
    ...(await leaksInProcessOutput(twins)),
    ...(await findInterferenceAfterActions(watched.people, sharedIds, watched.own, {
      others: acting.people,
      theirs: acting.own,
    })),
    ...(await leaksInDownloads(acting, watched)),
  ]
}

function differencesBetween(before: RepliesByReaderAndPath, after: RepliesByReaderAndPath): string[] {
  return [...before].flatMap(([what, reply]) => {
    const now = after.get(what)
    const found = now && withoutRequestSpecifics(now) === withoutRequestSpecifics(reply) ? [] : [`shown: ${what}`]
    const caching = reply.headers['cache-control'] ?? ''
    return /^(private|no-store)/.test(caching) ? found : [...found, `may be cached for all, ${caching}: ${what}`]
  })
}

/** Returns a digest of each table's rows of a company, without the time when a session was last used. */
async function companyRowDigests(owner: Pool, companyId: string): Promise<Map<string, string>> {
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

async function openEveryStream({ clients }: SignedInPeople): Promise<Map<string, ResponseStream>> {
  const { admin, auditor, incharge, supervisor } = clients
  const streams = new Map([
    ['head office', await openResponseStream(admin, ROUTES.adminFollow.path)],
    ['the auditor', await openResponseStream(auditor, ROUTES.auditFollow.path)],
    ['the incharge', await openResponseStream(incharge, ROUTES.siteFollow.path)],
    ['the supervisor', await openResponseStream(supervisor, ROUTES.siteFollow.path)],
  ])
  for (const [whose, stream] of streams)
    await waitUntil(
      `the stream of ${whose} begins`,
      15_000,
      async () => stream.received().includes('event: from'),
      stream.received,
    )
  return streams
}

function messagesOnStreams(streams: Map<string, ResponseStream>): string[] {
  return [...streams].flatMap(([whose, stream]) => {
    const ended = stream.closedAt() === undefined ? [] : [`the stream of ${whose} was ended`]
    const told = messagesOnStream(stream)
    return told.length === 0 ? ended : [...ended, `told to ${whose}: ${told.join(', ')}`]
  })
}

/**
 * Returns the streams of the acting company that got no message. Silence at the other company proves something only
 * when every reader here gets a change. The supervisor is an exception, because nothing happens to that account.
 */
function failWhereSilent(streams: Map<string, ResponseStream>): string[] {
  return [...streams].flatMap(([whose, stream]) =>
    messagesOnStream(stream).length > 0 || whose === 'the supervisor'
      ? []
      : [`not told to ${whose}, where it happened`],
  )
}

/** Returns the events that a stream sent after its first one, and closes the stream. */
function messagesOnStream(stream: ResponseStream): string[] {
  stream.socket.destroy()
  return (stream.received().match(/^event: .*$/gm) ?? []).slice(1)
}

/**
 * Checks that an account with all its streams in use at one company does not cost its twin at the other company a
 * stream.
 */
async function leaksThroughConcurrencyLimits(acting: ActingCompany, watched: ActingCompany): Promise<string[]> {
  const open = async ({ people }: ActingCompany) => {
    const stream = await openResponseStream(people.clients.supervisor, ROUTES.siteFollow.path)
    await waitUntil('a stream is answered', 15_000, async () => stream.received().includes('\r\n\r\n'))
    return { stream, status: stream.received().slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length) }
  }
  const opened = [await open(acting)]
  try {
    while (opened.at(-1)?.status === '200' && opened.length <= (CONCURRENCY_LIMITS.siteFollow?.perAccount ?? 0))
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
async function runEveryPeriodicJob(
  { ledger, owner, sharedIds }: IdenticalCompanies,
  { companyId, people }: ActingCompany,
): Promise<void> {
  await owner.query(`UPDATE bills SET wanted_at = now() - interval '8 days' WHERE company_id = $1 AND bill_id = $2`, [
    companyId,
    sharedIds.bills[3],
  ])
  await owner.query(`UPDATE contact_messages SET sent_at = now() - interval '3 years' WHERE company_id = $1`, [
    companyId,
  ])
  await owner.query(`UPDATE devices SET used_at = now() - interval '2 years' WHERE company_id = $1`, [companyId])
  const pool = connectPool(ledger.database.url, { name: 'test jobs', max: 1, onError: () => undefined })
  const app = Fastify()
  const queue = openJobEnqueuer(app, kyselyOverPool(pool))
  for (const name of [VERIFY_READ_MODELS_JOB, 'clear-away']) await queue.enqueue(name, companyId, { companyId })
  await app.close()
  await pool.end()
  for (const projection of ['ledger', 'sums']) await people.clients.admin.post(ROUTES.auditRebuild.path, { projection })
  await waitUntil('the jobs are done', 20_000, async () => {
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
async function leaksThroughSimultaneousRequests(acting: ActingCompany, watched: ActingCompany): Promise<string[]> {
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
  for (const { get } of asked) alone.push(withoutRequestSpecifics(await get()))
  const found = new Set<string>()
  for (let times = 0; times < SIMULTANEOUS_REQUESTS; times++) {
    const replies = await Promise.all([...asked, ...asked].map(({ get }) => get()))
    for (const [index, reply] of replies.entries())
      if (withoutRequestSpecifics(reply) !== alone[index % asked.length])
        found.add(`answered otherwise beside the other: ${asked[index % asked.length]?.path}`)
  }
  return [...found]
}

/**
 * Returns the calls for which the watched company takes the ETag of the acting company's answer as its own, although
 * the answers differ.
 */
async function leaksThroughETags(acting: ActingCompany, watched: ActingCompany): Promise<string[]> {
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
async function leaksInProcessOutput({ ledger, companies }: IdenticalCompanies): Promise<string[]> {
  const metrics = await new TestClient(ledger.origin).get('/metrics')
  const lines = [ledger.api(), ...ledger.workers].map((process) => process.output()).join('')
  return VALUES_UNIQUE_TO_EACH.flatMap(({ word }, index) => [
    ...[companies[index] ?? '', word, COMPANY_HOSTS[index] ?? ''].flatMap((name) =>
      metrics.text.includes(name) ? [`${name} in /metrics`] : [],
    ),
    ...(lines.includes(word) ? [`${word} in a log line`] : []),
  ])
}

async function leaksInDownloads(acting: ActingCompany, watched: ActingCompany): Promise<string[]> {
  const files = await downloadOfficeFiles(watched.people)
  return Object.entries(files).flatMap(([path, text]) => {
    if (text === '') return [`nothing in ${path}`]
    return text.includes(acting.own.word) || text.includes(acting.companyId) ? [`in the file of ${path}`] : []
  })
}

/** Returns the signed notes of one company that the signer stores or publishes for the other. */
async function leaksThroughSigner({ ledger, owner, companies, planted }: IdenticalCompanies): Promise<string[]> {
  const { environment, nodeOptions } = nodeOptionsWithPatches(planted)
  const secret = { CHECKPOINT_KEY: 'a-secret-of-the-signer-that-is-long-enough' }
  const env = { DATABASE_URL: ledger.database.url, DATA_DIR: ledger.dataDirectory, ...secret, ...environment }
  const signer = await startProductProcess('ledger-service/proof/main.ts', env, nodeOptions)
  const notesOf = async (companyId: string) => {
    const { rows } = await owner.query<{ note: string }>('SELECT note FROM signed_checkpoints WHERE company_id = $1', [
      companyId,
    ])
    return rows.map(({ note }) => note)
  }
  await waitUntil('both are signed', 20_000, async () => {
    const signed = await Promise.all(companies.map(notesOf))
    return signed.every((notes) => notes.length > 0)
  })
  await signer.stop()
  const found: string[] = []
  for (const companyId of companies) {
    const file = join(ledger.dataDirectory, 'checkpoints', `${companyId}.txt`)
    const kept = existsSync(file) ? splitNotes(readFileSync(file, 'utf8')) : []
    if (kept.length === 0) found.push('a company’s checkpoints are in no file of its own')
    for (const note of [...kept, ...(await notesOf(companyId))])
      if (!note.startsWith(`site-ledger/${companyId}\n`)) found.push(`signed as another’s: ${note.split('\n', 1)[0]}`)
  }
  return found
}

/** Returns the commands of one company that print something of the other. */
async function leaksInTerminalCommands({ ledger, owner, companies, planted }: IdenticalCompanies): Promise<string[]> {
  const { environment, nodeOptions } = nodeOptionsWithPatches(planted)
  const env = { DATABASE_URL: ledger.database.url, DATA_DIR: ledger.dataDirectory, ...environment }
  const found: string[] = []
  for (const [index, companyId] of companies.entries()) {
    const file = join(ledger.dataDirectory, `${companyId}.ndjson`)
    const args = ['export', file, '--company', COMPANY_HOSTS[index] ?? '', '--json']
    const { status, stderr } = await runLedgerCommand({ ...env, NODE_OPTIONS: nodeOptions.join(' ') }, ...args).ended
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

async function waitUntil(what: string, ms: number, isSo: () => Promise<boolean>, said = () => ''): Promise<void> {
  for (const until = Date.now() + ms; !(await isSo()); await sleep(50))
    if (Date.now() > until) throw new Error(`Not so after ${ms} ms: ${what} ${said()}`)
}
