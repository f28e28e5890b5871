import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { openInProcess } from './in-process.ts'
import { startProcess } from './processes.ts'
import { type Row, ratio } from './table.ts'

const measured = z.object({
  events: z.number(),
  seconds: z.number(),
  peakBytes: z.number(),
  idleBytes: z.number(),
  /** Of all processes that it began, each at its most. */
  childrenBytes: z.number(),
})
type Replay = z.infer<typeof measured>

/** Appends expenses until the log has so many events. @returns the rate of the last seconds, as S1 is measured */
export async function growTo(databaseUrl: string, events: number): Promise<number> {
  const inProcess = await openInProcess(databaseUrl)
  try {
    for (;;) {
      const { perSecond, head } = await inProcess.measure({ inFlight: 256, hot: false, seconds: 3 })
      if (head >= events) return perSecond
    }
  } finally {
    await inProcess.close()
  }
}

/** S5, S8 and the audit's moments: every reading of the log from its first event, each in a process of its own. */
export async function measureReplays(databaseUrl: string, folder: string): Promise<Row[]> {
  const replay = async (task: string) => {
    const log = join(folder, 'replay.log')
    const env = { DATABASE_URL: databaseUrl, REPLAY: task }
    const { said, stop } = await startProcess('tests/bench/replay-process.ts', env, log)
    await stop()
    const run = measured.parse(said)
    process.stderr.write(`${task}: ${run.seconds.toFixed(1)} s, ${memory(run)}\n`)
    return run
  }
  await replay('catchUp')
  const [rebuild, copied] = [await replay('rebuild'), await replay('copyLimit')]
  const [hashed, chain] = [await replay('hashLimit'), await replay('chain')]
  const verify = await replay('verify')
  const [allHashed, everything] = [await replay('hashEverything'), await replay('everything')]
  const [first, again] = [await replay('asOf'), await replay('asOfAgain')]
  const of = `${chain.events.toLocaleString('en-US')} events`
  const threads = `${availableParallelism()} threads`
  return [
    {
      name: `the rows of all read models of ${of} by COPY into the same tables, their indexes last`,
      perSecond: rate(copied),
    },
    {
      name: `S5: all read models rebuilt from ${of}`,
      perSecond: rate(rebuild),
      against: `${ratio(rate(rebuild), { name: 'COPY', perSecond: rate(copied) }, 0.5)}, ${goal(rebuild, 60_000, 400_000_000)}`,
    },
    { name: `the bytes of ${of} read and hashed in ${threads}`, perSecond: rate(hashed), against: memory(hashed) },
    {
      name: `S8: the chain of ${of} verified in ${threads}`,
      perSecond: rate(chain),
      against: `${ratio(rate(chain), { name: 'read and hashed', perSecond: rate(hashed) }, 0.7)}, ${memory(chain)}`,
    },
    {
      name: 'the same with the Merkle tree, the kept states and the kept balances',
      perSecond: rate(verify),
      against: memory(verify),
    },
    {
      name: `the bytes of the log and of all read models read and hashed in ${threads}`,
      perSecond: rate(allHashed),
      against: memory(allHashed),
    },
    {
      name: `S8: everything verified, read models included, ${threads}`,
      perSecond: rate(everything),
      against: `${(rate(everything) / rate(allHashed)).toFixed(2)} × read and hashed, ${goal(everything, 60_000)}`,
    },
    {
      name: `balances as of the last of ${of}, the first time`,
      perSecond: rate(first),
      against: `${first.seconds.toFixed(1)} s (goal 10 s for 1,000,000)`,
    },
    { name: 'the same again, from a snapshot', perSecond: rate(again), against: `${again.seconds.toFixed(2)} s` },
  ]
}

const rate = ({ events, seconds }: Replay) => events / seconds
/** Memory beside the goals: at least so many events a second, in at most so many bytes. */
function goal(run: Replay, perSecond: number, bytes = Number.POSITIVE_INFINITY): string {
  const missed = rate(run) < perSecond || run.peakBytes > bytes
  const most = Number.isFinite(bytes) ? `, ${megabytes(bytes)} MB` : ''
  return `${memory(run)} (goal ${perSecond.toLocaleString('en-US')}/s${most}${missed ? ', missed' : ''})`
}
function memory({ peakBytes, idleBytes, childrenBytes }: Replay): string {
  const beside = childrenBytes > 0 ? `, and ${megabytes(childrenBytes)} MB in the processes that it began` : ''
  return `at most ${megabytes(peakBytes)} MB, ${megabytes(idleBytes)} MB of them before it began${beside}`
}
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
