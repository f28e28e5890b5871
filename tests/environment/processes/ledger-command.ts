import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('../../../launch/ledger-cli.ts', import.meta.url))

export interface LedgerCommandRun {
  pid: number
  child: ChildProcess
  /** Resolves when the command has ended; `status` is null for a killed one. */
  ended: Promise<{ status: number | null; stdout: string; stderr: string }>
}

/** Starts `npm run ledger -- …` as npm would, with the environment of the tests and `env`. */
export function runLedgerCommand(env: Record<string, string>, ...args: string[]): LedgerCommandRun {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  child.stdout.on('data', (chunk) => (said.stdout += chunk))
  child.stderr.on('data', (chunk) => (said.stderr += chunk))
  const ended = new Promise<Awaited<LedgerCommandRun['ended']>>((resolve) => {
    child.once('close', (status) => resolve({ status, ...said }))
  })
  return { pid: child.pid ?? 0, child, ended }
}
