// npm run bench: how fast, beside the peers, in one run (S1 to S3 and S9 of docs/performance.md). --quick: under 3 minutes;
// --write: the table goes into docs/performance.md. `npm run bench -- reads`: every GET at 10,000 and at 1,500,000 entries;
// --keep <folder>: on the books that an earlier run left there; --only <text>: those GETs; --entries <n>: at so many. `npm run bench -- follow`: a thousand
// accounts that are told of changes. `npm run bench -- growth`: the same work on young and on old books, with --keep and --entries as above.
// `npm run bench -- companies`: one, some and many companies on one installation; --only writing, --only many: the half of it.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureMany, measureWriting } from './companies.ts'
import { cpuText, ownClock, serverClock, type WithCpu, withCpu } from './cpu.ts'
import { measureEditLogXlsx } from './edit-log-xlsx.ts'
import { measureExpenses } from './expenses.ts'
import { followTable, measureFollow } from './follow.ts'
import { measureFreshness } from './freshness.ts'
import { growthTable, measureGrowth } from './growth.ts'
import { type AppendMeasured, openInProcess } from './in-process.ts'
import { type Measured, median } from './load.ts'
import { openOverHttp } from './over-http.ts'
import { measureEmmett, measurePgbench } from './peers.ts'
import { measureReads } from './reads.ts'
import { type MeasuredRead, measureReadsAt, readsTable } from './reads-at.ts'
import { growTo, measureReplays } from './replay.ts'
import { type BenchServer, startServer } from './server.ts'
import { atMost, markdown, type Row, ratio } from './table.ts'

const MOST_CONNECTIONS = 256
/** `--quick`: a tenth of the larger one. */
const READ_AT = { few: 10_000, many: 1_500_000 }
const OLD = 5_000_000
const { values: given, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    write: { type: 'boolean' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
    entries: { type: 'string', multiple: true },
  },
  allowPositionals: true,
})
const kind = (['reads', 'follow', 'growth', 'companies'] as const).find((name) => positionals.includes(name)) ?? 'bench'
/** Runs by the name of their row. */
type Appends = Map<string, WithCpu<AppendMeasured>[]>

const seconds = given.quick ? 5 : 10
/** Each figure is the median of so many runs, peers and ours in turn, so that a noisy moment hits all of them. */
const rounds = given.quick ? 1 : 3

const loadBefore = loadavg()[0] ?? 0
const begun = performance.now()
const server = await startServer(given.keep)
let report: string
try {
  const kinds = { bench: measureAll, reads: everyRead, follow: everyStream, growth: everyAge, companies: everyCompany }
  report = await kinds[kind](server)
} finally {
  await server.stop()
}
process.stdout.write(`\n${report}\n`)
if (given.write) writeInto(join(import.meta.dirname, '../../docs/performance.md'), kind, report)

async function measureAll(server: BenchServer): Promise<string> {
  const { ledger, database, folder, version, pid } = server
  const peers = { pgbench: [] as Measured[], emmett: [] as Measured[] }
  const own: Appends = new Map()
  const clocks = { Node: ownClock, PostgreSQL: serverClock(pid) }
  const inProcess = await openInProcess(await ledger('in_process'))
  const [plain, emmett] = [await database('plain'), await database('emmett')]
  for (let round = 1; round <= rounds; round++) {
    const pgbench = await measurePgbench(plain, folder, seconds)
    if (pgbench) peers.pgbench.push(say('pgbench', pgbench))
    peers.emmett.push(say('emmett', await measureEmmett(emmett, seconds)))
    for (const hot of [false, true]) {
      for (const inFlight of hot ? [64, 256] : [64, 256, 1024]) {
        const name = `${hot ? 'S2' : 'S1'} ${inFlight}`
        const run = await withCpu(clocks, () => inProcess.measure({ inFlight, hot, seconds }))
        own.set(name, [...(own.get(name) ?? []), say(name, run)])
      }
    }
  }
  await inProcess.close()
  const overHttpUrl = await ledger('over_http')
  const overHttp = await openOverHttp(overHttpUrl, folder, MOST_CONNECTIONS)
  const expenses = await measureExpenses(overHttp, server, { seconds, rounds })
  const reads = await measureReads(overHttp, overHttpUrl, folder, seconds)
  await overHttp.close()
  const fresh = say('S4', await measureFreshness(await ledger('fresh'), folder, seconds))
  const xlsx = await measureEditLogXlsx(folder, rounds)
  const replays = await measureReplays(await grown(ledger), folder)
  const pgbench = peers.pgbench.length > 0 ? middle(peers.pgbench) : undefined
  const rows = [
    ...tableRows({ pgbench, emmett: middle(peers.emmett) }, own),
    ...expenses,
    {
      name: 'S4: from an answer to its row in every read model, at 2,000 commands a second',
      ...fresh,
      against: atMost('p99', fresh.p99, 20, 'ms'),
    },
    ...reads,
    ...xlsx,
    ...replays,
  ]
  return `${circumstances(version)}\n\n${markdown(rows)}\n\n${steps(own)}`
}

