import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { addCompanyHost } from '@ledger/ledger-service/companies/manage-companies.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cloneCompany } from '../../environment/database/clone-company.ts'
import { ownerPool } from '../../environment/database/owner-pool.ts'
import { noiseImage, samplePdf, samplePhoto, uploadBillFile } from '../../environment/files/sample-bills.ts'
import { TestClient } from '../../environment/network/http-client.ts'
import { residentBytes } from '../../environment/processes/resident-memory.ts'
import { randomSeed } from '../../environment/random-seed.ts'
import {
  type FieldUser,
  hireFieldUser,
  signInAdmin,
  signInFieldUser,
} from '../../environment/service/people-and-money.ts'
import { type ProductProcesses, startProductProcesses } from '../product-processes.ts'
import { hostileBillFile, PICTURES_TO_CHANGE, smallestHostileBillFiles } from './hostile-bill-files.ts'

/**
 * R29: expensive pictures and PDFs from accounts of one company, one of which occupies as many uploads as it may by
 * sending byte by byte; a user of another company uploads photos meanwhile.
 */
/** HOSTILE_FILES=40 runs a part. */
const FILES = Number(process.env.HOSTILE_FILES ?? 1000)
const SENDERS = 4
/** A company may have eight uploads at a time. */
const SLOW = 5
const WAITS_AT_MOST_MS = 20_000
/** The picture process is ended above 600 MB; it may exceed this until it checks itself again. */
const MOST_PICTURE_BYTES = 700_000_000
const MOST_API_BYTES = 1_000_000_000
/**
 * Refused for its content, for the number of uploads, or because the machine was too busy; accepted where it only looks
 * hostile.
 */
const ANSWERS = [
  '200',
  '201',
  '400 bill_excessive',
  '400 bill_unreadable',
  '415 no_bill',
  '429 too_many_at_once',
  '503 unavailable',
]

let ledger: ProductProcesses
let attackers: TestClient[]
let neighbour: TestClient
beforeAll(async () => {
  ledger = await startProductProcesses()
  const office = await signInAdmin(ledger.origin)
  const workers: FieldUser[] = []
  for (let n = 0; n <= SENDERS; n++) workers.push(await hireFieldUser(office, 'site_incharge'))
  const owner = ownerPool(ledger.database.ownerUrl)
  const { rows } = await owner.query<{ company_id: string }>('SELECT company_id FROM companies')
  const acme = rows[0]?.company_id ?? ''
  await addCompanyHost(owner, acme, 'acme.localhost')
  await cloneCompany(owner, acme, 'Beta', 'beta.localhost')
  await owner.end()
  // While the API knows one company, every host belongs to that company.
  const strange = () => new TestClient(ledger.origin).get('/api/site/auth')
  await vi.waitFor(async () => expect((await strange()).status).toBe(404), { timeout: 15_000 })
  const at = (host: string, { mobile }: FieldUser) => signInFieldUser(ledger.origin.replace('127.0.0.1', host), mobile)
  const [last, ...others] = workers
  attackers = await Promise.all(others.map((worker) => at('acme.localhost', worker)))
  neighbour = await at('beta.localhost', last ?? expect.unreachable())
})
afterAll(() => ledger.close())

test('R29: hostile bills of one company keep no other from uploading, and take no more memory than they may', {
  timeout: 3 * 3_600_000,
}, async () => {
  const [files, isOver] = [await filesOf(), { now: false }]
  const memory = { picture: 0, api: 0 }
  const pids = new Set<number>()
  const met: Record<string, number> = {}
  const { pid } = ledger.api()
  const watching = (async () => {
    for (; !isOver.now; await sleep(50)) {
      memory.api = Math.max(memory.api, residentBytes(pid))
      for (const child of childrenOf(pid)) {
        pids.add(child)
        memory.picture = Math.max(memory.picture, residentIfThere(child))
      }
    }
  })()
  const [slow, ...senders] = attackers
  const holding = Array.from({ length: SLOW }, () => holdPlace(slow ?? expect.unreachable(), isOver))
  const waits: number[] = []
  const uploading = (async () => {
    for (let serial = 0; !isOver.now || waits.length === 0; serial++) {
      // Alternates between files that the picture process reads and others.
      const file = serial % 3 === 2 ? samplePdf(`Bill ${serial}`) : await samplePhoto({ width: 1600, height: 1200 })
      const begun = performance.now()
      const { status, text } = await uploadBillFile(neighbour, file)
      expect(status, text).toBe(201)
      waits.push(performance.now() - begun)
    }
  })()
  const sending = senders.map(async (client) => {
    for (let file = files.next(); !file.done; ) {
      const { status, json } = await uploadBillFile(client, file.value)
      const code = status >= 400 ? ` ${(json as { code: string }).code}` : ''
      met[`${status}${code}`] = (met[`${status}${code}`] ?? 0) + 1
      if (status === 429) await sleep(200)
      else file = files.next()
    }
  })
  try {
    await Promise.all(sending)
  } finally {
    isOver.now = true
    await Promise.all([uploading, watching, ...holding])
  }
  const longest = Math.max(...waits)
  process.stdout.write(
    `R29 (seed ${randomSeed}): ${JSON.stringify(met)}; ${waits.length} uploads of the other, the longest ${Math.round(longest)} ms; ` +
      `at most ${megabytes(memory.picture)} MB for pictures, ${megabytes(memory.api)} MB for the API; ${pids.size} processes, ` +
      `at a load of ${loadavg()[0]?.toFixed(1)}\n`,
  )
  expect(Object.keys(met).filter((answer) => !ANSWERS.includes(answer))).toEqual([])
  expect(met['400 bill_excessive']).toBeGreaterThan(0)
  expect(memory.picture).toBeLessThan(MOST_PICTURE_BYTES)
  expect(memory.api).toBeLessThan(MOST_API_BYTES)
  expect(ledger.api().pid).toBe(pid)
  expect(longest).toBeLessThan(WAITS_AT_MOST_MS)
  for (const client of [...attackers, neighbour])
    expect((await uploadBillFile(client, await samplePhoto())).status).toBe(201)
})

/** Yields one file of each kind, and then as many random ones as the form has. */
async function filesOf(): Promise<Generator<Buffer>> {
  const pictures = await Promise.all(PICTURES_TO_CHANGE.map((format) => noiseImage(640, 480)[format]().toBuffer()))
  const each = await smallestHostileBillFiles()
  const random = fc.sample(hostileBillFile(pictures), { seed: randomSeed, numRuns: FILES })
  return (function* () {
    yield* each
    for (const make of random) yield make()
  })()
}

/** Sends a byte every half second, and starts again when the connection is cut or the upload is refused. */
async function holdPlace({ origin, cookies }: TestClient, isOver: { now: boolean }): Promise<void> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  while (!isOver.now) {
    const headers = { host: new URL(origin).host, cookie, 'content-length': 100_000 }
    const sent = request(`${ledger.origin}/api/bills`, { method: 'POST', headers })
    sent.on('response', (answer) => answer.resume()).on('error', () => undefined)
    for (; !isOver.now && !sent.destroyed; await sleep(500)) sent.write('x')
    sent.destroy()
    await sleep(1000)
  }
}

/** Returns the child processes of the API. Here all of them read pictures. */
function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children === '' ? [] : children.split(' ').map(Number)
}

/** Returns 0 for a process that has just ended. */
function residentIfThere(pid: number): number {
  try {
    return residentBytes(pid) || 0
  } catch {
    return 0
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6)
