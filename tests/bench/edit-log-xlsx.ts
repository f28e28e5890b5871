import { join } from 'node:path'
import { REPORT_FLAGS } from '@ledger/ledger-service/reports/processes.ts'
import { z } from 'zod'
import { startProcess } from './processes.ts'
import type { Row } from './table.ts'

/** S9: the number of edit log rows in the workbook. */
export const XLSX_ROWS = 100_000
const GOAL = { megabytes: 150, times: 1.1 }

const measured = z.object({ ms: z.number(), cpuMs: z.number(), peakBytes: z.number(), idleBytes: z.number() })
type Xlsx = z.infer<typeof measured>

/**
 * Measures the server's own writer, in a process with a report's settings, beside exceljs's streaming writer with the
 * same rows and cells, in a process with Node's default settings; in turn.
 * @returns two rows of the table, each from the run with the median time
 */
export async function measureEditLogXlsx(folder: string, rounds: number): Promise<Row[]> {
  const runs: Record<'bare' | 'ours', Xlsx[]> = { bare: [], ours: [] }
  for (let round = 1; round <= rounds; round++)
    for (const who of ['bare', 'ours'] as const) runs[who].push(await measure(who, join(folder, 'xlsx.log')))
  const [bare, ours] = [middle(runs.bare), middle(runs.ours)]
  const times = ours.ms / bare.ms
  const missed = times > GOAL.times || added(ours) > GOAL.megabytes
  return [
    { name: 'exceljs alone, streaming: 100,000 rows of 14 cells', ...figures(bare), against: memory(bare) },
    {
      name: 'S9: the edit log as xlsx, the same cells',
      ...figures(ours),
      against: `${memory(ours)}, ${times.toFixed(2)} × the time of exceljs alone, ${(ours.cpuMs / bare.cpuMs).toFixed(2)} × its CPU (goal ${GOAL.megabytes} MB, ${GOAL.times} ×${missed ? ', missed' : ''})`,
    },
  ]
}

async function measure(who: 'bare' | 'ours', log: string): Promise<Xlsx> {
  const flags = who === 'ours' ? REPORT_FLAGS : []
  const { said, stop } = await startProcess('tests/bench/xlsx-process.ts', { XLSX_WRITER: who }, log, flags)
  await stop()
  const run = measured.parse(said)
  process.stderr.write(`S9 ${who}: ${Math.round(run.ms)} ms, CPU ${Math.round(run.cpuMs)} ms, ${memory(run)}\n`)
  return run
}

const figures = ({ ms }: Xlsx) => ({ perSecond: (XLSX_ROWS / ms) * 1000 })
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
/** Returns the megabytes that a file adds to a running process. */
const added = ({ peakBytes, idleBytes }: Xlsx) => megabytes(peakBytes) - megabytes(idleBytes)
const memory = (run: Xlsx) => `${added(run)} MB on top of the ${megabytes(run.idleBytes)} MB of the idle process`

function middle(runs: Xlsx[]): Xlsx {
  const run = runs.toSorted((one, other) => one.ms - other.ms)[Math.floor(runs.length / 2)]
  if (run === undefined) throw new RangeError('No run was measured')
  return run
}
