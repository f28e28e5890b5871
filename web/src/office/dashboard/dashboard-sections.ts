/** The sections of the page, in its order. Each is also the fragment of its address. */
export const DASHBOARD_SECTIONS = [
  'overview',
  'sendMoney',
  'recent',
  'sites',
  'pictures',
  'incharges',
  'supervisors',
  'siteLedger',
  'supervisorLedger',
  'beneficiaries',
  'search',
  'messages',
  'auditors',
] as const
export type DashboardSectionId = (typeof DASHBOARD_SECTIONS)[number]

const isSection = (hash: string): hash is DashboardSectionId => DASHBOARD_SECTIONS.some((id) => id === hash)

/**
 * Returns the sections that a phone shows: the one that the address names, else the two that head office reads first.
 */
export function sectionsShownOnPhone(hash: string): readonly DashboardSectionId[] {
  return isSection(hash) && hash !== 'overview' ? [hash] : ['overview', 'sites']
}
