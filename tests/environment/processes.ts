import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** A process of ours, started as `npm start` starts it: by its main.ts, with a channel on which it says that it is ready. */
export interface Process {
  pid: number
  /** Where it listens; '' for one that does not. */
  address: string
  /** Everything that it printed so far. */
  output(): string
  /** Resolves when it has ended, however that came, with its exit code; null after a kill -9. */
  ended: Promise<number | null>
  /** Ends it and waits for that. @returns its exit code */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** How a process ends that was told to, or that was killed as a fault run kills. */
const CALLED_FOR = new Set<number | string | null>([0, 'SIGTERM', 'SIGKILL'])
/** So many characters of what it printed last. */
const TOLD = 4000

/**
 * Starts `ledger-service/main.ts` (the API) or `projections/main.ts` (the worker) and waits until it is ready.
 * @param options of node, before the script
 */
export async function startProcess(
  script: string,
  env: Record<string, string>,
  options: string[] = [],
): Promise<Process> {
  const file = fileURLToPath(new URL(`../../${script}`, import.meta.url))
  const child = spawn(process.execPath, [...options, file], {
    env: { ...process.env, NODE_ENV: '', HOST: '127.0.0.1', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  let isReady = false
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code, signal) => {
      // What a test sees of it is a connection that is refused.
      if (isReady && !CALLED_FOR.has(signal ?? code))
        process.stderr.write(`${script} (${child.pid}) ended with ${signal ?? code}:\n${output.slice(-TOLD)}\n`)
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
