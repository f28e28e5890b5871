import { useWords } from '../../shared/language/in-both-languages.ts'
import { AuditFrame } from '../frame/audit-frame.tsx'
import { CheckpointList } from './checkpoint-list.tsx'
import { ExportLogPanel } from './export-log-panel.tsx'
import { LastVerificationsPanel } from './last-verifications-panel.tsx'
import { PublicKeyPanel } from './public-key-panel.tsx'
import { RebuildReadModelPanel } from './rebuild-read-model-panel.tsx'
import { RememberedCheckpointPanel } from './remembered-checkpoint-panel.tsx'
import { words } from './screen-texts.ts'
import { ServerVerificationPanel } from './server-verification-panel.tsx'

/**
 * `/admin/audit/proof`: shows that the ledger's history is unchanged, by the server's check and by this browser's own.
 */
export function ProofScreen() {
  const t = useWords(words)
  return (
    <AuditFrame title={t.title}>
      <div className="grid gap-4 lg:grid-cols-2 lg:items-start lg:gap-6">
        <div className="grid min-w-0 gap-4 lg:gap-6">
          <ServerVerificationPanel />
          <RememberedCheckpointPanel />
          <LastVerificationsPanel />
        </div>
        <div className="grid min-w-0 gap-4 lg:gap-6">
          <CheckpointList />
          <PublicKeyPanel />
          <ExportLogPanel />
          <RebuildReadModelPanel />
        </div>
      </div>
    </AuditFrame>
  )
}
