import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { type PeriodSearchParams, parsePeriodSearch } from '../../shared/period/period-search-params.ts'
import { isBookSubject, isStatementSubject } from '../statements/statement-subject-params.ts'
import { isPaymentMode } from '../transactions/is-payment-mode.ts'

/** The books in the address of the ledgers: public ids of accounts, and the period of both. */
export interface LedgersSearchParams extends PeriodSearchParams {
  readonly site?: string
  readonly supervisor?: string
  /** The account or site of the cash book, and its payment mode. */
  readonly account?: string
  readonly mode?: PaymentMode
  /** The subject of the statement. */
  readonly of?: string
}

const PUBLIC_ID_FORM = /^(site|supervisor)_\d{10}$/
const isPublicId = (value: unknown): value is string => typeof value === 'string' && PUBLIC_ID_FORM.test(value)

export function parseLedgersSearch(search: Readonly<Record<string, unknown>>): LedgersSearchParams {
  const { site, supervisor, account, mode, of } = search
  return {
    ...parsePeriodSearch(search),
    ...(isPublicId(site) ? { site } : {}),
    ...(isPublicId(supervisor) ? { supervisor } : {}),
    ...(isBookSubject(account) ? { account } : {}),
    ...(isPaymentMode(mode) ? { mode } : {}),
    ...(isStatementSubject(of) ? { of } : {}),
  }
}
