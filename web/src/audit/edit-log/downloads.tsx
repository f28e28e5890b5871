import { Download } from 'lucide-react'
import { Button } from '../../shared/design/button.tsx'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import { type EditLogAsked, editLogFile } from '../calls/audit-calls.ts'
import type { LongFile } from '../frame/use-long-file.ts'
import { words } from './words.ts'

const FORMATS = ['xlsx', 'csv', 'pdf'] as const

/** The statutory file in three formats, with the filter of the screen. Each download is itself an event of the log. */
export function Downloads({ asked, file }: { asked: EditLogAsked; file: LongFile }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const names = { xlsx: t.excel, csv: 'CSV', pdf: 'PDF' }
  return (
    <div className="flex gap-2">
      {FORMATS.map((format) => (
        <Button
          key={format}
          kind="secondary"
          aria-label={t.download(names[format])}
          disabled={file.making !== undefined}
          onClick={() => file.fetch(editLogFile(asked, format, language))}
          className="max-lg:flex-1 max-lg:px-2"
        >
          <Download className="size-5" aria-hidden="true" />
          {names[format]}
        </Button>
      ))}
    </div>
  )
}
