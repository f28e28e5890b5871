import type { Actor } from '@ledger/contracts/events.ts'
import { inBothLanguages } from '../../language/words.ts'

export const roleWords = inBothLanguages(
  {
    admin: 'Admin',
    auditor: 'Auditor',
    site_incharge: 'Site Incharge',
    supervisor: 'Supervisor',
    system: 'System',
    nobody: 'Not signed in',
  } satisfies Record<Actor['role'], string>,
  {
    admin: 'एडमिन',
    auditor: 'ऑडिटर',
    site_incharge: 'साइट इंचार्ज',
    supervisor: 'सुपरवाइज़र',
    system: 'सिस्टम',
    nobody: 'साइन इन नहीं',
  },
)
