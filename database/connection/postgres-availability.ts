import { setTimeout as sleep } from 'node:timers/promises'

/** The server was not reached, or the connection was lost: errors of the operating system. */
const UNREACHABLE_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ECONNABORTED|ENOTFOUND|EAI_AGAIN)$/
/** Connection exceptions; the server is stopping, crashed or starting; it has no free connection. */
const UNAVAILABLE_SQLSTATES = /^(08...|57P0[123]|53300)$/
/** Messages of the driver's errors that have no code. */
const LOST_CONNECTION_MESSAGES =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered a connection error)/

/**
 * Returns whether an error means that the database is unavailable for now, rather than that a setting or a query is
 * wrong.
 */
export function isPostgresUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    UNREACHABLE_CODES.test(code) || UNAVAILABLE_SQLSTATES.test(code) || LOST_CONNECTION_MESSAGES.test(error.message)
  )
}

const FIRST_RETRY_DELAY_MS = 250
const MAX_RETRY_DELAY_MS = 10_000

/**
 * Runs work that needs the database, and repeats it, without a limit, while the database is unavailable.
 * @param onUnavailable is called with the error each time
 */
export async function retryUntilAvailable<Result>(
  work: () => Promise<Result>,
  onUnavailable: (error: Error) => void,
): Promise<Result> {
  for (let waitMs = FIRST_RETRY_DELAY_MS; ; waitMs = Math.min(waitMs * 2, MAX_RETRY_DELAY_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Error) || !isPostgresUnavailable(error)) throw error
      onUnavailable(error)
      await sleep(waitMs)
    }
  }
}
