import { UUID_FORM } from '@ledger/contracts/text/uuid.ts'
import { isDayInUrl } from '../../shared/forms/day-in-url.ts'
import { matchesPattern } from '../../shared/forms/matches-pattern.ts'

/** The filter of the explorer in the screen's address, so that a link shows the same events. */
export interface EventSearchParams {
  /** An event type. An unknown one finds nothing. */
  readonly type?: string
  /** Inner ids. */
  readonly account?: string
  readonly actor?: string
  readonly transaction?: string
  /** Days in Asia/Kolkata, both inclusive. */
  readonly from?: string
  readonly to?: string
  readonly order?: 'oldest'
}

const EVENT_TYPE_FORM = /^[A-Z][A-Za-z]{1,39}$/
const ENTRY_OR_ACCOUNT_ID_FORM = new RegExp(`^${UUID_FORM}(-in)?$`)

export function parseEventSearch(search: Record<string, unknown>): EventSearchParams {
  const { type, account, actor, transaction, from, to, order } = search
  return {
    ...(matchesPattern(type, EVENT_TYPE_FORM) ? { type } : {}),
    ...(matchesPattern(account, ENTRY_OR_ACCOUNT_ID_FORM) ? { account } : {}),
    ...(matchesPattern(actor, ENTRY_OR_ACCOUNT_ID_FORM) ? { actor } : {}),
    ...(matchesPattern(transaction, ENTRY_OR_ACCOUNT_ID_FORM) ? { transaction } : {}),
    ...(isDayInUrl(from) ? { from } : {}),
    ...(isDayInUrl(to) ? { to } : {}),
    ...(order === 'oldest' ? { order } : {}),
  }
}

/**
 * Returns the API's query for a filter. A filter without a type asks for any of `types`, and for all types where
 * `types` is empty.
 */
export function eventsQueryFrom(
  { type, order: _, ...narrowed }: EventSearchParams,
  types: readonly string[],
): EventsQueryParams {
  return { ...narrowed, type: type ?? types.join(',') }
}

export type EventsQueryParams = Omit<EventSearchParams, 'order'>
