import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { type Client, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CannotRestore, type Section } from './format.ts'
import { listOf } from './holding.ts'
import { KEPT_TABLES } from './tables.ts'

/** A table of millions takes longer than a request may. */
export const LOADING = {
  name: 'site-ledger restore',
  options: '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c datestyle=ISO',
} as const

/** Where the lines of a section go; `end` when they are safe there. */
export interface Sink {
  write(lines: Buffer): Promise<void>
  end(): Promise<void>
}

export function tableSink(client: Client, section: Extract<Section, { table: string }>): Sink {
  if (!KEPT_TABLES.includes(section.table))
    throw new CannotRestore(`The backup has a table ${section.table}, which is unknown here`)
  const copy: Writable = client.query(
    copyFrom(`COPY ${escapeIdentifier(section.table)} (${listOf(section.columns)}) FROM STDIN`),
  )
  const done = finished(copy)
  // Awaited at the end; a row that is refused meanwhile is no unhandled rejection.
  done.catch(() => undefined)
  return {
    async write(lines) {
      if (!copy.write(lines)) await Promise.race([new Promise((resolve) => copy.once('drain', resolve)), done])
    },
    async end() {
      copy.end()
      await done
    },
  }
}

export async function fileSink(path: string): Promise<Sink> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const handle = await open(path, 'wx', 0o600)
  return {
    async write(lines) {
      await handle.write(lines)
    },
    async end() {
      await handle.sync()
      await handle.close()
    },
  }
}
