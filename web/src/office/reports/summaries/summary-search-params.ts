import { SUMMARY_SUBJECTS, type SummarySubject } from '@ledger/contracts/summary-subjects.ts'
import { isDayInUrl } from '../../../shared/forms/day-in-url.ts'

export interface SummarySearch {
  readonly by?: SummarySubject
  /** The public id of the account whose entries count alone. */
  readonly site?: string
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string
  readonly to?: string
}

/** Returns the subject, site and period that the address names. Anything else in the address is left out. */
export function parseSummarySearch({ by, site, from, to }: Record<string, unknown>): SummarySearch {
  const subject = SUMMARY_SUBJECTS.find((one) => one === by)
  return {
    ...(subject === undefined ? {} : { by: subject }),
    ...(typeof site === 'string' && site !== '' ? { site: site.slice(0, 100) } : {}),
    ...(isDayInUrl(from) ? { from } : {}),
    ...(isDayInUrl(to) ? { to } : {}),
  }
}
