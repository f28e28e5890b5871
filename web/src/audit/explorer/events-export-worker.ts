import type { AuditEvent } from '@ledger/contracts/http/audit-schemas.ts'
import { EXPORT_ROWS_PER_PAGE } from '../../shared/api/export-page-size.ts'
import { bufferLines, type OnRowsRead } from '../../shared/export/file/buffered-lines.ts'
import { sheetToCsv } from '../../shared/export/file/csv.ts'
import type { WithCompanyName } from '../../shared/export/file/export-jobs.ts'
import { serveExportWorker } from '../../shared/export/file/serve-export-worker.ts'
import type { FileFormat } from '../../shared/export/file/sheet-model.ts'
import { sheetToXlsx } from '../../shared/export/file/xlsx-workbook.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import { readEvents } from '../api/read-events.ts'
import type { EventsQueryParams } from './event-search-params.ts'
import { eventSheet, eventSheetLine } from './event-spreadsheet.ts'

export interface EventsFileJob {
  readonly asked: EventsQueryParams
  readonly language: Language
  readonly format: FileFormat
}

serveExportWorker<WithCompanyName<EventsFileJob>>(makeEventsFile)

/** Makes a file of the events that match the filter, in the order of the log. */
async function makeEventsFile(told: WithCompanyName<EventsFileJob>, onRead: OnRowsRead): Promise<Blob | undefined> {
  const { asked, language, format, company } = told
  const lines = await bufferLines(
    eventPagesOf(asked),
    (event) => eventSheetLine(event, language, self.location.origin),
    onRead,
  )
  if (lines === undefined) return undefined
  const sheet = eventSheet(language)
  return format === 'csv' ? sheetToCsv(sheet, lines) : sheetToXlsx(sheet, lines, { company })
}

/** Yields the pages of events. The next one is requested while a page is written. */
async function* eventPagesOf(asked: EventsQueryParams): AsyncGenerator<readonly AuditEvent[]> {
  const read = (after: string) => readEvents({ query: { ...asked, after, limit: EXPORT_ROWS_PER_PAGE } })
  let coming: ReturnType<typeof read> | undefined = read('0')
  while (coming !== undefined) {
    const { events, next }: Awaited<typeof coming> = await coming
    coming = next === null ? undefined : read(next)
    yield events
  }
}
