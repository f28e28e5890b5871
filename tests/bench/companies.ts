// npm run bench -- companies: many companies on one installation.
import { measureAwake } from './companies-awake.ts'
import { type ManyCompanies, makeMany } from './companies-made.ts'
import { measureMany } from './companies-many.ts'
import { measureNights } from './companies-nights.ts'
import { measureNoisy } from './companies-noisy.ts'
import { measureWriting } from './companies-writing.ts'
import type { BenchServer } from './server.ts'

export interface CompaniesRun {
  seconds: number
  rounds: number
}

type Part = (server: BenchServer, run: CompaniesRun, many: ManyCompanies) => Promise<string>

/** Each part returns its own table. The parts about many companies use the same companies. */
const PARTS: Readonly<Record<string, Part>> = {
  writing: measureWriting,
  many: measureMany,
  awake: measureAwake,
  nights: measureNights,
  // Runs last, because the noisy company's log is large afterwards.
  noisy: measureNoisy,
}

/** @param only names separated by commas; empty for all parts */
export async function* measureCompanies(
  server: BenchServer,
  run: CompaniesRun,
  only: string,
): AsyncGenerator<{ name: string; table: string }> {
  const names = Object.keys(PARTS).filter((name) => only === '' || only.split(',').includes(name))
  if (names.length === 0) throw new RangeError(`--only is one of ${Object.keys(PARTS).join(', ')}`)
  const many = makeMany(server)
  for (const name of names) {
    const table = await PARTS[name]?.(server, run, many)
    if (table !== undefined) yield { name, table }
  }
}
