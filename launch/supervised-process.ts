import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { EXIT_CODES } from '@ledger/contracts/processes/exit-codes.ts'

/** The IPC message of a process that is ready. The API includes its address. */
export type ReadyMessage = { address?: string }

export type SupervisedOptions = {
  /** As in a sentence: "the API". */
  name: string
  script: string
  env: NodeJS.ProcessEnv
  onOutput(chunk: Buffer): void
  onReady(message: ReadyMessage): void
  /** The process ended and will be restarted. */
  onRestart(how: string): void
  /**
   * The process will not be restarted. If its exit code gives the reason, the sentence is its own, from standard error,
   * or ''.
   */
  onGivenUp(sentence: string): void
  /** The allowed number of unexpected exits within a minute; 5 by default. */
  deathsAllowed?: number
}

/**
 * A child process that is restarted when it ends, after 0.1 s, then 0.2 s … 3.2 s. It is not restarted if it ends too
 * often, or if its exit code says that a restart would not help: a setting is wrong, or the history was changed. If an
 * external resource is missing that may return, it is restarted after 1 s, 2 s … 30 s, without a limit; if it was never
 * ready, `onGivenUp` is called instead.
 */
export class SupervisedProcess {
  readonly #options: SupervisedOptions
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #deaths: number[] = []
  #wasReady = false
  #vainStarts = 0
  #stopping = false
  #lastWords = ''

  constructor(options: SupervisedOptions) {
    this.#options = options
    this.#start()
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** Sends SIGTERM, and SIGKILL if the process has not ended after `limitMs`. Resolves when it has ended. */
  async stop(limitMs: number): Promise<void> {
    this.#stopping = true
    const child = this.#child
    if (!child) return
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), limitMs)
    await this.#ended
    clearTimeout(late)
  }

  /** Sets environment variables for the next start, such as a port that the first start chose. */
  keepEnvironment(env: NodeJS.ProcessEnv): void {
    Object.assign(this.#options.env, env)
  }

  #start(): void {
    const { script, env, onOutput } = this.#options
    const child = spawn(process.execPath, [script], {
      env,
      // A process group of its own: Ctrl-C reaches only the launcher, which stops the processes in order.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    this.#child = child
    child.stdout?.on('data', onOutput)
    this.#lastWords = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      onOutput(chunk)
      this.#lastWords = `${this.#lastWords}${chunk}`.slice(-4096)
    })
    child.on('message', (message: unknown) => {
      const ready = readReady(message)
      if (!ready) return
      this.#wasReady = true
      this.#vainStarts = 0
      this.#options.onReady(ready)
    })
    this.#ended = new Promise((resolve) => {
      // `close` rather than `exit`, because all output has been read by then.
      child.once('close', (code, signal) => {
        this.#child = undefined
        resolve()
        void this.#died(code, signal)
      })
      child.once('error', () => undefined)
    })
  }

  async #died(code: number | null, signal: NodeJS.Signals | null): Promise<void> {
    const { name, onGivenUp, onRestart, deathsAllowed = 5 } = this.#options
    if (this.#stopping) return
    const isInVain = code === EXIT_CODES.wrongConfiguration || code === EXIT_CODES.historyChanged
    if (isInVain || (code === EXIT_CODES.tryLater && !this.#wasReady))
      return onGivenUp(withoutNodesWarnings(this.#lastWords))
    if (code === EXIT_CODES.tryLater) {
      this.#vainStarts += 1
      return this.#startAfter(Math.min(30_000, 500 * 2 ** this.#vainStarts))
    }
    const how = signal ? `killed by ${signal}` : `exit code ${code}`
    const now = Date.now()
    this.#deaths = [...this.#deaths.filter((at) => now - at < 60_000), now]
    if (this.#deaths.length > deathsAllowed) {
      return onGivenUp(
        `${name} ended ${this.#deaths.length} times within a minute, the last time with ${how}; its log says why.`,
      )
    }
    onRestart(how)
    await this.#startAfter(50 * 2 ** this.#deaths.length)
  }

  async #startAfter(delayMs: number): Promise<void> {
    await wait(delayMs)
    if (!this.#stopping) this.#start()
  }
}

function withoutNodesWarnings(words: string): string {
  const lines = words.split('\n').filter((line) => !/^\((node:\d+|Use `node )/.test(line))
  return lines.join('\n').trim()
}

function readReady(message: unknown): ReadyMessage | undefined {
  if (!isRecord(message) || message.type !== 'ready') return undefined
  const ready: ReadyMessage = {}
  if (typeof message.address === 'string') ready.address = message.address
  return ready
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
