import { LOG_CHANNEL } from '@ledger/database/notification-channels.ts'
import type { Pool } from 'pg'

/** Settings of the server for a connection that only sends notifications. */
export const ASYNC_COMMIT = '-c synchronous_commit=off'

const NOTIFY_STATEMENT = {
  name: 'notify-append',
  text: `SELECT pg_notify('${LOG_CHANNEL}', company) FROM unnest($1::text[]) AS company`,
}

/**
 * Opens the publisher that notifies the projections, after a commit, of the companies whose log has new events. It uses
 * a connection of its own, one message at a time: a NOTIFY inside the append would make all commits of the server wait
 * for one another. A lost notification costs one poll, so the commits of the connections in `pool` need not wait for
 * the disk.
 */
export function openNotifyPublisher(pool: Pool, onError: (error: Error) => void): (companyId: string) => void {
  let isPublishing = false
  let waiting = new Set<string>()

  async function publish(): Promise<void> {
    isPublishing = true
    do {
      const companies = [...waiting]
      waiting = new Set()
      // An error while an error is reported must not end the publisher.
      await pool
        .query({ ...NOTIFY_STATEMENT, values: [companies] })
        .catch(onError)
        .catch(() => undefined)
    } while (waiting.size > 0)
    isPublishing = false
  }

  return (companyId) => {
    waiting.add(companyId)
    if (!isPublishing) void publish()
  }
}
