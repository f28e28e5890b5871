import { join } from 'node:path'
import { checkout } from './configuration.ts'
import { LogFile } from './log-file.ts'
import { type ReadyMessage, SupervisedProcess } from './supervised-process.ts'
import { say, showWarnings } from './terminal.ts'

/** One of the processes that are the service, its output in a log file. */
export type ServiceProcess = {
  process: SupervisedProcess
  /** Never rejected: whoever gives up is told by `onGivenUp`. */
  firstReady: Promise<ReadyMessage>
}

export type ServiceProcessOptions = {
  /** As in a sentence: "the API". */
  name: string
  /** Relative to the checkout. */
  script: string
  /** All of it: nothing is added from the launcher's own. */
  env: NodeJS.ProcessEnv
  logFile: string
  onGivenUp(sentence: string): void
}

const slowStartMs = 10_000

/** Starts it, keeps it running, and tells the person at the terminal what matters. */
export function startProcess({ name, script, env, logFile, onGivenUp }: ServiceProcessOptions): ServiceProcess {
  const log = new LogFile(logFile)
  const warn = showWarnings(name)
  const ready = Promise.withResolvers<ReadyMessage>()
  let times = 0
  const slow = setTimeout(() => say(`Still waiting for ${name}. Its log: ${logFile}`), slowStartMs)
  const supervised = new SupervisedProcess({
    name,
    env: { ...env },
    script: join(checkout, script),
    onOutput(chunk) {
      log.write(chunk)
      // Before that it complains of a schema that the API is only making.
      if (times > 0) warn(chunk)
    },
    onReady(message) {
      clearTimeout(slow)
      times += 1
      if (times > 1) say(`${capital(name)} is ready again.`)
      ready.resolve(message)
    },
    onRestart: (how) => say(`${capital(name)} ended (${how}); starting it again. Its log: ${logFile}`),
    onGivenUp(sentence) {
      clearTimeout(slow)
      onGivenUp(sentence ? capital(sentence) : `${capital(name)} cannot start; its log says why: ${logFile}`)
    },
  })
  return { process: supervised, firstReady: ready.promise }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
