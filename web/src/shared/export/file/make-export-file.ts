import type { OnRowsRead } from './buffered-lines.ts'
import type { ExportJob, WithHeading } from './export-jobs.ts'
import { readSheetContent } from './sheet-content.ts'
import { sheetToXlsx } from './xlsx-workbook.ts'

/**
 * Reads a list to its end and writes it into a workbook, in English (report-words.ts).
 * @param onRead called with the number of rows read so far
 * @returns the file; undefined where there is no row
 */
export async function makeExportFile(
  { heading, ...job }: WithHeading<ExportJob>,
  onRead: OnRowsRead,
): Promise<Blob | undefined> {
  const content = await readSheetContent(job, 'en', onRead)
  return content && sheetToXlsx(content.sheet, content.lines, { ...content.ending, heading })
}
