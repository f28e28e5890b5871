import { setTimeout as sleep } from 'node:timers/promises'
import { residentOf } from '../environment/memory.ts'
import { withPlants } from '../faults/plants.ts'
import type { CompaniesRun } from './companies.ts'
import { ALL, BUSY, CONNECTIONS, type ManyCompanies, megabytesOf, usersOf, wake } from './companies-made.ts'
import { openAsking } from './over-http.ts'
import { type Product, startProduct } from './product.ts'
import type { BenchServer } from './server.ts'
import { tableOf } from './table.ts'

/** The most companies whose apps a process keeps in memory (ledger-service/http/awake.ts). */
const MOST_AWAKE = 300
const AWAKE = [200, MOST_AWAKE]
/** Replaces the ten minutes of the product; longer than opening the most companies takes. */
const QUIET_SECONDS = 60
/** The longest time until the process closes the app of an idle company. */
const SWEEP_SECONDS = 35
const SOONER = {
  file: 'ledger-service/http/awake.ts',
  find: 'const QUIET_MS = 10 * 60_000',
  put: `const QUIET_MS = ${QUIET_SECONDS * 1000}`,
}
const BALANCES = { connections: CONNECTIONS, path: '/api/site/balance' }

/** Bytes of the API: its resident memory, and its heap including garbage that is not collected yet. */
interface Memory {
  when: string
  resident: number
  heap: number
}

/**
 * Measures the memory of the API while companies are opened, and after all of them were idle long enough to be closed.
 * @returns a table
 */
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
  // By then the garbage of starting and opening is collected.
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
