import { type LoadMeasurement, median } from '../measure/closed-loop-load.ts'
import { markdownTable } from '../measure/markdown-table.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { type LoadGenerator, openLoadGenerator } from '../setup/product-over-http.ts'
import { startProduct } from '../setup/product-processes.ts'
import type { CompaniesRun } from './company-benchmarks.ts'
import {
  COMPANY_LOAD_CONNECTIONS,
  type CreateManyOnce,
  millisecondsText,
  rateText,
  reportCompanyRun,
} from './create-companies.ts'

const BALANCE_PATH = '/api/site/balance'
const TRANSACTIONS_PATH = '/api/site/transactions?limit=50'

/** The requests of a company with one connection, one after the other. */
const QUIET_CLIENT_REQUESTS = { 'an expense': {}, 'a balance': { path: BALANCE_PATH } } as const
/** The requests that another company sends meanwhile, as often as it can. */
const NOISY_NEIGHBOUR_LOADS = {
  nothing: undefined,
  expenses: {},
  balances: { path: BALANCE_PATH },
  'pages of 50 rows': { path: TRANSACTIONS_PATH },
} as const

interface NoisyNeighbourRun {
  beside: keyof typeof NOISY_NEIGHBOUR_LOADS
  asked: keyof typeof QUIET_CLIENT_REQUESTS
  quiet: LoadMeasurement[]
  noisy: LoadMeasurement[]
}

/**
 * Measures a user who sends one request after the other, alone and beside a company that sends over many connections.
 * @returns a table
 */
export async function measureNoisyNeighbour(
  { folder }: BenchServer,
  { seconds, rounds }: CompaniesRun,
  makeMany: CreateManyOnce,
): Promise<string> {
  const { databaseUrl, busy } = await makeMany()
  const [loud = [], calm = []] = busy.map(({ users }) => users)
  const product = await startProduct(databaseUrl, folder)
  const opened: LoadGenerator[] = []
  try {
    const quiet = await openLoadGenerator(product.address, folder, calm.slice(0, 1))
    opened.push(quiet)
    const everywhere = Array.from({ length: COMPANY_LOAD_CONNECTIONS }, (_, index) => loud[index % loud.length] ?? [])
    const noisy = await openLoadGenerator(product.address, folder, everywhere.flat())
    opened.push(noisy)
    const runs = noisyNeighbourRuns()
    for (let round = 1; round <= rounds; round++)
      for (const run of runs) {
        const other = NOISY_NEIGHBOUR_LOADS[run.beside]
        const [own, others] = await Promise.all([
          quiet.measure({ connections: 1, seconds, ...QUIET_CLIENT_REQUESTS[run.asked] }),
          other && noisy.measure({ connections: COMPANY_LOAD_CONNECTIONS, seconds, ...other }),
        ])
        run.quiet.push(reportCompanyRun(`${run.asked} beside ${run.beside}`, own))
        if (others) run.noisy.push(reportCompanyRun('the noisy one', others))
      }
    return noisyNeighbourTable(runs)
  } finally {
    for (const asking of opened) await asking.close()
    await product.close()
  }
}

function noisyNeighbourRuns(): NoisyNeighbourRun[] {
  const besides = Object.keys(NOISY_NEIGHBOUR_LOADS) as NoisyNeighbourRun['beside'][]
  const asked = Object.keys(QUIET_CLIENT_REQUESTS) as NoisyNeighbourRun['asked'][]
  return besides.flatMap((beside) => asked.map((one) => ({ beside, asked: one, quiet: [], noisy: [] })))
}

function noisyNeighbourTable(runs: NoisyNeighbourRun[]): string {
  const rows = Object.keys(NOISY_NEIGHBOUR_LOADS).map((beside) => {
    const of = runs.filter((run) => run.beside === beside)
    const own = of.map(({ quiet }) => median(quiet, ({ p99 }) => p99))
    const others = of.flatMap(({ noisy }) => (noisy.length > 0 ? [median(noisy, ({ perSecond }) => perSecond)] : []))
    return [
      beside,
      ...own.map(({ p50, p99 }) => `${millisecondsText(p50)}, ${millisecondsText(p99)}`),
      others.map((each) => `${millisecondsText(each.p50)}; ${rateText(each)}`).join(' and '),
    ]
  })
  const asked = Object.keys(QUIET_CLIENT_REQUESTS).map((one) => `${one} of a quiet company: p50, p99`)
  return markdownTable(
    [`another sends over ${COMPANY_LOAD_CONNECTIONS} connections`, ...asked, 'what the other gets: p50; rate, p99'],
    rows,
  )
}
