import { join } from 'node:path'
import { z } from 'zod'
import { openInProcess } from './in-process.ts'
import { startProcess } from './processes.ts'
import type { Row } from './table.ts'

const measured = z.object({ events: z.number(), seconds: z.number(), peakBytes: z.number(), idleBytes: z.number() })
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
  const [chain, verify] = [await replay('chain'), await replay('verify')]
  const [first, again] = [await replay('asOf'), await replay('asOfAgain')]
  const rebuild = await replay('rebuild')
  const of = `${chain.events.toLocaleString('en-US')} events`
  return [
    {
      name: `S5: all read models rebuilt from ${of}`,
      perSecond: rate(rebuild),
      against: `${memory(rebuild)} (goal 100,000/s, 400 MB${rate(rebuild) < 100_000 || rebuild.peakBytes > 400_000_000 ? ', missed' : ''})`,
    },
    {
      name: `S8: the chain of ${of} verified`,
      perSecond: rate(chain),
      against: `${memory(chain)} (goal 400,000/s${rate(chain) < 400_000 ? ', missed' : ''})`,
    },
    { name: 'the same with the Merkle tree and the kept states', perSecond: rate(verify), against: memory(verify) },
    {
      name: `balances as of the last of ${of}, the first time`,
      perSecond: rate(first),
      against: `${first.seconds.toFixed(1)} s (goal 10 s for 1,000,000)`,
    },
    { name: 'the same again, from a snapshot', perSecond: rate(again), against: `${again.seconds.toFixed(2)} s` },
  ]
}

const rate = ({ events, seconds }: Replay) => events / seconds
const memory = ({ peakBytes, idleBytes }: Replay) =>
  `at most ${megabytes(peakBytes)} MB, ${megabytes(idleBytes)} MB of them before it began`
const megabytes = (bytes: number) => Math.round(bytes / 1_000_000)
