import type { Language } from '@ledger/contracts/languages.ts'
import { FileLock2, FileSpreadsheet, FileText, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { fileNameFromParts } from '../../shared/export/file/file-name.ts'
import { useFileDownload } from '../../shared/export/file/use-file-download.ts'
import type { PrintableList } from '../../shared/export/print/printable-list.ts'
import { usePrintPreview } from '../../shared/export/print/use-print-preview.tsx'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import type { BookFormat } from '../api/report-queries.ts'
import { DESK_CONTROL, DropMenu } from '../controls/drop-menu.tsx'
import { ExportedTotal } from './exported-total.tsx'

const words = inBothLanguages(
  {
    excel: 'Excel',
    csv: 'CSV',
    pdf: 'PDF',
    print: 'Print',
    proof: 'Proof of the seal (JSON)',
    preparing: 'Stop (the file is being prepared)',
    at: (done: string, all: string) => `Stop (${done} of ${all} rows)`,
    reading: (rows: string) => (rows === '1' ? 'Stop (1 row read)' : `Stop (${rows} rows read)`),
    failed: 'The file could not be made',
  },
  {
    excel: 'एक्सेल',
    csv: 'CSV',
    pdf: 'PDF',
    print: 'छापें',
    proof: 'मुहर का प्रमाण (JSON)',
    preparing: 'रोकें (फ़ाइल बन रही है)',
    at: (done: string, all: string) => `रोकें (${all} में से ${done} पंक्तियाँ)`,
    reading: (rows: string) => `रोकें (${rows} पंक्तियाँ आईं)`,
    failed: 'फ़ाइल नहीं बन पाई',
  },
)

const BOOK_FORMATS = [
  { format: 'xlsx', name: 'excel', Icon: FileSpreadsheet },
  { format: 'csv', name: 'csv', Icon: FileText },
  { format: 'pdf', name: 'pdf', Icon: FileText },
] as const satisfies { format: BookFormat; [other: string]: unknown }[]

interface Props {
  label: string
  /** The parts of the file's name: content, account, period (§3). */
  parts: readonly string[]
  /** Returns the address of the file, in the language of the reader. */
  addressOf(format: BookFormat, language: Language): string
  /** The count and the total of the book, in words. */
  total: ReactNode
  /** The printed form with all rows of the book, whatever of them the screen has loaded. */
  print: PrintableList
  /** The address of the file that proves itself (`tools/verify`); absent where nothing is sealed. */
  proof?: string | undefined
}

const ITEM_LOOK = 'flex min-h-9 w-full items-center gap-2.5 whitespace-nowrap px-3 hover:bg-ground max-lg:min-h-11'

/**
 * The files of a book that the server makes, and its printed form. While a file is made or the rows are read, a button
 * says how far it is and stops it.
 */
export function BookDownloads({ label, parts, addressOf, total, print, proof }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { making, fetch, stop } = useFileDownload(t.failed)
  const form = usePrintPreview(print)
  const files = [
    ...BOOK_FORMATS.map((one) => ({ ...one, address: addressOf(one.format, language) })),
    ...(proof === undefined ? [] : [{ format: 'json', name: 'proof', Icon: FileLock2, address: proof } as const]),
  ]
  const said =
    making !== undefined
      ? making.of === 0
        ? t.preparing
        : t.at(countText(making.events), countText(making.of))
      : form.rowsRead === undefined
        ? undefined
        : t.reading(countText(form.rowsRead))
  return (
    <>
      {form.paper}
      {said === undefined ? (
        <DropMenu label={label}>
          {(close) => (
            <>
              <ExportedTotal>{total}</ExportedTotal>
              {files.map(({ format, name, Icon, address }) => (
                <button
                  key={format}
                  type="button"
                  onClick={() => {
                    close()
                    fetch(address, `${fileNameFromParts(...parts)}.${format}`)
                  }}
                  className={ITEM_LOOK}
                >
                  <Icon className="size-4" aria-hidden="true" />
                  {t[name]}
                </button>
              ))}
              <button
                type="button"
                onClick={() => {
                  close()
                  form.open()
                }}
                className={ITEM_LOOK}
              >
                <Printer className="size-4" aria-hidden="true" />
                {t.print}
              </button>
            </>
          )}
        </DropMenu>
      ) : (
        <>
          <button
            type="button"
            onClick={making === undefined ? form.close : stop}
            className={`${DESK_CONTROL} figures font-strong max-lg:min-h-11`}
          >
            {said}
          </button>
          <span role="status" className="sr-only">
            {said}
          </span>
        </>
      )}
    </>
  )
}
