import { Download } from 'lucide-react'
import { Button } from '../../shared/design/controls/button.tsx'
import { useFileDownload } from '../../shared/export/file/use-file-download.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { LOG_EXPORT_PATH } from '../api/audit-queries.ts'
import { FileDownloadProgress } from '../frame/file-download-progress.tsx'
import { PanelFrame } from './panel-frame.tsx'
import { words } from './screen-texts.ts'

/**
 * Saves the whole log as a file. The received bytes are stored outside the page's memory, which a long log would fill.
 */
export function ExportLogPanel() {
  const t = useWords(words)
  const file = useFileDownload(t.exportFailed)
  return (
    <PanelFrame title={t.exportTitle} text={t.exportText}>
      <FileDownloadProgress file={file} />
      {file.making === undefined ? (
        <Button kind="secondary" onClick={() => file.fetch(LOG_EXPORT_PATH)}>
          <Download className="size-5" aria-hidden="true" />
          {t.export}
        </Button>
      ) : null}
    </PanelFrame>
  )
}
