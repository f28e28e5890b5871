import { readFileSync } from 'node:fs'

/** Bytes of a process in memory now. */
export function residentOf(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
