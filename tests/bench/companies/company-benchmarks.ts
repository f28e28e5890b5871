// npm run bench -- companies: many companies on one installation.

import type { BenchServer } from '../setup/postgres-server.ts'
import { measureConcurrentAppends } from './concurrent-company-appends.ts'
import { type CreateManyOnce, createManyOnce } from './create-companies.ts'
import { measureMemoryByOpenCompanies } from './memory-by-open-companies.ts'
import { measurePeriodicJobs } from './nightly-and-hourly-jobs.ts'
import { measureNoisyNeighbour } from './noisy-neighbour.ts'
import { measureOneVersusThousand } from './one-versus-thousand-companies.ts'

export interface CompaniesRun {
  seconds: number
  rounds: number
}

type CompanyBenchmark = (server: BenchServer, run: CompaniesRun, many: CreateManyOnce) => Promise<string>

/** Each part returns its own table. The parts about many companies use the same companies. */
const COMPANY_BENCHMARKS: Readonly<Record<string, CompanyBenchmark>> = {
  writing: measureConcurrentAppends,
  many: measureOneVersusThousand,
  memory: measureMemoryByOpenCompanies,
  nights: measurePeriodicJobs,
  // Runs last, because the noisy company's log is large afterwards.
  noisy: measureNoisyNeighbour,
}

/** @param only names separated by commas; empty for all parts */
export async function* measureCompanies(
  server: BenchServer,
  run: CompaniesRun,
  only: string,
): AsyncGenerator<{ name: string; table: string }> {
  const names = Object.keys(COMPANY_BENCHMARKS).filter((name) => only === '' || only.split(',').includes(name))
  if (names.length === 0) throw new RangeError(`--only is one of ${Object.keys(COMPANY_BENCHMARKS).join(', ')}`)
  const many = createManyOnce(server)
  for (const name of names) {
    const table = await COMPANY_BENCHMARKS[name]?.(server, run, many)
    if (table !== undefined) yield { name, table }
  }
}
