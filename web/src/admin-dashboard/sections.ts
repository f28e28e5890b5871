/** The sections of the page, in its order; each is also the fragment of its address. */
export const SECTIONS = [
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
export type SectionId = (typeof SECTIONS)[number]
