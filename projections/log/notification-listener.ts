import { clientSettings } from '@ledger/database/connection/connection-pool.ts'
import { LOG_CHANNEL } from '@ledger/database/notification-channels.ts'
import { toError } from '@ledger/database/process/to-error.ts'
import { Client } from 'pg'

/** The wait after a connection was lost or refused. */
const RECONNECT_DELAY_MS = 500

export interface NotificationListener {
  close(): Promise<void>
}

/** Subscribes to the appends of one company's log: `hint` is called after each. */
export type ListenForCompany = (companyId: string, hint: () => void) => NotificationListener

/**
 * Returns a function that subscribes to the appends of a company. All subscriptions of a process share one connection,
 * be they a thousand; without a subscription there is none.
 */
export function openSharedListener(databaseUrl: string, onError: (error: Error) => void): ListenForCompany {
  const hints = new Map<string, Set<() => void>>()
  let listener: NotificationListener | undefined

  function notify(companyId: string | undefined): void {
    const subscribed = companyId === undefined ? [...hints.values()] : [hints.get(companyId) ?? []]
    for (const each of subscribed) for (const hint of each) hint()
  }

  return (companyId, hint) => {
    const own = hints.get(companyId) ?? new Set()
    hints.set(companyId, own.add(hint))
    listener ??= listenForAppends(databaseUrl, notify, onError)
    return {
      async close() {
        own.delete(hint)
        if (own.size === 0) hints.delete(companyId)
        if (hints.size > 0) return
        const last = listener
        listener = undefined
        await last?.close()
      },
    }
  }
}

/**
 * Calls `hint` when something was appended, and reconnects where the connection is lost. A notification can be lost: a
 * caller that must see every event also polls.
 * @param hint gets the company whose log was appended to; undefined where it may be any company
 */
export function listenForAppends(
  databaseUrl: string,
  hint: (companyId: string | undefined) => void,
  onError: (error: Error) => void,
  { channel = LOG_CHANNEL, name = 'site-ledger listen' } = {},
): NotificationListener {
  let client: Client | undefined
  let again: NodeJS.Timeout | undefined
  let closed = false
  let opening = open()

  async function open(): Promise<void> {
    const own = new Client(clientSettings(databaseUrl, { name }))
    client = own
    own.on('error', onError)
    own.on('notification', ({ payload }) => hint(payload || undefined))
    own.on('end', () => {
      if (own === client) retry()
    })
    try {
      await own.connect()
      await own.query(`LISTEN ${channel}`)
      // Appends before LISTEN were not announced to this connection.
      hint(undefined)
    } catch (error) {
      onError(toError(error))
      // Ends the connection: it does not listen, and no other code ends it.
      own.end().catch(onError)
      if (own === client) retry()
    }
  }

  function retry(): void {
    client = undefined
    if (closed) return
    again = setTimeout(() => {
      opening = open()
    }, RECONNECT_DELAY_MS)
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
