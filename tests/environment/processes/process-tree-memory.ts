import { readdirSync, readFileSync } from 'node:fs'

/** The memory of one process, in bytes. */
export interface ProcessMemory {
  pid: number
  /** The command line, its parts separated by spaces. */
  command: string
  /** The proportional set size (PSS): memory that n processes share counts 1/n for each of them. */
  proportional: number
  /** The part that no file backs: heaps and stacks. */
  anonymous: number
}

/**
 * Returns the memory of a process and of all its descendants, the largest first. A process that ends meanwhile is left
 * out. Linux only.
 */
export function processTreeMemory(root: number): ProcessMemory[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? readUnlessEnded(`/proc/${name}/stat`) : undefined
    // The command's name in brackets may contain any character; the state and the parent follow the last bracket.
    if (stat) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
  }
  const isInTree = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === root || isInTree(parents.get(pid)))
  return [...parents.keys()]
    .filter(isInTree)
    .flatMap((pid) => memoryOf(pid) ?? [])
    .sort((a, b) => b.proportional - a.proportional)
}

/**
 * Returns the bytes of shared files, such as Node's own, that count for this process, so that the processes it measures
 * seem smaller than they are without it.
 */
export function measuringShare(): number {
  const rollup = readFileSync('/proc/self/smaps_rollup', 'utf8')
  return bytesOf(rollup, 'Pss_File') - bytesOf(rollup, 'Private_Clean')
}

/** Returns one line for each process, and their sum with the share of the measuring process. */
export function processTreeTable(processes: readonly ProcessMemory[], share: number): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1).padStart(7)
  const sum = processes.reduce((all, { proportional }) => all + proportional, share)
  return [
    'PSS, MB | of it heaps and stacks, MB | process',
    ...processes.map(
      ({ proportional, anonymous, command }) =>
        `${megabytes(proportional)} | ${megabytes(anonymous)} | ${command.slice(0, 110)}`,
    ),
    `${megabytes(share)} |         | files shared with the measuring process`,
    `${megabytes(sum)} |         | together`,
  ].join('\n')
}

function memoryOf(pid: number): ProcessMemory | undefined {
  const rollup = readUnlessEnded(`/proc/${pid}/smaps_rollup`)
  const command = readUnlessEnded(`/proc/${pid}/cmdline`)
  if (!rollup || !command) return undefined
  return {
    pid,
    command: command.replaceAll('\0', ' ').trim(),
    proportional: bytesOf(rollup, 'Pss'),
    anonymous: bytesOf(rollup, 'Pss_Anon'),
  }
}

function bytesOf(rollup: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) * 1024
}

function readUnlessEnded(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}
