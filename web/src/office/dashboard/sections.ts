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

const isSection = (hash: string): hash is SectionId => SECTIONS.some((id) => id === hash)

/** What a phone shows of the page: the section that the address names, and without one what head office looks at first. */
export function shownOnPhone(hash: string): readonly SectionId[] {
  return isSection(hash) && hash !== 'overview' ? [hash] : ['overview', 'sites']
}
