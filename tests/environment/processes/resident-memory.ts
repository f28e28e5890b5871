import { readFileSync } from 'node:fs'

/** Returns the resident memory of a process, in bytes. */
export function residentBytes(pid: number | undefined): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}
