import { clientSettings, LOG_CHANNEL } from '@ledger/database/connection/connection-pool.ts'
import { Client } from 'pg'

/** After a connection that was lost, or could not be had. */
const RECONNECT_DELAY_MS = 500

export interface NotificationListener {
  close(): Promise<void>
}

/** A way to hear of what is appended to one company's log. */
export type ListenForCompany = (companyId: string, hint: () => void) => NotificationListener

/** One connection for whoever listens in a process, be it to a thousand companies; none while nobody does. */
export function openSharedListener(databaseUrl: string, onError: (error: Error) => void): ListenForCompany {
  const hints = new Map<string, Set<() => void>>()
  let listener: NotificationListener | undefined

  function pass(companyId: string | undefined): void {
    const heard = companyId === undefined ? [...hints.values()] : [hints.get(companyId) ?? []]
    for (const each of heard) for (const hint of each) hint()
  }

  return (companyId, hint) => {
    const own = hints.get(companyId) ?? new Set()
    hints.set(companyId, own.add(hint))
    listener ??= listenForAppends(databaseUrl, pass, onError)
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
 * Calls `hint` when something was appended, as long as it can be heard; where it cannot, it tries again on a new connection. A
 * notification can be lost: whoever must see every event looks, too.
 * @param hint is told to whose log; undefined where that is not known, and it may be anybody's
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
      // Of what was appended before it listened, it was not told.
      hint(undefined)
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
