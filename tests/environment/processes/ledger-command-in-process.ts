import { runCommandLine } from '@ledger/ledger-service/cli/run-command-line.ts'
import { vi } from 'vitest'

const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs a command of `npm run ledger` in this process, which saves the second of CPU that a process takes. The launcher
 * is left out: DATABASE_URL is the address that the command works with. One command at a time, because its output is
 * read from the streams of this process.
 */
export async function runLedgerCommandInProcess(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ status: number; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((chunk) => {
      said[stream] += chunk
      return true
    }),
  )
  // A command that prints a password ignores signals until its process ends.
  const before = END_SIGNALS.map((signal) => [signal, process.listeners(signal)] as const)
  try {
    return { status: await runCommandLine(args, { ...process.env, NODE_ENV: '', ...env }), ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
    for (const [signal, listeners] of before)
      for (const added of process.listeners(signal).filter((listener) => !listeners.includes(listener)))
        process.removeListener(signal, added)
  }
}
