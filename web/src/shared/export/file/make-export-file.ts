import { sheetToCsv } from '../format/csv.ts'
import { sheetToXlsx } from '../format/xlsx-workbook.ts'
import type { OnRowsRead } from './buffered-lines.ts'
import type { ExportJob, WithHeading } from './export-worker-messages.ts'
import { readSheetContent } from './read-sheet-content.ts'
import type { FileFormat } from './sheet-model.ts'

/**
 * Reads a list to its end and writes it into a workbook or as CSV, in English (report-words.ts). CSV has no summary: it
 * is for programs.
 * @param onRead called with the number of rows read so far
 * @returns the file; undefined where there is no row
 */
export async function makeExportFile(
  { heading, format = 'xlsx', ...job }: WithHeading<ExportJob & { readonly format?: FileFormat }>,
  onRead: OnRowsRead,
): Promise<Blob | undefined> {
  const content = await readSheetContent(job, 'en', onRead)
  if (content === undefined) return undefined
  if (format === 'csv') return sheetToCsv(content.sheet, content.lines, content.ending)
  return sheetToXlsx(content.sheet, content.lines, { ...content.ending, heading })
}
