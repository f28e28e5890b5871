/** The sections of §2, each the fragment of its address, and the page that has it. */
const PAGE_OF_SECTION = {
  overview: '/admin',
  sites: '/admin',
  recent: '/admin',
  sendMoney: '/admin',
  pictures: '/admin/reports',
  budgets: '/admin/reports',
  incharges: '/admin/people',
  supervisors: '/admin/people',
  auditors: '/admin/people',
  siteLedger: '/admin/ledgers',
  supervisorLedger: '/admin/ledgers',
  statements: '/admin/ledgers',
  cashBook: '/admin/ledgers',
  cashCounts: '/admin/ledgers',
  taxList: '/admin/ledgers',
  closing: '/admin/ledgers',
  certificate: '/admin/ledgers',
  tally: '/admin/ledgers',
  beneficiaries: '/admin/beneficiaries',
  search: '/admin/search',
  messages: '/admin/messages',
} as const

export type SectionId = keyof typeof PAGE_OF_SECTION

/**
 * Returns the page to which an address of the dashboard leads, where its fragment names a section that the dashboard
 * had before and another page has now.
 */
export function pageOfFragment(hash: string): (typeof PAGE_OF_SECTION)[SectionId] | undefined {
  const found = Object.entries(PAGE_OF_SECTION).find(([section]) => section === hash)?.[1]
  return found === '/admin' ? undefined : found
}
