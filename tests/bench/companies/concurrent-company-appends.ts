import { type LoadMeasurement, median } from '../measure/closed-loop-load.ts'
import { markdownTable } from '../measure/markdown-table.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import type { CompaniesRun } from './company-benchmarks.ts'
import { createEmptyCompanies, rateText, reportCompanyRun } from './create-companies.ts'
import { openCompaniesInProcess } from './in-process-companies.ts'

/** The number of companies that write at the same time. */
const WRITING_COMPANY_COUNTS = [1, 8, 32]
const IN_FLIGHT = [64, 256, 1024]
/**
 * The share of one company's rate that 32 companies reach, by the number in flight: as much as before companies shared
 * transactions.
 */
const GOALS: Readonly<Record<number, number>> = { 64: 0.2, 256: 0.5 }

/** S1 by the number of commands in flight, then by the number of companies that they are of. */
type ConcurrentAppendResults = { inFlight: number; companies: number; measured: LoadMeasurement & { batch: number } }[]

/**
 * Measures S1 for one company and for several at the same time.
 * @returns a table
 */
export async function measureConcurrentAppends(server: BenchServer, run: CompaniesRun): Promise<string> {
  return concurrentAppendsTable(await measureAppendsByCompanyCount(server, run))
}

/** Measures S1 with the same accounts divided among the given numbers of companies, in turn. */
async function measureAppendsByCompanyCount(
  server: BenchServer,
  { seconds, rounds }: CompaniesRun,
): Promise<ConcurrentAppendResults> {
  const all = await Promise.all(
    WRITING_COMPANY_COUNTS.map(async (companies) => {
      const databaseUrl = await server.ledger(`companies_${companies}`)
      return {
        companies,
        log: await openCompaniesInProcess(databaseUrl, await createEmptyCompanies(databaseUrl, companies)),
      }
    }),
  )
  const runs = IN_FLIGHT.flatMap((inFlight) =>
    all.map(({ companies, log }) => ({
      inFlight,
      companies,
      log,
      measured: [] as (LoadMeasurement & { batch: number })[],
    })),
  )
  for (let round = 1; round <= rounds; round++)
    for (const { inFlight, companies, log, measured } of runs) {
      const one = await log.measure({ inFlight, seconds })
      measured.push(one)
      reportCompanyRun(`S1 of ${companies}, ${inFlight} in flight, ${one.batch.toFixed(1)} a batch`, one)
    }
  for (const { log } of all) await log.close()
  return runs.map(({ inFlight, companies, measured }) => ({
    ...{ inFlight, companies },
    measured: median(measured, ({ perSecond }) => perSecond),
  }))
}

function concurrentAppendsTable(appends: ConcurrentAppendResults): string {
  const rows = IN_FLIGHT.map((inFlight) => {
    const runs = appends.filter((run) => run.inFlight === inFlight).map(({ measured }) => measured)
    const times = (runs.at(-1)?.perSecond ?? Number.NaN) / (runs[0]?.perSecond ?? Number.NaN)
    const figures = runs.map((run) => `${rateText(run)}, ${run.batch.toFixed(0)} a batch`)
    const goal = GOALS[inFlight]
    const verdict = goal === undefined ? '' : ` (goal ${goal}${times >= goal ? '' : ', missed'})`
    return [`${inFlight} in flight`, ...figures, `${times.toFixed(2)} ×${verdict}`]
  })
  return markdownTable(['S1', ...WRITING_COMPANY_COUNTS.map((count) => `${count} writing`), '32 : 1'], rows)
}
