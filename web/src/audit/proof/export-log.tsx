import { Download } from 'lucide-react'
import { buttonLook } from '../../design/button.tsx'
import { useWords } from '../../language/words.ts'
import { EXPORT } from '../calls/audit-calls.ts'
import { Panel } from './panel.tsx'
import { words } from './words.ts'

/** The browser's own download: the log may be larger than what a page can hold in memory. */
export function ExportLog() {
  const t = useWords(words)
  return (
    <Panel title={t.exportTitle} text={t.exportText}>
      <a href={EXPORT} download className={buttonLook('secondary')}>
        <Download className="size-5" aria-hidden="true" />
        {t.export}
      </a>
    </Panel>
  )
}
