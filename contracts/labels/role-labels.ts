import type { Actor } from '../events/event-schemas.ts'
import type { LabelsByLanguage } from '../languages.ts'

/** The labels of the roles of actors. */
export const ROLE_LABELS: LabelsByLanguage<Actor['role']> = {
  en: {
    admin: 'Admin',
    accountant: 'Accountant',
    auditor: 'Auditor',
    site_incharge: 'Site Incharge',
    supervisor: 'Supervisor',
    system: 'System',
    nobody: 'Not signed in',
  },
  hi: {
    admin: 'एडमिन',
    accountant: 'अकाउंटेंट',
    auditor: 'ऑडिटर',
    site_incharge: 'साइट इंचार्ज',
    supervisor: 'सुपरवाइज़र',
    system: 'सिस्टम',
    nobody: 'साइन इन नहीं',
  },
}
