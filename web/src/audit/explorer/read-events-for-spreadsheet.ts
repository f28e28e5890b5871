import type { AuditEvent } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import { EXPORT_ROWS_PER_PAGE } from '../../shared/api/export-page-size.ts'
import { bufferLines, type OnRowsRead } from '../../shared/export/file/buffered-lines.ts'
import type { SheetContent } from '../../shared/export/file/read-sheet-content.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { readEvents } from '../api/read-events.ts'
import type { EventsQueryParams } from './event-search-params.ts'
import { eventSheet, eventSheetLine } from './event-spreadsheet.ts'

/** Reads the events that match the filter, in the order of the log, as a table; undefined where there is none. */
export async function readEventSheetContent(
  asked: EventsQueryParams,
  language: Language,
  onRead: OnRowsRead,
): Promise<SheetContent | undefined> {
  const lineOf = (event: AuditEvent) => eventSheetLine(event, language, self.location.origin)
  const lines = await bufferLines(eventPagesOf(asked), lineOf, onRead)
  return lines && { sheet: eventSheet(language), lines, ending: {} }
}

/** Yields the pages of events. The next one is requested while a page is written. */
async function* eventPagesOf(asked: EventsQueryParams): AsyncGenerator<readonly AuditEvent[]> {
  const read = (after: string) => readEvents({ query: { ...asked, after, limit: EXPORT_ROWS_PER_PAGE } })
  let coming: ReturnType<typeof read> | undefined = read('0')
  while (coming !== undefined) {
    const { events, next }: Awaited<typeof coming> = await coming
    coming = next === null ? undefined : read(next)
    // The reader of the pages may end before this one is awaited.
    coming?.catch(() => undefined)
    yield events
  }
}
