import type { CompaniesRun } from './companies.ts'
import { CONNECTIONS, type ManyCompanies, msOf, rateOf, say } from './companies-made.ts'
import { type Measured, median } from './load.ts'
import { type Asking, openAsking } from './over-http.ts'
import { startProduct } from './product.ts'
import type { BenchServer } from './server.ts'
import { tableOf } from './table.ts'

const BALANCE = '/api/site/balance'
const PAGE = '/api/site/transactions?limit=50'

/** The requests of a company with one connection, one after the other. */
const QUIET = { 'an expense': {}, 'a balance': { path: BALANCE } } as const
/** The requests that another company sends meanwhile, as often as it can. */
const BESIDE = {
  nothing: undefined,
  expenses: {},
  balances: { path: BALANCE },
  'pages of 50 rows': { path: PAGE },
} as const

interface Run {
  beside: keyof typeof BESIDE
  asked: keyof typeof QUIET
  quiet: Measured[]
  noisy: Measured[]
}

/**
 * Measures a user who sends one request after the other, alone and beside a company that sends over many connections.
 * @returns a table
 */
export async function measureNoisy(
  { folder }: BenchServer,
  { seconds, rounds }: CompaniesRun,
  makeMany: ManyCompanies,
): Promise<string> {
  const { databaseUrl, busy } = await makeMany()
  const [loud = [], calm = []] = busy.map(({ users }) => users)
  const product = await startProduct(databaseUrl, folder)
  const opened: Asking[] = []
  try {
    const quiet = await openAsking(product.address, folder, calm.slice(0, 1))
    opened.push(quiet)
    const everywhere = Array.from({ length: CONNECTIONS }, (_, index) => loud[index % loud.length] ?? [])
    const noisy = await openAsking(product.address, folder, everywhere.flat())
    opened.push(noisy)
    const runs = everyRun()
    for (let round = 1; round <= rounds; round++)
      for (const run of runs) {
        const other = BESIDE[run.beside]
        const [own, others] = await Promise.all([
          quiet.measure({ connections: 1, seconds, ...QUIET[run.asked] }),
          other && noisy.measure({ connections: CONNECTIONS, seconds, ...other }),
        ])
        run.quiet.push(say(`${run.asked} beside ${run.beside}`, own))
        if (others) run.noisy.push(say('the noisy one', others))
      }
    return noisyTable(runs)
  } finally {
    for (const asking of opened) await asking.close()
    await product.close()
  }
}

function everyRun(): Run[] {
  const besides = Object.keys(BESIDE) as Run['beside'][]
  const asked = Object.keys(QUIET) as Run['asked'][]
  return besides.flatMap((beside) => asked.map((one) => ({ beside, asked: one, quiet: [], noisy: [] })))
}

function noisyTable(runs: Run[]): string {
  const rows = Object.keys(BESIDE).map((beside) => {
    const of = runs.filter((run) => run.beside === beside)
    const own = of.map(({ quiet }) => median(quiet, ({ p99 }) => p99))
    const others = of.flatMap(({ noisy }) => (noisy.length > 0 ? [median(noisy, ({ perSecond }) => perSecond)] : []))
    return [
      beside,
      ...own.map(({ p50, p99 }) => `${msOf(p50)}, ${msOf(p99)}`),
      others.map((each) => `${msOf(each.p50)}; ${rateOf(each)}`).join(' and '),
    ]
  })
  const asked = Object.keys(QUIET).map((one) => `${one} of a quiet company: p50, p99`)
  return tableOf(
    [`another sends over ${CONNECTIONS} connections`, ...asked, 'what the other gets: p50; rate, p99'],
    rows,
  )
}
