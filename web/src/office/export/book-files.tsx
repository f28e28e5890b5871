import type { Language } from '@ledger/contracts/languages.ts'
import { FileLock2, FileSpreadsheet, FileText } from 'lucide-react'
import { useFileDownload } from '../../audit/frame/use-file-download.ts'
import { fileNameFromParts } from '../../shared/export/file/file-name.ts'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import type { BookFormat } from '../api/report-queries.ts'
import { DESK_CONTROL, DropMenu } from '../controls/drop-menu.tsx'

const words = inBothLanguages(
  {
    excel: 'Excel',
    csv: 'CSV',
    pdf: 'PDF',
    proof: 'Proof of the seal (JSON)',
    preparing: 'Stop (the file is being prepared)',
    at: (done: string, all: string) => `Stop (${done} of ${all} rows)`,
    failed: 'The file could not be made',
  },
  {
    excel: 'एक्सेल',
    csv: 'CSV',
    pdf: 'PDF',
    proof: 'मुहर का प्रमाण (JSON)',
    preparing: 'रोकें (फ़ाइल बन रही है)',
    at: (done: string, all: string) => `रोकें (${all} में से ${done} पंक्तियाँ)`,
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
  /** The address of the file that proves itself (`tools/verify`); absent where nothing is sealed. */
  proof?: string | undefined
}

/** The files of a book that the server makes. While one is made, a button says how far it is and stops it. */
export function BookFiles({ label, parts, addressOf, proof }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { making, fetch, stop } = useFileDownload(t.failed)
  if (making !== undefined) {
    const { events, of } = making
    const said = of === 0 ? t.preparing : t.at(countText(events), countText(of))
    return (
      <>
        <button type="button" onClick={stop} className={`${DESK_CONTROL} figures font-strong max-lg:min-h-11`}>
          {said}
        </button>
        <span role="status" className="sr-only">
          {said}
        </span>
      </>
    )
  }
  const files = [
    ...BOOK_FORMATS.map((one) => ({ ...one, address: addressOf(one.format, language) })),
    ...(proof === undefined ? [] : [{ format: 'json', name: 'proof', Icon: FileLock2, address: proof } as const]),
  ]
  return (
    <DropMenu label={label}>
      {(close) =>
        files.map(({ format, name, Icon, address }) => (
          <button
            key={format}
            type="button"
            onClick={() => {
              close()
              fetch(address, `${fileNameFromParts(...parts)}.${format}`)
            }}
            className="flex min-h-9 w-full items-center gap-2.5 whitespace-nowrap px-3 hover:bg-ground max-lg:min-h-11"
          >
            <Icon className="size-4" aria-hidden="true" />
            {t[name]}
          </button>
        ))
      }
    </DropMenu>
  )
}
