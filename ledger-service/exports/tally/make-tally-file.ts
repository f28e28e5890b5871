import { createHash } from 'node:crypto'
import type { EventData, LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { TallyFormat, TallyMapLine } from '@ledger/contracts/http/tally/tally-schemas.ts'
import { decodeEvent } from '@ledger/database/binary/event-decoder.ts'
import { readStoredEvents } from '@ledger/database/binary/stored-event-reader.ts'
import type { Database } from '@ledger/database/tables/database-schema.ts'
import type { Kysely } from 'kysely'
import { readStoredEventPages } from '../../event-store/read/stored-event-pages.ts'
import { journalCsv } from './journal-csv-for-other-programs.ts'
import { TALLY_EVENT_TYPES, type TallyBook, TallyFold, type TallyPeriod } from './tally-fold.ts'
import type { TallyLayout } from './tally-layout-version.ts'
import { tallyXml } from './tally-xml.ts'

/** A file for Tally: these determine every byte of it, whatever the log holds later. */
export interface TallyFileInput extends TallyPeriod {
  format: TallyFormat
  layout: TallyLayout
  /** The last event that it covers. */
  position: number
}

/** The facts of a file for some days, as plain data. */
export type TallySummary = Pick<
  TallyBook,
  'lines' | 'unmapped' | 'useDefaults' | 'altered' | 'cancelled' | 'after' | 'closedUpTo'
> & { vouchers: number }

export type OnTallyProgress = (done: { events: number; of: number }) => void
type TallyExported = Extract<LedgerEvent, { type: 'TallyExported' }>

/** Reads the files that were made for Tally up to a position, in the order of the log. */
export async function readTallyExports(
  db: Kysely<Database>,
  companyId: string,
  upTo = Number.MAX_SAFE_INTEGER,
): Promise<TallyExported[]> {
  const found = await db
    .selectFrom('events')
    .select('position')
    .where('company_id', '=', companyId)
    .where('type', 'in', ['TallyMapChanged', 'TallyExported'])
    .where('type', '=', 'TallyExported')
    .where('position', '<=', upTo)
    .orderBy('position')
    .execute()
  if (found.length === 0) return []
  const stored = await readStoredEvents(db, companyId, { at: found.map(({ position }) => position) })
  return stored.map(decodeEvent) as TallyExported[]
}

/** Returns what the map says about the days of a file. */
export async function summarizeTally(
  db: Kysely<Database>,
  companyId: string,
  input: TallyFileInput,
  onProgress: OnTallyProgress,
): Promise<TallySummary> {
  return summaryOf(await foldTallyBook(db, companyId, input, onProgress))
}

/** Returns the record of a file without its bytes; without `file` where something has no ledger. */
export async function measureTallyFile(
  db: Kysely<Database>,
  companyId: string,
  input: TallyFileInput,
  onProgress: OnTallyProgress,
): Promise<{ unmapped: TallyMapLine[]; file?: EventData<'TallyExported'> }> {
  const book = await foldTallyBook(db, companyId, input, onProgress)
  const { unmapped, vouchers, ...summary } = summaryOf(book)
  if (unmapped.length > 0) return { unmapped }
  const digest = createHash('sha256')
  let bytes = 0
  for (const piece of piecesOf(book, input.format)) {
    digest.update(piece)
    bytes += piece.length
  }
  const { altered, cancelled, after, closedUpTo } = summary
  const file = {
    vouchers,
    altered,
    cancelled,
    after,
    closedUpTo,
    bytes,
    sha256: digest.digest('hex'),
  }
  return { unmapped, file: { ...input, ...file } }
}

/** Yields the bytes of a file. */
export async function* tallyFileBytes(
  db: Kysely<Database>,
  companyId: string,
  input: TallyFileInput,
  onProgress: OnTallyProgress,
): AsyncGenerator<Buffer> {
  yield* piecesOf(await foldTallyBook(db, companyId, input, onProgress), input.format)
}

function* piecesOf(book: TallyBook, format: TallyFormat): Generator<Buffer> {
  for (const text of format === 'xml' ? tallyXml(book) : journalCsv(book)) yield Buffer.from(text)
}

function summaryOf(book: TallyBook): TallySummary {
  const { lines, unmapped, useDefaults, entries: vouchers, altered, cancelled, after, closedUpTo } = book
  return { lines, unmapped, useDefaults, altered, cancelled, after, closedUpTo, vouchers }
}

/** Only files of XML were for Tally: what changed since is told against them. */
async function foldTallyBook(
  db: Kysely<Database>,
  companyId: string,
  { from, to, position, layout }: TallyFileInput,
  onProgress: OnTallyProgress,
): Promise<TallyBook> {
  const exports = await readTallyExports(db, companyId, position)
  const earlier = exports
    .flatMap(({ data }) => (data.format === 'xml' ? [data] : []))
    .sort((a, b) => a.position - b.position)
  const fold = new TallyFold({ from, to }, earlier, layout)
  for await (const page of readStoredEventPages(db, companyId, { upTo: position })) {
    for (const event of page) if (TALLY_EVENT_TYPES.has(event.type)) fold.apply(decodeEvent(event))
    onProgress({ events: page.at(-1)?.position ?? 0, of: position })
  }
  return fold.book()
}
