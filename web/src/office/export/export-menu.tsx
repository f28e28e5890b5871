import { FileSpreadsheet, FileText, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useExport } from '../../shared/export/dialog/use-export.ts'
import type { ExportJob } from '../../shared/export/file/export-worker-messages.ts'
import { fileNameFromParts } from '../../shared/export/file/file-name.ts'
import type { FileFormat } from '../../shared/export/file/sheet-model.ts'
import { aboutText, type ListHeading } from '../../shared/export/print/list-heading.ts'
import { rowsOfJob, usePrintPreview } from '../../shared/export/print/use-print-preview.tsx'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { DESK_CONTROL, DropMenu } from '../controls/drop-menu.tsx'
import { ExportedTotal } from './exported-total.tsx'

const words = inBothLanguages(
  {
    export: 'Export',
    excel: 'Excel',
    csv: 'CSV',
    print: 'Print or save as PDF',
    stop: (rows: string) => `Cancel (${rows} ${rows === '1' ? 'row' : 'rows'})`,
  },
  {
    export: 'डाउनलोड',
    excel: 'एक्सेल',
    csv: 'CSV',
    print: 'छापें या PDF सेव करें',
    stop: (rows: string) => (rows === '1' ? 'रहने दें (1 पंक्ति)' : `रहने दें (${rows} पंक्तियाँ)`),
  },
)

interface Props {
  /** The parts of the file's name: content, account, period (§3). */
  parts: readonly string[]
  job: ExportJob
  heading: ListHeading
  /** The number of rows, where it is known. */
  count: number | undefined
  /** The count and the total of what is exported, in words. */
  total: ReactNode
}

/**
 * The one place of an office's list for its files and its printed form, with the count and the total of what they hold.
 * While a file is made or the rows are read, a button stops it.
 */
export function ExportMenu({ parts, job, heading, count, total }: Props) {
  const t = useWords(words)
  const file = useExport()
  const form = usePrintPreview({
    heading,
    read: rowsOfJob(job),
    total: count,
  })
  const save = (format: FileFormat) =>
    file.start(
      job,
      { fileName: fileNameFromParts(...parts), format, heading: { about: aboutText(heading), period: heading.period } },
      count,
    )
  const rows = file.running?.rows ?? form.rowsRead
  return (
    <>
      {form.paper}
      {rows === undefined ? (
        <DropMenu label={t.export}>
          {(close) => (
            <>
              <ExportedTotal>{total}</ExportedTotal>
              {(
                [
                  [t.excel, FileSpreadsheet, () => save('xlsx')],
                  [t.csv, FileText, () => save('csv')],
                  [t.print, Printer, form.open],
                ] as const
              ).map(([label, Icon, run]) => (
                <button
                  key={label}
                  type="button"
                  onClick={() => {
                    close()
                    run()
                  }}
                  className="flex min-h-9 w-full items-center gap-2.5 whitespace-nowrap px-3 hover:bg-ground max-lg:min-h-11"
                >
                  <Icon className="size-4" aria-hidden="true" />
                  {label}
                </button>
              ))}
            </>
          )}
        </DropMenu>
      ) : (
        <>
          <button
            type="button"
            onClick={() => {
              file.cancel()
              form.close()
            }}
            className={`${DESK_CONTROL} figures font-strong max-lg:min-h-11`}
          >
            {t.stop(countText(rows))}
          </button>
          <span role="status" className="sr-only">
            {t.stop(countText(rows))}
          </span>
        </>
      )}
    </>
  )
}
