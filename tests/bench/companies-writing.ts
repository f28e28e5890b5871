import type { CompaniesRun } from './companies.ts'
import { openCompaniesInProcess } from './companies-in-process.ts'
import { emptyCompanies, rateOf, say } from './companies-made.ts'
import { type Measured, median } from './load.ts'
import type { BenchServer } from './server.ts'
import { tableOf } from './table.ts'

/** The number of companies that write at the same time. */
const WRITING = [1, 8, 32]
const IN_FLIGHT = [64, 256, 1024]

/** S1 by the number of commands in flight, then by the number of companies that they are of. */
type Appends = { inFlight: number; companies: number; measured: Measured & { batch: number } }[]

/**
 * Measures S1 for one company and for several at the same time.
 * @returns a table
 */
export async function measureWriting(server: BenchServer, run: CompaniesRun): Promise<string> {
  return writingTable(await measureAppends(server, run))
}

/** Measures S1 with the same accounts divided among the given numbers of companies, in turn. */
async function measureAppends(server: BenchServer, { seconds, rounds }: CompaniesRun): Promise<Appends> {
  const all = await Promise.all(
    WRITING.map(async (companies) => {
      const databaseUrl = await server.ledger(`companies_${companies}`)
      return { companies, log: await openCompaniesInProcess(databaseUrl, await emptyCompanies(databaseUrl, companies)) }
    }),
  )
  const runs = IN_FLIGHT.flatMap((inFlight) =>
    all.map(({ companies, log }) => ({ inFlight, companies, log, measured: [] as (Measured & { batch: number })[] })),
  )
  for (let round = 1; round <= rounds; round++)
    for (const { inFlight, companies, log, measured } of runs) {
      const one = await log.measure({ inFlight, seconds })
      measured.push(one)
      say(`S1 of ${companies}, ${inFlight} in flight, ${one.batch.toFixed(1)} a batch`, one)
    }
  for (const { log } of all) await log.close()
  return runs.map(({ inFlight, companies, measured }) => ({
    ...{ inFlight, companies },
    measured: median(measured, ({ perSecond }) => perSecond),
  }))
}

function writingTable(appends: Appends): string {
  const rows = IN_FLIGHT.map((inFlight) => {
    const runs = appends.filter((run) => run.inFlight === inFlight).map(({ measured }) => measured)
    const times = (runs.at(-1)?.perSecond ?? Number.NaN) / (runs[0]?.perSecond ?? Number.NaN)
    const figures = runs.map((run) => `${rateOf(run)}, ${run.batch.toFixed(0)} a batch`)
    return [`${inFlight} in flight`, ...figures, `${times.toFixed(2)} × (goal 1${times >= 1 ? '' : ', missed'})`]
  })
  return tableOf(['S1', ...WRITING.map((count) => `${count} writing`), '32 : 1'], rows)
}
