import { setTimeout as sleep } from 'node:timers/promises'
import { residentOf } from '../environment/memory.ts'
import { withPlants } from '../faults/plants.ts'
import type { CompaniesRun } from './companies.ts'
import { ALL, BUSY, CONNECTIONS, type ManyCompanies, megabytesOf, usersOf, wake } from './companies-made.ts'
import { openAsking } from './over-http.ts'
import { type Product, startProduct } from './product.ts'
import type { BenchServer } from './server.ts'
import { tableOf } from './table.ts'

/** The most of which a process keeps something in memory (ledger-service/http/awake.ts). */
const MOST_AWAKE = 300
const AWAKE = [200, MOST_AWAKE]
/** Instead of ten minutes: longer than waking the most of them takes. */
const QUIET_SECONDS = 60
/** A company may be let go so long after it may rest, and closes. */
const SWEEP_SECONDS = 35
const SOONER = {
  file: 'ledger-service/http/awake.ts',
  find: 'const QUIET_MS = 10 * 60_000',
  put: `const QUIET_MS = ${QUIET_SECONDS * 1000}`,
}
const BALANCES = { connections: CONNECTIONS, path: '/api/site/balance' }

/** Bytes of the API: what the system gives it, and what its heap holds, with what no collection has met yet. */
interface Memory {
  when: string
  resident: number
  heap: number
}

/** Memory of the API as companies wake, and after all of them were quiet for so long that they are let go. @returns a table */
export async function measureAwake(
  { folder }: BenchServer,
  { seconds }: CompaniesRun,
  makeMany: ManyCompanies,
): Promise<string> {
  const made = await makeMany()
  const { environment, nodeOptions } = withPlants([SOONER])
  const product = await startProduct(made.databaseUrl, folder, { ...environment, NODE_OPTIONS: nodeOptions.join(' ') })
  const memory: Memory[] = []
  const look = async (when: string) => memory.push(await memoryOf(product, when))
  try {
    await look('just started')
    const asking = await openAsking(product.address, folder, usersOf(made))
    await asking.measure({ ...BALANCES, seconds })
    await look(`${BUSY} awake, asked for balances over ${CONNECTIONS} connections`)
    let awake = BUSY
    for (const upTo of AWAKE) {
      for (; awake < upTo; awake++) await wake(product.address, awake)
      await look(`${upTo} awake`)
    }
    for (; awake < ALL; awake++) await wake(product.address, awake)
    await look(`${MOST_AWAKE} awake, after each of ${ALL.toLocaleString('en-US')} was in turn`)
    await sleep((QUIET_SECONDS + SWEEP_SECONDS) * 1000)
    await look('none awake, after nobody asked for so long')
    await asking.measure({ ...BALANCES, seconds })
    await look(`${BUSY} awake again, asked for balances over ${CONNECTIONS} connections`)
    await asking.close()
  } finally {
    await product.close()
  }
  return awakeTable(memory)
}

async function memoryOf({ address, pids }: Product, when: string): Promise<Memory> {
  // What starting and waking left behind is cleared away by then.
  await sleep(3000)
  const page = await (await fetch(new URL('/metrics', address))).text()
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(page)?.[1])
  const memory = { when, resident: residentOf(pids.api), heap }
  process.stderr.write(`${when}: ${megabytesOf(memory.resident)} resident, heap ${megabytesOf(heap)}\n`)
  return memory
}

function awakeTable(memory: Memory[]): string {
  const rows = memory.map(({ when, resident, heap }) => [when, megabytesOf(resident), megabytesOf(heap)])
  return tableOf(['memory of the API', 'resident', 'used of its heap'], rows)
}
