import { inBothLanguages } from '../../shared/language/in-both-languages.ts'
import type { DashboardSectionId } from './dashboard-sections.ts'

/** The sections' short names, for the navigation of the page. */
export const sectionLabels = inBothLanguages(
  {
    overview: 'Overview',
    sendMoney: 'Send Money',
    recent: 'Recent',
    sites: 'Sites',
    pictures: 'Sent and spent',
    incharges: 'Site incharges',
    supervisors: 'Supervisors',
    siteLedger: 'Site ledger',
    supervisorLedger: 'Supervisor ledger',
    beneficiaries: 'Beneficiaries',
    search: 'Search',
    messages: 'Messages',
    auditors: 'Auditors',
  } satisfies Record<DashboardSectionId, string>,
  {
    overview: 'एक नज़र में',
    sendMoney: 'पैसे भेजें',
    recent: 'हाल के',
    sites: 'साइटें',
    pictures: 'भेजा और खर्च',
    incharges: 'साइट इंचार्ज',
    supervisors: 'सुपरवाइज़र',
    siteLedger: 'साइट की बही',
    supervisorLedger: 'सुपरवाइज़र की बही',
    beneficiaries: 'पार्टियाँ',
    search: 'खोजें',
    messages: 'संदेश',
    auditors: 'ऑडिटर',
  },
)
