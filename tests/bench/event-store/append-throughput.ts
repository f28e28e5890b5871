import { type LoadMeasurement, median } from '../measure/closed-loop-load.ts'
import { cpuText, measureWithCpu, ownCpuClock, postgresCpuClock, type WithCpu } from '../measure/cpu-time.ts'
import { type BenchmarkRow, benchmarkTable, ratioText, upperGoalText } from '../measure/markdown-table.ts'
import { type AppendMeasurement, openInProcessLedger } from '../setup/in-process-ledger.ts'
import type { BenchServer } from '../setup/postgres-server.ts'
import { measureEmmett, measurePgbench } from './pgbench-and-emmett.ts'

/** The runs by the name of their row. */
type AppendRunsByName = Map<string, WithCpu<AppendMeasurement>[]>

/**
 * Measures S1 and S2 beside other stores, in turn.
 * @returns their table, and how the time of a batch is divided
 */
export async function measureAppends(
  { ledger, database, folder, pid }: BenchServer,
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<string> {
  const peers = { pgbench: [] as LoadMeasurement[], emmett: [] as LoadMeasurement[] }
  const own: AppendRunsByName = new Map()
  const clocks = { Node: ownCpuClock, PostgreSQL: postgresCpuClock(pid) }
  const inProcess = await openInProcessLedger(await ledger('in_process'))
  const [plain, emmett] = [await database('plain'), await database('emmett')]
  for (let round = 1; round <= rounds; round++) {
    const pgbench = await measurePgbench(plain, folder, seconds)
    if (pgbench) peers.pgbench.push(reportAppendRun('pgbench', pgbench))
    peers.emmett.push(reportAppendRun('emmett', await measureEmmett(emmett, seconds)))
    for (const hot of [false, true]) {
      for (const inFlight of hot ? [64, 256] : [64, 256, 1024]) {
        const name = `${hot ? 'S2' : 'S1'} ${inFlight}`
        const run = await measureWithCpu(clocks, () => inProcess.measure({ inFlight, hot, seconds }))
        own.set(name, [...(own.get(name) ?? []), reportAppendRun(name, run)])
      }
    }
  }
  await inProcess.close()
  const pgbench = peers.pgbench.length > 0 ? medianAppendRun(peers.pgbench) : undefined
  return `${benchmarkTable(appendRows({ pgbench, emmett: medianAppendRun(peers.emmett) }, own))}\n\n${describeBatchSteps(own)}`
}

function appendRows(
  peers: { pgbench: LoadMeasurement | undefined; emmett: LoadMeasurement },
  own: AppendRunsByName,
): BenchmarkRow[] {
  const best = { name: 'pgbench', perSecond: peers.pgbench?.perSecond }
  const emmett = { name: 'emmett', perSecond: peers.emmett.perSecond }
  const at = (name: string) => medianAppendRun(own.get(name) ?? [])
  return [
    peers.pgbench
      ? { name: 'pgbench: one event and one balance for each transaction, 32 clients, no order kept', ...peers.pgbench }
      : { name: 'pgbench', notMeasured: 'this machine has no pgbench' },
    { name: 'emmett-postgresql 0.42 `appendToStream`, 32 in flight', ...peers.emmett },
    { name: 'message-db `write_message`', notMeasured: '2,570/s at 32 clients on the machine of the plan' },
    { name: 'pgledger `create_transfer`, random / hot', notMeasured: '2,620/s / 1,050/s at 32 clients on the same' },
    {
      name: 'S1: in process, 10,000 accounts, 64 in flight',
      ...at('S1 64'),
      against: `${ratioText(at('S1 64').perSecond, emmett, 4)}, ${cpuText(at('S1 64').cpu)}`,
    },
    {
      name: 'S1: 256 in flight',
      ...at('S1 256'),
      against: `${ratioText(at('S1 256').perSecond, best, 1.2)}, ${ratioText(at('S1 256').perSecond, emmett, 6)}, ${cpuAtMost(at('S1 256').cpu, 50)}`,
    },
    {
      name: 'S1: 1,024 in flight',
      ...at('S1 1024'),
      against: `${ratioText(at('S1 1024').perSecond, best, 1.4)}, ${cpuText(at('S1 1024').cpu)}`,
    },
    ...[64, 256].map((inFlight) => ({
      name: `S2: one hot account, ${inFlight} in flight`,
      ...at(`S2 ${inFlight}`),
      against: ratioText(at(`S2 ${inFlight}`).perSecond, { name: 'S1', perSecond: at(`S1 ${inFlight}`).perSecond }, 1),
    })),
  ]
}

function cpuAtMost(cpu: WithCpu<unknown>['cpu'], goal: number): string {
  const sum = Object.values(cpu).reduce((all, each) => all + each, 0)
  return upperGoalText(cpuText(cpu), sum, goal, 'µs')
}

function medianAppendRun<Run extends LoadMeasurement>(runs: Run[]): Run {
  return median(runs, (run) => run.perSecond)
}

/**
 * Returns how the time of a batch is divided in the appending process: its three steps, then the statements of the
 * write.
 */
function describeBatchSteps(own: AppendRunsByName): string {
  const lines = [...own].map(([name, runs]) => {
    const { batch, steps } = medianAppendRun(runs)
    const parts = Object.entries(steps).map(([step, ms]) => `${step} ${ms.toFixed(2)}`)
    return `- ${name}: ${Math.round(batch)} commands a batch; milliseconds of a batch: ${parts.join(', ')}`
  })
  return lines.join('\n')
}

function reportAppendRun<Run extends LoadMeasurement>(name: string, run: Run): Run {
  process.stderr.write(`${name}: ${Math.round(run.perSecond)}/s, p99 ${run.p99.toFixed(1)} ms\n`)
  return run
}
