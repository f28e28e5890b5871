// node tests/by-hand/small-machine-load.ts: 20 expenses a second for a minute beside 20 open dashboards, with all
// processes of npm start held to the first processor; this load generator runs on any. Each dashboard has its change
// feed open and reads balance and list again after each change. SECONDS changes the minute. Linux only; the memory is
// measured, not limited. docs/performance.md has the figures.
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Latencies } from '../bench/measure/closed-loop-load.ts'
import { startByNpm } from '../environment/processes/npm-start.ts'
import { measuringShare, processTreeMemory } from '../environment/processes/process-tree-memory.ts'
import {
  type FieldUser,
  hireFieldUser,
  recordExpenseOf,
  sendMoneyTo,
  signInAdmin,
} from '../environment/service/people-and-money.ts'
import { FIRST_ADMIN } from '../environment/service/test-service.ts'

const DASHBOARDS = 20
const WRITES_PER_SECOND = 20
const WARM_UP_SECONDS = 5
const MEMORY_POLL_MS = 3000
let rereads = 0
const seconds = Number(process.env.SECONDS ?? 60)
const folder = mkdtempSync(join(tmpdir(), 'site-ledger-small-'))
// PostgreSQL that root starts runs as a system user, who must be able to pass through.
chmodSync(folder, 0o711)

try {
  const env = { DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: FIRST_ADMIN.password, WRITE_LIMIT: 'off' }
  const run = await startByNpm(env, ['taskset', '-c', '0'])
  try {
    const office = await signInAdmin(run.address)
    const workers: FieldUser[] = []
    for (let number = 0; number < DASHBOARDS; number++) {
      const worker = await hireFieldUser(office, 'site_incharge')
      await sendMoneyTo(office, worker, '5000.00')
      workers.push(worker)
    }
    for (const worker of workers) await openDashboard(run.address, worker)
    const { writes, peak } = await measureWrites(run.pid, workers)
    const { perSecond, p50, p99 } = writes.over(seconds)
    process.stdout.write(
      `${perSecond.toFixed(1)} writes/s beside ${DASHBOARDS} dashboards (${rereads} reads): p50 ${p50.toFixed(0)} ms, ` +
        `p99 ${p99.toFixed(0)} ms; all processes together at most ${(peak / 1e6).toFixed(0)} MB (PSS)\n`,
    )
  } finally {
    await run.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
// The streams of the dashboards are open.
process.exit()

/** Opens the change feed of a user; each change has balance and list read again, the next one when these are read. */
async function openDashboard(address: string, { client }: FieldUser): Promise<void> {
  const { hostname, port, host } = new URL(address)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = connect({ host: hostname, port: Number(port) })
  await once(socket, 'connect')
  socket.write(`GET /api/site/follow HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nX-Background: 1\r\n\r\n`)
  const begun = Promise.withResolvers<void>()
  let isReading = false
  let hasChanged = false
  async function reread(): Promise<void> {
    hasChanged = true
    if (isReading) return
    isReading = true
    while (hasChanged) {
      hasChanged = false
      for (const path of ['/api/site/balance', '/api/site/transactions']) {
        const { status } = await client.get(path)
        if (status !== 200) throw new Error(`${path} was answered ${status}`)
        rereads++
      }
    }
    isReading = false
  }
  socket.on('data', (bytes) => {
    const text = bytes.toString('latin1')
    if (text.includes('event: changed')) void reread()
    if (text.includes('event: from')) begun.resolve()
    if (/^HTTP\/1.1 [345]/.test(text)) begun.reject(new Error(text.slice(0, 200)))
  })
  await begun.promise
}

/** Records expenses at a fixed rate, each by the next user, whether or not earlier ones are answered. */
async function measureWrites(pid: number, workers: FieldUser[]): Promise<{ writes: Latencies; peak: number }> {
  const writes = new Latencies()
  const open: Promise<void>[] = []
  let peak = 0
  const looking = setInterval(() => {
    const sizes = processTreeMemory(pid).map(({ proportional }) => proportional)
    peak = Math.max(
      peak,
      sizes.reduce((sum, size) => sum + size, measuringShare()),
    )
  }, MEMORY_POLL_MS)
  const begun = performance.now()
  const elapsed = () => (performance.now() - begun) / 1000
  for (let sent = 0; elapsed() < WARM_UP_SECONDS + seconds; ) {
    for (const due = elapsed() * WRITES_PER_SECOND; sent < due; sent++) open.push(write(sent))
    await sleep(5)
  }
  await Promise.all(open)
  clearInterval(looking)
  return { writes, peak }

  async function write(number: number): Promise<void> {
    const worker = workers[number % workers.length]
    if (!worker) throw new RangeError('There are no users')
    const dueAt = number / WRITES_PER_SECOND
    await recordExpenseOf(worker, { amount: '1.50' })
    if (dueAt >= WARM_UP_SECONDS) writes.add((elapsed() - dueAt) * 1000)
  }
}
