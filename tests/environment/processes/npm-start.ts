import { spawn } from 'node:child_process'
import { checkoutFolder } from '@ledger/launch/launch-configuration.ts'

/** A run of `npm start`, with its embedded PostgreSQL, that is ready. */
export interface NpmStart {
  /** The process id of npm, the ancestor of all others. */
  pid: number
  address: string
  /** From the start of npm until the address was printed. */
  startMs: number
  stop(): Promise<void>
}

/**
 * Starts `npm start` on a free port and waits until it prints its address.
 * @param wrapper a command and its options before `npm start`, such as `['taskset', '-c', '0']`, which must exec it
 * @throws with all output if it ends before
 */
export async function startByNpm(env: Record<string, string>, wrapper: string[] = []): Promise<NpmStart> {
  const begun = performance.now()
  const [command = 'npm', ...args] = [...wrapper, 'npm', 'start']
  const child = spawn(command, args, {
    cwd: checkoutFolder,
    env: { ...process.env, PORT: '0', DATABASE_URL: '', NODE_ENV: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const address = Promise.withResolvers<string>()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk
      const found = /Site Ledger {3}(\S+)[\s\S]*Logs/.exec(output)
      if (found?.[1]) address.resolve(found[1])
    })
  const ended = new Promise<void>((resolve) =>
    child.once('close', (code) => {
      address.reject(new Error(`npm start ended with ${code}:\n${output}`))
      resolve()
    }),
  )
  return {
    pid: child.pid ?? 0,
    address: await address.promise,
    startMs: performance.now() - begun,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
