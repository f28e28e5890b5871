import { setTimeout as sleep } from 'node:timers/promises'

/** Not reached, or cut off: errors of the operating system. */
const UNREACHABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ECONNABORTED|ENOTFOUND|EAI_AGAIN)$/
/** Connection exceptions; the server stops, crashed or is starting; it has no connection to spare. */
const UNAVAILABLE_SQLSTATES = /^(08...|57P0[123]|53300)$/
/** What the driver says without a code. */
const LOST_CONNECTION_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether an error means that the database is away for now, and neither the setting nor the question is wrong. */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    UNREACHABLE_CODES.test(code) || UNAVAILABLE_SQLSTATES.test(code) || LOST_CONNECTION_MESSAGES.test(error.message)
  )
}

const FIRST_RETRY_DELAY_MS = 250
const MAX_RETRY_DELAY_MS = 10_000

/** Does what needs the database, again and again while that is away, as long as it takes; `onAway` is told each time. */
export async function retryUntilAvailable<Result>(
  work: () => Promise<Result>,
  onAway: (error: Error) => void,
): Promise<Result> {
  for (let waitMs = FIRST_RETRY_DELAY_MS; ; waitMs = Math.min(waitMs * 2, MAX_RETRY_DELAY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !isPostgresUnavailable(error)) throw error
      onAway(error)
      await sleep(waitMs)
    }
  }
}
