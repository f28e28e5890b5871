// Reads pieces of the log, or of read tables, on its own connection: hashes the bytes of each row (the limit), or
// verifies the chain.
import { hash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { openConnection } from '@ledger/database/one-connection.ts'
import { COLUMNS } from '@ledger/database/stored-event.ts'
import { sealedEvents } from '@ledger/ledger-service/event-store/rows.ts'
import { type ChainEnd, firstBad } from '@ledger/ledger-service/proof/check-chain.ts'
import { liveRows } from '@ledger/projections/live-rows.ts'
import { sql } from 'kysely'
import type { LogWork, Piece } from './log-threads.ts'

const { databaseUrl, companyId, work } = workerData as LogWork
const onError = (error: Error) => {
  throw error
}
const db = await openConnection(databaseUrl, { name: 'bench log', options: '-c statement_timeout=0', onError })

/** The number of rows that sealedEvents reads at a time. */
const PAGE = 5000

async function* rows({ after, upTo }: { after: number; upTo: number }): AsyncGenerator<Buffer[]> {
  for (let from = after; from < upTo; from += PAGE) {
    const query = sql`
      COPY (
        SELECT ${sql.raw(COLUMNS)} FROM events WHERE company_id = ${sql.lit(companyId)}
          AND position > ${sql.lit(from)} AND position <= ${sql.lit(Math.min(from + PAGE, upTo))} ORDER BY position
      ) TO STDOUT (FORMAT binary)`.compile(db)
    for await (const page of db.getExecutor().stream<Buffer>(query, Number.MAX_SAFE_INTEGER)) yield page.rows
  }
}

type Stretch = Extract<Piece, { after: number }>

const WORK: Record<LogWork['work'], (stretch: Stretch) => Promise<void>> = {
  hash: async (stretch) => hashAll(rows(stretch)),
  async chain({ after, upTo }) {
    let end: ChainEnd | undefined
    for await (const page of sealedEvents(db, companyId, { after, upTo })) {
      const [first] = page
      if (!first) break
      const bad = firstBad(end ?? { position: after, hash: first.prevHash, recordedAt: '' }, page)
      if (bad) throw new Error(`The event at ${bad.position} is bad: ${bad.reason}`)
      end = page.at(-1)
    }
  },
}

async function hashAll(pages: AsyncGenerator<Buffer[]>): Promise<void> {
  for await (const page of pages) for (const row of page) hash('sha256', row, 'hex')
}

async function answer(piece: Piece): Promise<void> {
  if (!piece) {
    await db.destroy()
    parentPort?.close()
    return
  }
  await ('table' in piece ? hashAll(liveRows(db, companyId, piece)) : WORK[work](piece))
  parentPort?.postMessage('done')
}
parentPort?.on('message', answer)
