import { join } from 'node:path'
import { checkoutFolder } from './launch-configuration.ts'
import { printLine, warningPrinter } from './print-lines-and-warnings.ts'
import { RotatingLogFile } from './rotating-log-file.ts'
import { type ReadyMessage, SupervisedProcess } from './supervised-process.ts'

/** One of the service's processes; its output goes to a log file. */
export type ServiceProcess = {
  process: SupervisedProcess
  /** Never rejected; `onGivenUp` reports a process that does not start. */
  firstReady: Promise<ReadyMessage>
}

export type ServiceProcessOptions = {
  /** As in a sentence: "the API". */
  name: string
  /** Relative to the checkout. */
  script: string
  /** The complete environment: nothing of the launcher's own is added. */
  env: NodeJS.ProcessEnv
  logFile: string
  onGivenUp(sentence: string): void
}

const slowStartMs = 10_000

/** Starts a process, restarts it when it ends, and prints its warnings for the person at the terminal. */
export function startServiceProcess({ name, script, env, logFile, onGivenUp }: ServiceProcessOptions): ServiceProcess {
  const log = new RotatingLogFile(logFile)
  const warn = warningPrinter(name)
  const ready = Promise.withResolvers<ReadyMessage>()
  let times = 0
  const slow = setTimeout(() => printLine(`Still waiting for ${name}. Its log: ${logFile}`), slowStartMs)
  const supervised = new SupervisedProcess({
    name,
    env: { ...env },
    script: join(checkoutFolder, script),
    onOutput(chunk) {
      log.write(chunk)
      // Before the process is ready it reports a schema that the API is still making.
      if (times > 0) warn(chunk)
    },
    onReady(message) {
      clearTimeout(slow)
      times += 1
      if (times > 1) printLine(`${capitalized(name)} is ready again.`)
      ready.resolve(message)
    },
    onRestart: (how) => printLine(`${capitalized(name)} ended (${how}); starting it again. Its log: ${logFile}`),
    onGivenUp(sentence) {
      clearTimeout(slow)
      onGivenUp(sentence ? capitalized(sentence) : `${capitalized(name)} cannot start; its log says why: ${logFile}`)
    },
  })
  return { process: supervised, firstReady: ready.promise }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
