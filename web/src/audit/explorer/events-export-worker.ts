import type { OnRowsRead } from '../../shared/export/file/buffered-lines.ts'
import type { WithHeading } from '../../shared/export/file/export-worker-messages.ts'
import { serveExportWorker } from '../../shared/export/file/serve-export-worker.ts'
import type { FileFormat } from '../../shared/export/file/sheet-model.ts'
import { sheetToCsv } from '../../shared/export/format/csv.ts'
import { sheetToXlsx } from '../../shared/export/format/xlsx-workbook.ts'
import type { Language } from '../../shared/language/language-setting.ts'
import type { EventsQueryParams } from './event-search-params.ts'
import { readEventSheetContent } from './read-events-for-spreadsheet.ts'

export interface EventsFileJob {
  readonly asked: EventsQueryParams
  readonly language: Language
  readonly format: FileFormat
}

serveExportWorker<WithHeading<EventsFileJob>>(makeEventsFile)

/** Makes a file of the events that match the filter, in the order of the log. */
async function makeEventsFile(told: WithHeading<EventsFileJob>, onRead: OnRowsRead): Promise<Blob | undefined> {
  const { asked, language, format, heading } = told
  const content = await readEventSheetContent(asked, language, onRead)
  if (content === undefined) return undefined
  const { sheet, lines } = content
  return format === 'csv' ? sheetToCsv(sheet, lines) : sheetToXlsx(sheet, lines, { heading })
}
