/** The subjects of a summary. This file has no schemas, so that the router can read an address without them. */
export const SUMMARY_SUBJECTS = ['site', 'purpose', 'beneficiary', 'mode', 'month'] as const
export type SummarySubject = (typeof SUMMARY_SUBJECTS)[number]
