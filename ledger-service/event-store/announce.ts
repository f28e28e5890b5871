import { LOG_CHANNEL } from '@ledger/database/connect.ts'
import type { Pool } from 'pg'

/** Settings of the server for a connection that only announces. */
export const LIGHTLY = '-c synchronous_commit=off'

const TELL = `NOTIFY ${LOG_CHANNEL}`

/**
 * Tells the projections, after a commit, that there is something to read. On a connection of its own, one message at a time:
 * a NOTIFY inside the append would make all commits of the server wait for one another. A lost one costs a poll, so the commits of
 * the connections in `pool` need not wait for the disk (LIGHTLY).
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
