import { Button } from '../../shared/design/controls/button.tsx'
import type { FileDownload } from '../../shared/export/file/use-file-download.ts'
import { inBothLanguages, useWords } from '../../shared/language/in-both-languages.ts'
import { ProgressBar } from './progress-bar.tsx'

const words = inBothLanguages(
  { making: 'Preparing the file', waiting: 'The file waits for its turn', stop: 'Stop' },
  { making: 'फ़ाइल बना रहे हैं', waiting: 'फ़ाइल अपनी बारी का इंतज़ार कर रही है', stop: 'रोकें' },
)

/** The progress of a file, with a button that stops it. */
export function FileDownloadProgress({ file: { making, stop } }: { file: FileDownload }) {
  const t = useWords(words)
  return (
    <div role="status" className="empty:hidden">
      {making === undefined ? null : (
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-4 rounded-sheet border border-rule bg-sheet p-4">
          <div className="grid gap-1">
            <p className="font-strong">{making.of === 0 ? t.waiting : t.making}</p>
            {making.of === 0 ? null : <ProgressBar label={t.making} progress={making} />}
          </div>
          <Button kind="secondary" onClick={stop}>
            {t.stop}
          </Button>
        </div>
      )}
    </div>
  )
}
