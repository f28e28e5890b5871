import { join } from 'node:path'
import { JOB_PROCESS_FLAGS } from '@ledger/ledger-service/jobs/process-pool.ts'
import { z } from 'zod'
import type { BenchmarkRow } from '../measure/markdown-table.ts'
import { startBenchProcess } from '../setup/start-bench-process.ts'

/** S9: the number of edit log rows in the workbook. */
export const XLSX_ROWS = 100_000
const EDIT_LOG_XLSX_GOAL = { megabytes: 150, times: 1.1 }

const xlsxRunSchema = z.object({ ms: z.number(), cpuMs: z.number(), peakBytes: z.number(), idleBytes: z.number() })
type XlsxRun = z.infer<typeof xlsxRunSchema>

/**
 * Measures the server's own writer, in a process with a report's settings, beside exceljs's streaming writer with the
 * same rows and cells, in a process with Node's default settings; in turn.
 * @returns two rows of the table, each from the run with the median time
 */
export async function measureEditLogXlsx(folder: string, rounds: number): Promise<BenchmarkRow[]> {
  const runs: Record<'bare' | 'ours', XlsxRun[]> = { bare: [], ours: [] }
  for (let round = 1; round <= rounds; round++)
    for (const who of ['bare', 'ours'] as const) runs[who].push(await measureXlsxWriter(who, join(folder, 'xlsx.log')))
  const [bare, ours] = [medianXlsxRun(runs.bare), medianXlsxRun(runs.ours)]
  const times = ours.ms / bare.ms
  const missed = times > EDIT_LOG_XLSX_GOAL.times || addedMegabytes(ours) > EDIT_LOG_XLSX_GOAL.megabytes
  return [
    {
      name: 'exceljs alone, streaming: 100,000 rows of 14 cells',
      ...rowsPerSecond(bare),
      against: xlsxMemoryText(bare),
    },
    {
      name: 'S9: the edit log as xlsx, the same cells',
      ...rowsPerSecond(ours),
      against: `${xlsxMemoryText(ours)}, ${times.toFixed(2)} × the time of exceljs alone, ${(ours.cpuMs / bare.cpuMs).toFixed(2)} × its CPU (goal ${EDIT_LOG_XLSX_GOAL.megabytes} MB, ${EDIT_LOG_XLSX_GOAL.times} ×${missed ? ', missed' : ''})`,
    },
  ]
}

async function measureXlsxWriter(who: 'bare' | 'ours', log: string): Promise<XlsxRun> {
  const flags = who === 'ours' ? JOB_PROCESS_FLAGS : []
  const { said, stop } = await startBenchProcess(
    'tests/bench/exports/edit-log-xlsx-process.ts',
    { XLSX_WRITER: who },
    log,
    flags,
  )
  await stop()
  const run = xlsxRunSchema.parse(said)
  process.stderr.write(`S9 ${who}: ${Math.round(run.ms)} ms, CPU ${Math.round(run.cpuMs)} ms, ${xlsxMemoryText(run)}\n`)
  return run
}

const rowsPerSecond = ({ ms }: XlsxRun) => ({ perSecond: (XLSX_ROWS / ms) * 1000 })
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
/** Returns the megabytes that a file adds to a running process. */
const addedMegabytes = ({ peakBytes, idleBytes }: XlsxRun) => megabytes(peakBytes) - megabytes(idleBytes)
const xlsxMemoryText = (run: XlsxRun) =>
  `${addedMegabytes(run)} MB on top of the ${megabytes(run.idleBytes)} MB of the idle process`

function medianXlsxRun(runs: XlsxRun[]): XlsxRun {
  const run = runs.toSorted((one, other) => one.ms - other.ms)[Math.floor(runs.length / 2)]
  if (run === undefined) throw new RangeError('No run was measured')
  return run
}
