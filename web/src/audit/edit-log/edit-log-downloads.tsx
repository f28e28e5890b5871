import { Download } from 'lucide-react'
import { Button } from '../../shared/design/controls/button.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { type EditLogSelection, editLogFileUrl } from '../api/audit-queries.ts'
import type { FileDownload } from '../frame/use-file-download.ts'
import { words } from './screen-texts.ts'

const EDIT_LOG_FORMATS = ['xlsx', 'csv', 'pdf'] as const

/** The statutory file in three formats, with the filter of the screen. Each download is itself an event of the log. */
export function EditLogDownloads({ asked, file }: { asked: EditLogSelection; file: FileDownload }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const names = { xlsx: t.excel, csv: 'CSV', pdf: 'PDF' }
  return (
    <div className="flex gap-2">
      {EDIT_LOG_FORMATS.map((format) => (
        <Button
          key={format}
          kind="secondary"
          aria-label={t.download(names[format])}
          disabled={file.making !== undefined}
          onClick={() => file.fetch(editLogFileUrl(asked, format, language))}
          className="max-lg:flex-1 max-lg:px-2"
        >
          <Download className="size-5" aria-hidden="true" />
          {names[format]}
        </Button>
      ))}
    </div>
  )
}
