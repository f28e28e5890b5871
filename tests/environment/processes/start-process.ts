import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/**
 * A process of the product, started as `npm start` does: by its main.ts, with a channel on which it reports that it is
 * ready.
 */
export interface ProductProcess {
  pid: number
  /** The address where it listens; '' for a process that does not. */
  address: string
  /** Returns its whole output so far. */
  output(): string
  /** Resolves with the exit code when the process has ended for any reason; null after a kill -9. */
  ended: Promise<number | null>
  /**
   * Ends the process and waits for it.
   * @returns its exit code
   */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The exit codes and signals of a process that was stopped, or killed by a fault run. */
const EXPECTED_EXITS = new Set<number | string | null>([0, 'SIGTERM', 'SIGKILL'])
/** The number of characters of its last output that are reported. */
const MAX_OUTPUT_SHOWN = 4000

/**
 * Starts `ledger-service/main.ts` (the API) or `projections/main.ts` (the worker) and waits until it is ready.
 * @param options of node, before the script
 */
export async function startProductProcess(
  script: string,
  env: Record<string, string>,
  options: string[] = [],
): Promise<ProductProcess> {
  const file = fileURLToPath(new URL(`../../../${script}`, import.meta.url))
  const child = spawn(process.execPath, [...options, file], {
    env: { ...process.env, NODE_ENV: '', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  let isReady = false
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code, signal) => {
      // The test itself sees only a refused connection.
      if (isReady && !EXPECTED_EXITS.has(signal ?? code))
        process.stderr.write(
          `${script} (${child.pid}) ended with ${signal ?? code}:\n${output.slice(-MAX_OUTPUT_SHOWN)}\n`,
        )
      resolve(code)
    }),
  )
  const address = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => {
      isReady = true
      const at = typeof message === 'object' && 'address' in message ? message.address : ''
      resolve(typeof at === 'string' ? at : '')
    })
    void ended.then((code) => reject(new Error(`${script} ended with ${code}:\n${output}`)))
  })
  return {
    pid: child.pid ?? 0,
    address,
    ended,
    output: () => output,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return ended
    },
  }
}
