// node tests/by-hand/idle-memory.ts: the memory of npm start with its embedded PostgreSQL, process by process, after
// one sign-in of each kind, a few expenses and a minute without work. IDLE_SECONDS changes the minute. Linux only.
// docs/performance.md has the figures.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startByNpm } from '../environment/processes/npm-start.ts'
import { measuringShare, processTreeMemory, processTreeTable } from '../environment/processes/process-tree-memory.ts'
import { hireFieldUser, recordExpenseOf, sendMoneyTo, signInAdmin } from '../environment/service/people-and-money.ts'
import { FIRST_ADMIN } from '../environment/service/test-service.ts'

const idleSeconds = Number(process.env.IDLE_SECONDS ?? 60)
const folder = mkdtempSync(join(tmpdir(), 'site-ledger-memory-'))
// PostgreSQL that root starts runs as a system user, who must be able to pass through.
chmodSync(folder, 0o711)

try {
  const run = await startByNpm({ DATA_DIR: join(folder, 'data'), ADMIN_PASSWORD: FIRST_ADMIN.password })
  try {
    process.stdout.write(`Ready after ${(run.startMs / 1000).toFixed(1)} s\n`)
    const office = await signInAdmin(run.address)
    const worker = await hireFieldUser(office, 'site_incharge')
    await sendMoneyTo(office, worker, '5000.00')
    for (let expense = 0; expense < 5; expense++) await recordExpenseOf(worker)
    await worker.client.get('/api/site/transactions')
    await sleep(idleSeconds * 1000)
    process.stdout.write(`${processTreeTable(processTreeMemory(run.pid), measuringShare())}\n`)
  } finally {
    await run.stop()
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
