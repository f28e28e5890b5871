import { LOG_CHANNEL } from '@ledger/database/connect.ts'
import type { Pool } from 'pg'

/** Nothing is lost with it, so its commit need not wait for the disk. */
const TELL = `BEGIN; SET LOCAL synchronous_commit = off; NOTIFY ${LOG_CHANNEL}; COMMIT`

/**
 * Tells the projections, after a commit, that there is something to read. On a connection of its own, one message at a time:
 * a NOTIFY inside the append would make all commits of the server wait for one another. A lost one costs a poll.
 */
export function openAnnouncer(pool: Pool, onError: (error: Error) => void): () => void {
  let underWay = false
  let again = false

  async function tell(): Promise<void> {
    underWay = true
    do {
      again = false
      // An error that cannot even be reported is not the end of all announcements.
      await pool
        .query(TELL)
        .catch(onError)
        .catch(() => undefined)
    } while (again)
    underWay = false
  }

  return () => {
    again = true
    if (!underWay) void tell()
  }
}
