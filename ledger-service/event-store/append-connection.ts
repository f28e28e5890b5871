import { clientSettings } from '@ledger/database/connect.ts'
import { Client, type DatabaseError } from 'pg'
import type { Decided } from './batch.ts'
import type { Head } from './chain.ts'
import { type Sent, sendBatch, verdictOn } from './send-batch.ts'
import { LedgerUnavailable, OutcomeUnknown } from './submission.ts'

/** Every statement goes by key, however few or unanalysed the rows, and is planned once. */
const BY_KEY =
  '-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan'

/** A batch was decided on what is not so any more, and nothing of it recorded: to be decided again, on what is read anew. */
export class Overtaken extends Error {}

/** The one connection of a log, opened when it is needed. What is sent on it is done in the order in which it was sent. */
export interface AppendConnection {
  /** The connection that is open; undefined before the first one, and after a loss until somebody opens another. */
  opened(): Client | undefined
  /** @throws LedgerUnavailable */
  open(): Promise<Client>
  /** No more is sent on it. What is on its way is still answered, and a transaction that is open ends with it. */
  forget(client: Client): void
  /**
   * Sends what a batch writes, and its commit, at once. `begun` is whether the transaction is open.
   * @returns when the commit is confirmed: milliseconds by statement. Rejected with Overtaken, LedgerUnavailable or a
   *   DatabaseError where nothing was recorded, with OutcomeUnknown where that cannot be said
   * @throws TypeError or RangeError where a value does not fit its column: then nothing was sent
   */
  write(client: Client, from: Head, decided: Decided, begun: boolean): Promise<Sent['times']>
  close(): Promise<void>
}

export function openConnection({
  databaseUrl,
  companyId,
  onError,
}: {
  databaseUrl: string
  companyId: string
  onError: (error: Error) => void
}): AppendConnection {
  let opening: Promise<Client> | undefined
  let current: Client | undefined

  function open(): Promise<Client> {
    opening ??= connect().catch((error) => {
      opening = undefined
      throw new LedgerUnavailable('The database is away', { cause: error })
    })
    return opening
  }

  async function connect(): Promise<Client> {
    const base = clientSettings(databaseUrl, { name: 'site-ledger append', options: BY_KEY })
    const client = new Client({ ...base, pipeline: true })
    client.on('error', (error) => {
      onError(error)
      forget(client)
    })
    await client.connect()
    current = client
    return client
  }

  function forget(client: Client): void {
    if (current === client) {
      current = undefined
      opening = undefined
    }
    client.end().catch(onError)
  }

  function write(client: Client, from: Head, decided: Decided, begun: boolean): Promise<Sent['times']> {
    return confirmed(client, sendBatch(client, companyId, from, decided, begun))
  }

  async function confirmed(client: Client, sent: Sent): Promise<Sent['times']> {
    let warning: string | undefined
    // Of two batches on the wire it counts against both.
    const onNotice = (notice: { severity?: string | undefined; message?: string | undefined }) => {
      if (notice.severity === 'WARNING') warning = notice.message
    }
    client.on('notice', onNotice)
    const verdict = await verdictOn(sent)
    client.off('notice', onNotice)
    switch (verdict.is) {
      case 'overtaken':
        throw new Overtaken('The batch was overtaken')
      case 'refused':
        throw faultOf(verdict.error)
      case 'committed':
        // PostgreSQL says so that it could not wait for its standby: not what was promised.
        if (warning === undefined) return sent.times
        forget(client)
        throw new OutcomeUnknown(warning)
      case 'unknown':
        forget(client)
        throw new OutcomeUnknown('The connection was lost during the commit', { cause: verdict.error })
    }
  }

  async function close(): Promise<void> {
    const client = await opening?.catch(() => undefined)
    await client?.end()
  }

  return { opened: () => current, open, forget, write, close }
}

/** Disk full, read-only, shutting down, timed out: nobody's command is at fault. Anything else is one command's. */
export function faultOf(error: DatabaseError): Error {
  const shared = /^(53|57|58|25006|08|40)/.test(error.code ?? '')
  return shared ? new LedgerUnavailable('The database refuses to work', { cause: error }) : error
}
