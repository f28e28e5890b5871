import { Download } from 'lucide-react'
import { Button } from '../../shared/design/button.tsx'
import { useWords } from '../../shared/language/words.ts'
import { EXPORT } from '../calls/audit-calls.ts'
import { MakingFile } from '../frame/making-file.tsx'
import { useLongFile } from '../frame/use-long-file.ts'
import { Panel } from './panel.tsx'
import { words } from './words.ts'

/**
 * Saves the whole log as a file. The received bytes are stored outside the page's memory, which a long log would fill.
 */
export function ExportLog() {
  const t = useWords(words)
  const file = useLongFile(t.exportFailed)
  return (
    <Panel title={t.exportTitle} text={t.exportText}>
      <MakingFile file={file} />
      {file.making === undefined ? (
        <Button kind="secondary" onClick={() => file.fetch(EXPORT)}>
          <Download className="size-5" aria-hidden="true" />
          {t.export}
        </Button>
      ) : null}
    </Panel>
  )
}
