import { clientSettings, LOG_CHANNEL } from '@ledger/database/connect.ts'
import { Client } from 'pg'

/** After a connection that was lost, or could not be had. */
const AGAIN_MS = 500

export interface Listener {
  close(): Promise<void>
}

/**
 * Calls `hint` when something was appended, as long as it can be heard; where it cannot, it tries again on a new connection. A
 * notification can be lost: whoever must see every event looks, too.
 */
export function listen(databaseUrl: string, hint: () => void, onError: (error: Error) => void): Listener {
  let client: Client | undefined
  let again: NodeJS.Timeout | undefined
  let closed = false
  let opening = open()

  async function open(): Promise<void> {
    const own = new Client(clientSettings(databaseUrl, { name: 'site-ledger listen' }))
    client = own
    own.on('error', onError)
    own.on('notification', hint)
    own.on('end', () => {
      if (own === client) retry()
    })
    try {
      await own.connect()
      await own.query(`LISTEN ${LOG_CHANNEL}`)
      // Of what was appended before it listened, it was not told.
      hint()
    } catch (error) {
      onError(error instanceof Error ? error : new Error(String(error)))
      // A connection that does not listen is of no use, and nobody else would end it.
      own.end().catch(onError)
      if (own === client) retry()
    }
  }

  function retry(): void {
    client = undefined
    if (closed) return
    again = setTimeout(() => {
      opening = open()
    }, AGAIN_MS)
  }

  return {
    async close() {
      closed = true
      clearTimeout(again)
      await opening
      await client?.end()
    },
  }
}
