import type { AuditEvent } from '@ledger/contracts/audit.ts'
import { FILE_PAGE } from '../../shared/api/file-page.ts'
import { csvOf } from '../../shared/export/csv.ts'
import type { Told } from '../../shared/export/jobs.ts'
import { linesOf, type OnRead } from '../../shared/export/kept-lines.ts'
import { serve } from '../../shared/export/serve.ts'
import type { Format } from '../../shared/export/sheet.ts'
import { workbookOf } from '../../shared/export/workbook.ts'
import type { Language } from '../../shared/language/language.ts'
import { readEvents } from '../calls/read-events.ts'
import type { EventsAsked } from './event-filter.ts'
import { eventLine, eventSheet } from './event-sheet.ts'

export interface EventsFile {
  readonly asked: EventsAsked
  readonly language: Language
  readonly format: Format
}

serve<Told<EventsFile>>(eventsFile)

/** Makes a file of the events that match the filter, in the order of the log. */
async function eventsFile(told: Told<EventsFile>, onRead: OnRead): Promise<Blob | undefined> {
  const { asked, language, format, company } = told
  const lines = await linesOf(pagesOf(asked), (event) => eventLine(event, language, self.location.origin), onRead)
  if (lines === undefined) return undefined
  const sheet = eventSheet(language)
  return format === 'csv' ? csvOf(sheet, lines) : workbookOf(sheet, lines, { company })
}

/** Yields the pages of events. The next one is requested while a page is written. */
async function* pagesOf(asked: EventsAsked): AsyncGenerator<readonly AuditEvent[]> {
  const read = (after: string) => readEvents({ query: { ...asked, after, limit: FILE_PAGE } })
  let coming: ReturnType<typeof read> | undefined = read('0')
  while (coming !== undefined) {
    const { events, next }: Awaited<typeof coming> = await coming
    coming = next === null ? undefined : read(next)
    yield events
  }
}
