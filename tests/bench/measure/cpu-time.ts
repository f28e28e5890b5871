import { readFileSync } from 'node:fs'

/** Clock ticks a second in `/proc/<pid>/stat`, on every Linux that we know. */
const CLOCK_TICKS_PER_SECOND = 100

/** Returns the seconds of CPU used so far. */
export type CpuClock = () => number

/** A measurement, and the microseconds of CPU that one operation cost each of the processes. */
export type WithCpu<Run> = Run & { cpu: Readonly<Record<string, number>> }

/**
 * @param clocks by the name of the process
 * @param measure also returns the number of all operations, the warm-up included
 */
export async function measureWithCpu<Run extends { operations: number }>(
  clocks: Readonly<Record<string, CpuClock>>,
  measure: () => Promise<Run>,
): Promise<WithCpu<Run>> {
  const { result, cpu } = await runTimed(clocks, measure)
  const each = Object.entries(cpu).map(([name, spent]) => [name, (spent * 1e6) / result.operations])
  return { ...result, cpu: Object.fromEntries(each) }
}

/** The result of some work, its duration, and the seconds of CPU that each of the processes used meanwhile. */
export interface TimedRun<Name extends string, Result> {
  result: Result
  seconds: number
  cpu: Record<Name, number>
}

/** @param clocks by the name of the process */
export async function runTimed<Name extends string, Result>(
  clocks: Readonly<Record<Name, CpuClock>>,
  work: () => Promise<Result>,
): Promise<TimedRun<Name, Result>> {
  const names = Object.keys(clocks) as Name[]
  const before = names.map((name) => clocks[name]())
  const begun = performance.now()
  const result = await work()
  const seconds = (performance.now() - begun) / 1000
  const used = names.map((name, index) => [name, clocks[name]() - (before[index] ?? Number.NaN)])
  return { result, seconds, cpu: Object.fromEntries(used) }
}

/** Returns the CPU time of this process. */
export const ownCpuClock: CpuClock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * Returns a clock of another process, with all its threads and the children that have ended. It reads NaN on a system
 * without /proc.
 */
export function processCpuClock(pid: number | undefined): CpuClock {
  return () => cpuTicks(pid, 4) / CLOCK_TICKS_PER_SECOND
}

/** Returns a clock of a PostgreSQL server, with the processes of its connections. */
export function postgresCpuClock(pid: number): CpuClock {
  return () => {
    const children = readProcFile(`/proc/${pid}/task/${pid}/children`).trim().split(' ')
    return (
      children.reduce((sum, child) => sum + (cpuTicks(Number(child), 2) || 0), cpuTicks(pid, 4)) /
      CLOCK_TICKS_PER_SECOND
    )
  }
}

/**
 * Returns user and kernel ticks; the first two fields count the process itself, the next two its children that have
 * ended.
 */
function cpuTicks(pid: number | undefined, fields: 2 | 4): number {
  const [, after = ''] = readProcFile(`/proc/${pid}/stat`).split(') ')
  const times = after.split(' ').slice(11, 11 + fields)
  return times.length < fields ? Number.NaN : times.reduce((sum, time) => sum + Number(time), 0)
}

function readProcFile(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Returns a text like `74 + 54 µs of CPU (Node, PostgreSQL)`. */
export function cpuText(cpu: Readonly<Record<string, number>>): string {
  const microseconds = Object.values(cpu).map((each) => each.toFixed(0))
  return `${microseconds.join(' + ')} µs of CPU (${Object.keys(cpu).join(', ')})`
}
