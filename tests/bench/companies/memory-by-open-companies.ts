import { setTimeout as sleep } from 'node:timers/promises'
import { residentBytes } from '../../environment/processes/resident-memory.ts'
import { nodeOptionsWithPatches } from '../../faults/planted/source-patches.ts'
import { markdownTable } from '../measure/markdown-table.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { openLoadGenerator } from '../setup/product-over-http.ts'
import { type Product, startProduct } from '../setup/product-processes.ts'
import type { CompaniesRun } from './company-benchmarks.ts'
import {
  BUSY_COMPANIES,
  COMPANY_LOAD_CONNECTIONS,
  type CreateManyOnce,
  INSTALLATION_COMPANIES,
  megabytesText,
  openCompanyByRequest,
  usersOfBusyCompanies,
} from './create-companies.ts'

/** The most companies that a process keeps open (ledger-service/companies/cache-open-companies.ts). */
const MAX_OPEN_COMPANIES = 300
const OPEN_COMPANY_COUNTS = [200, MAX_OPEN_COMPANIES]
/** Replaces the ten minutes of the product; longer than opening the most companies takes. */
const IDLE_BEFORE_CLOSE_SECONDS = 60
/** The longest time until the process closes an idle company. */
const SWEEP_SECONDS = 35
const SHORTER_TIMEOUT_PATCHES = {
  file: 'ledger-service/companies/cache-open-companies.ts',
  find: 'const IDLE_MS = 10 * 60_000',
  put: `const IDLE_MS = ${IDLE_BEFORE_CLOSE_SECONDS * 1000}`,
}
const BALANCE_LOAD = { connections: COMPANY_LOAD_CONNECTIONS, path: '/api/site/balance' }

/** Bytes of the API: its resident memory, and its heap including garbage that is not collected yet. */
interface OpenCompaniesMemory {
  when: string
  resident: number
  heap: number
}

/**
 * Measures the memory of the API while companies are opened, and after all of them were idle long enough to be closed.
 * @returns a table
 */
export async function measureMemoryByOpenCompanies(
  { folder }: BenchServer,
  { seconds }: CompaniesRun,
  makeMany: CreateManyOnce,
): Promise<string> {
  const made = await makeMany()
  const { environment, nodeOptions } = nodeOptionsWithPatches([SHORTER_TIMEOUT_PATCHES])
  const product = await startProduct(made.databaseUrl, folder, { ...environment, NODE_OPTIONS: nodeOptions.join(' ') })
  const memory: OpenCompaniesMemory[] = []
  const look = async (when: string) => memory.push(await memoryOf(product, when))
  try {
    await look('just started')
    const asking = await openLoadGenerator(product.address, folder, usersOfBusyCompanies(made))
    await asking.measure({ ...BALANCE_LOAD, seconds })
    await look(`${BUSY_COMPANIES} open, asked for balances over ${COMPANY_LOAD_CONNECTIONS} connections`)
    let opened = BUSY_COMPANIES
    for (const upTo of OPEN_COMPANY_COUNTS) {
      for (; opened < upTo; opened++) await openCompanyByRequest(product.address, opened)
      await look(`${upTo} open`)
    }
    for (; opened < INSTALLATION_COMPANIES; opened++) await openCompanyByRequest(product.address, opened)
    await look(
      `${MAX_OPEN_COMPANIES} open, after each of ${INSTALLATION_COMPANIES.toLocaleString('en-US')} was in turn`,
    )
    await sleep((IDLE_BEFORE_CLOSE_SECONDS + SWEEP_SECONDS) * 1000)
    await look('none open, after nobody asked for so long')
    await asking.measure({ ...BALANCE_LOAD, seconds })
    await look(`${BUSY_COMPANIES} open again, asked for balances over ${COMPANY_LOAD_CONNECTIONS} connections`)
    await asking.close()
  } finally {
    await product.close()
  }
  return memoryByOpenCompaniesTable(memory)
}

async function memoryOf({ address, pids }: Product, when: string): Promise<OpenCompaniesMemory> {
  // By then the garbage of starting and opening is collected.
  await sleep(3000)
  const page = await (await fetch(new URL('/metrics', address))).text()
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(page)?.[1])
  const memory = { when, resident: residentBytes(pids.api), heap }
  process.stderr.write(`${when}: ${megabytesText(memory.resident)} resident, heap ${megabytesText(heap)}\n`)
  return memory
}

function memoryByOpenCompaniesTable(memory: OpenCompaniesMemory[]): string {
  const rows = memory.map(({ when, resident, heap }) => [when, megabytesText(resident), megabytesText(heap)])
  return markdownTable(['memory of the API', 'resident', 'used of its heap'], rows)
}
