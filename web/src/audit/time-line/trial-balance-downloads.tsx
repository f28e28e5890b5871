import type { Day } from '@ledger/contracts/dates.ts'
import { Download } from 'lucide-react'
import { Button } from '../../shared/design/controls/button.tsx'
import { useFileDownload } from '../../shared/export/file/use-file-download.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { trialBalanceFileUrl } from '../api/audit-queries.ts'
import { FileDownloadProgress } from '../frame/file-download-progress.tsx'
import { words } from './screen-texts.ts'

const FORMATS = ['xlsx', 'csv', 'pdf'] as const

/**
 * The files of the trial balance: every account as recorded by the moment and as dated to its day, side by side.
 * @param day the day; undefined before the first event
 */
export function TrialBalanceDownloads({ position, day }: { position: number; day: Day | undefined }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const file = useFileDownload(t.fileFailed)
  const names = { xlsx: t.excel, csv: 'CSV', pdf: 'PDF' }
  return (
    <div className="grid gap-2 print:hidden">
      <div className="flex gap-2 md:justify-end">
        {FORMATS.map((format) => (
          <Button
            key={format}
            kind="secondary"
            aria-label={t.download(names[format])}
            disabled={file.making !== undefined}
            onClick={() => file.fetch(trialBalanceFileUrl(position, day, format, language))}
            className="max-lg:flex-1 max-lg:px-2"
          >
            <Download className="size-5" aria-hidden="true" />
            {names[format]}
          </Button>
        ))}
      </div>
      <FileDownloadProgress file={file} />
    </div>
  )
}
