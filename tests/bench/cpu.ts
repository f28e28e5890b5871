import { readFileSync } from 'node:fs'

/** Clock ticks a second in `/proc/<pid>/stat`, on every Linux that we know. */
const TICKS = 100

/** Returns the seconds of CPU used so far. */
export type Clock = () => number

/** A measurement, and the microseconds of CPU that one operation cost each of the processes. */
export type WithCpu<Run> = Run & { cpu: Readonly<Record<string, number>> }

/**
 * @param clocks by the name of the process
 * @param measure also returns the number of all operations, the warm-up included
 */
export async function withCpu<Run extends { operations: number }>(
  clocks: Readonly<Record<string, Clock>>,
  measure: () => Promise<Run>,
): Promise<WithCpu<Run>> {
  const { result, cpu } = await timed(clocks, measure)
  const each = Object.entries(cpu).map(([name, spent]) => [name, (spent * 1e6) / result.operations])
  return { ...result, cpu: Object.fromEntries(each) }
}

/** The result of some work, its duration, and the seconds of CPU that each of the processes used meanwhile. */
export interface Timed<Name extends string, Result> {
  result: Result
  seconds: number
  cpu: Record<Name, number>
}

/** @param clocks by the name of the process */
export async function timed<Name extends string, Result>(
  clocks: Readonly<Record<Name, Clock>>,
  work: () => Promise<Result>,
): Promise<Timed<Name, Result>> {
  const names = Object.keys(clocks) as Name[]
  const before = names.map((name) => clocks[name]())
  const begun = performance.now()
  const result = await work()
  const seconds = (performance.now() - begun) / 1000
  const used = names.map((name, index) => [name, clocks[name]() - (before[index] ?? Number.NaN)])
  return { result, seconds, cpu: Object.fromEntries(used) }
}

/** Returns the CPU time of this process. */
export const ownClock: Clock = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/**
 * Returns a clock of another process, with all its threads and the children that have ended. It reads NaN on a system
 * without /proc.
 */
export function clockOf(pid: number | undefined): Clock {
  return () => ticksOf(pid, 4) / TICKS
}

/** Returns a clock of a PostgreSQL server, with the processes of its connections. */
export function serverClock(pid: number): Clock {
  return () => {
    const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ')
    return children.reduce((sum, child) => sum + (ticksOf(Number(child), 2) || 0), ticksOf(pid, 4)) / TICKS
  }
}

/**
 * Returns user and kernel ticks; the first two fields count the process itself, the next two its children that have
 * ended.
 */
function ticksOf(pid: number | undefined, fields: 2 | 4): number {
  const [, after = ''] = read(`/proc/${pid}/stat`).split(') ')
  const times = after.split(' ').slice(11, 11 + fields)
  return times.length < fields ? Number.NaN : times.reduce((sum, time) => sum + Number(time), 0)
}

function read(file: string): string {
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
