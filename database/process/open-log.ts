import { LOG_OPTIONS } from '@ledger/contracts/text/log-redaction.ts'
import pino from 'pino'
import sonicBoom, { type SonicBoom } from 'sonic-boom'

/**
 * Returns the log of a process: lines of JSON on standard output, which its parent process writes to a file. Once no
 * process reads them any more the lines are lost, and the process can still log and end.
 *
 * The version of sonic-boom that pino brings repeats the write of a `fatal` line, and of the last lines at the exit,
 * for ever where the reader has gone: a process whose launcher was killed stayed, asleep, for good.
 * @param level the least important level that is written
 */
export function openLog(name: string, level: string): pino.Logger {
  const lines = new sonicBoom.SonicBoom({ fd: process.stdout.fd })
  lines.on('error', () => undefined)
  process.on('exit', () => flushWhereRead(lines))
  return pino({ name, level, ...LOG_OPTIONS }, lines)
}

function flushWhereRead(lines: SonicBoom): void {
  try {
    lines.flushSync()
  } catch {
    // No process reads them.
  }
}
