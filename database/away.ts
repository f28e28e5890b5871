import { setTimeout as sleep } from 'node:timers/promises'

/** Not reached, or cut off: errors of the operating system. */
const UNREACHED =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ECONNABORTED|ENOTFOUND|EAI_AGAIN)$/
/** Connection exceptions; the server stops, crashed or is starting; it has no connection to spare. */
const REFUSED = /^(08...|57P0[123]|53300)$/
/** What the driver says without a code. */
const LOST =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error means that the database is away for now, and neither the setting nor the question is wrong. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return UNREACHED.test(code) || REFUSED.test(code) || LOST.test(error.message)
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000

/** Does what needs the database, again and again while that is away, as long as it takes; `onAway` is told each time. */
export async function whenThere<Result>(work: () => Promise<Result>, onAway: (error: Error) => void): Promise<Result> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !isAway(error)) throw error
      onAway(error)
      await sleep(waitMs)
    }
  }
}
