import { useWords } from '../../shared/language/words.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { BrowserMemory } from './browser-memory.tsx'
import { Checkpoints } from './checkpoints.tsx'
import { ExportLog } from './export-log.tsx'
import { Nightly } from './nightly.tsx'
import { PublicKey } from './public-key.tsx'
import { Rebuild } from './rebuild.tsx'
import { Verify } from './verify.tsx'
import { words } from './words.ts'

/**
 * `/admin/audit/proof`: shows that the ledger's history is unchanged, by the server's check and by this browser's own.
 */
export function Proof() {
  const t = useWords(words)
  return (
    <AuditFrame title={t.title}>
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start lg:gap-6">
        <div className="grid min-w-0 gap-4 lg:gap-6">
          <Verify />
          <BrowserMemory />
          <Nightly />
        </div>
        <div className="grid min-w-0 gap-4 lg:gap-6">
          <Checkpoints />
          <PublicKey />
          <ExportLog />
          <Rebuild />
        </div>
      </div>
    </AuditFrame>
  )
}
