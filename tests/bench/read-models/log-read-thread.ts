// Reads pieces of the log, or of read tables, on its own connection: hashes the bytes of each row (the limit), or
// verifies the chain.
import { hash } from 'node:crypto'
import { parentPort, workerData } from 'node:worker_threads'
import { STORED_EVENT_COLUMNS } from '@ledger/database/binary/event-decoder.ts'
import { copyRows } from '@ledger/database/binary/run-copy.ts'
import { openDedicatedConnection } from '@ledger/database/connection/dedicated-connection.ts'
import { readStoredEventPages } from '@ledger/ledger-service/event-store/read/stored-event-pages.ts'
import { type ChainEnd, findFirstBadEvent } from '@ledger/ledger-service/proof/verification/verify-chain.ts'
import { type RawBuilder, sql } from 'kysely'
import type { LogPiece, LogReadTask } from './log-read-threads.ts'

const { databaseUrl, companyId, work } = workerData as LogReadTask
const onError = (error: Error) => {
  throw error
}
const db = await openDedicatedConnection(databaseUrl, { name: 'bench log', options: '-c statement_timeout=0', onError })

/** The number of rows that readStoredEventPages reads at a time. */
const EVENTS_PER_COPY_PAGE = 5000

async function* rows({ after, upTo }: { after: number; upTo: number }): AsyncGenerator<Buffer[]> {
  for (let from = after; from < upTo; from += EVENTS_PER_COPY_PAGE) {
    const to = Math.min(from + EVENTS_PER_COPY_PAGE, upTo)
    yield* copyPages(sql`
      SELECT ${sql.raw(STORED_EVENT_COLUMNS)} FROM events WHERE company_id = ${sql.lit(companyId)}
        AND position > ${sql.lit(from)} AND position <= ${sql.lit(to)} ORDER BY position`)
  }
}

async function* copyPages(selected: RawBuilder<unknown>): AsyncGenerator<Buffer[]> {
  yield await copyRows(db, sql`COPY (${selected}) TO STDOUT (FORMAT binary)`)
}

const copyTable = (table: string) =>
  copyPages(sql`SELECT * FROM ${sql.table(`read.${table}`)} WHERE company_id = ${sql.lit(companyId)}`)

type EventRangePiece = Extract<LogPiece, { after: number }>

const WORK: Record<LogReadTask['work'], (range: EventRangePiece) => Promise<void>> = {
  hash: async (range) => hashAll(rows(range)),
  async chain({ after, upTo }) {
    let end: ChainEnd | undefined
    for await (const page of readStoredEventPages(db, companyId, { after, upTo })) {
      const [first] = page
      if (!first) break
      const bad = findFirstBadEvent(end ?? { position: after, hash: first.prevHash, recordedAt: '' }, page)
      if (bad) throw new Error(`The event at ${bad.position} is bad: ${bad.reason}`)
      end = page.at(-1)
    }
  },
}

async function hashAll(pages: AsyncGenerator<Buffer[]>): Promise<void> {
  for await (const page of pages) for (const row of page) hash('sha256', row, 'hex')
}

async function answer(piece: LogPiece): Promise<void> {
  if (!piece) {
    await db.destroy()
    parentPort?.close()
    return
  }
  await ('table' in piece ? hashAll(copyTable(piece.table)) : WORK[work](piece))
  parentPort?.postMessage('done')
}
parentPort?.on('message', answer)