/** In a folder that is kept, sizes can be measured one after the other: the table has what was measured last of each. */
async function everyRead(server: BenchServer): Promise<string> {
  const sizes = given.entries?.map(Number) ?? [READ_AT.few, given.quick ? READ_AT.many / 10 : READ_AT.many]
  const note = join(server.folder, 'measured.json')
  const measured: Record<string, MeasuredRead[]> =
    given.only === '' && existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : {}
  for (const size of sizes) measured[size] = await measureReadsAt(server, size, given.only)
  if (given.only === '') writeFileSync(note, JSON.stringify(measured))
  const all = Object.keys(measured).map(Number)
  return `${circumstances(server.version)}\n\n${readsTable(all, Object.values(measured))}`
}

async function everyStream(server: BenchServer): Promise<string> {
  const costs = await measureFollow(server, given.quick ? 5 : 20)
  return `${circumstances(server.version)}\n\n${followTable(costs)}`
}

async function everyAge(server: BenchServer): Promise<string> {
  const sizes = given.entries?.map(Number) ?? [READ_AT.few, given.quick ? OLD / 10 : OLD]
  const ages = await measureGrowth(server, sizes, { seconds, rounds })
  return `${circumstances(server.version)}\n\n${growthTable(ages)}`
}

async function everyCompany(server: BenchServer): Promise<string> {
  const parts = { writing: measureWriting, many: measureMany }
  const tables: string[] = []
  for (const [name, measure] of Object.entries(parts))
    if (name.includes(given.only)) tables.push(await measure(server, { seconds, rounds }))
  return [circumstances(server.version), ...tables].join('\n\n')
}

/** A log to be read from its first event. */
async function grown(ledger: BenchServer['ledger']): Promise<string> {
  const databaseUrl = await ledger('grown')
  await growTo(databaseUrl, given.quick ? 100_000 : 1_000_000)
  return databaseUrl
}

function tableRows(peers: { pgbench: Measured | undefined; emmett: Measured }, own: Appends): Row[] {
  const best = { name: 'pgbench', perSecond: peers.pgbench?.perSecond }
  const emmett = { name: 'emmett', perSecond: peers.emmett.perSecond }
  const at = (name: string) => middle(own.get(name) ?? [])
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
      against: `${ratio(at('S1 64').perSecond, emmett, 4)}, ${cpuText(at('S1 64').cpu)}`,
    },
    {
      name: 'S1: 256 in flight',
      ...at('S1 256'),
      against: `${ratio(at('S1 256').perSecond, best, 1.2)}, ${ratio(at('S1 256').perSecond, emmett, 6)}, ${cpuAtMost(at('S1 256').cpu, 50)}`,
    },
    {
      name: 'S1: 1,024 in flight',
      ...at('S1 1024'),
      against: `${ratio(at('S1 1024').perSecond, best, 1.4)}, ${cpuText(at('S1 1024').cpu)}`,
    },
    ...[64, 256].map((inFlight) => ({
      name: `S2: one hot account, ${inFlight} in flight`,
      ...at(`S2 ${inFlight}`),
      against: ratio(at(`S2 ${inFlight}`).perSecond, { name: 'S1', perSecond: at(`S1 ${inFlight}`).perSecond }, 1),
    })),
  ]
}

function cpuAtMost(cpu: WithCpu<unknown>['cpu'], goal: number): string {
  const sum = Object.values(cpu).reduce((all, each) => all + each, 0)
  return atMost(cpuText(cpu), sum, goal, 'µs')
}

function middle<Run extends Measured>(runs: Run[]): Run {
  return median(runs, (run) => run.perSecond)
}

/** Where the time of a batch goes, seen from the process that appends: its three steps, then the statements of the write. */
function steps(own: Appends): string {
  const lines = [...own].map(([name, runs]) => {
    const { batch, steps } = middle(runs)
    const parts = Object.entries(steps).map(([step, ms]) => `${step} ${ms.toFixed(2)}`)
    return `- ${name}: ${Math.round(batch)} commands a batch; milliseconds of a batch: ${parts.join(', ')}`
  })
  return lines.join('\n')
}

function circumstances(version: string): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  }).trim()
  const [cpu] = cpus()
  const load = Math.max(loadBefore, loadavg()[0] ?? 0)
  const noisy =
    loadBefore > 0.5
      ? ` The machine was busy before it began (load ${loadBefore.toFixed(1)}): figures and ratios are noisy (a peer of 32 processes then gets more of the cores than ours of two).`
      : ''
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit}, ${cpus().length} cores (${cpu?.model.trim()}), Node ${process.version}, PostgreSQL ${version}, load up to ${load.toFixed(1)}, ${given.quick ? 'quick' : 'full'} run of ${Math.round((performance.now() - begun) / 1000)} s${kind !== 'bench' ? '' : `, median of ${rounds}`}.${noisy}`
}

function say<Run extends Measured>(name: string, run: Run): Run {
  process.stderr.write(`${name}: ${Math.round(run.perSecond)}/s, p99 ${run.p99.toFixed(1)} ms\n`)
  return run
}

/** Replaces what stands between the two marks of a name. */
function writeInto(file: string, name: string, table: string): void {
  const text = readFileSync(file, 'utf8')
  const marked = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
  if (!marked.test(text)) throw new Error(`${file} has no place for the table`)
  writeFileSync(
    file,
    text.replace(marked, (_, from: string, to: string) => `${from}\n${table}\n\n${to}`),
  )
}
