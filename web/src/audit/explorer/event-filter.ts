/** The filter of the explorer in the screen's address, so that a link shows the same events. */
export interface EventFilter {
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

const TYPE = /^[A-Z][A-Za-z]{1,39}$/
const DAY = /^2\d{3}-\d{2}-\d{2}$/
const ID = /^[0-9a-f-]{36}(-in)?$/

export function eventFilter(search: Record<string, unknown>): EventFilter {
  const { type, account, actor, transaction, from, to, order } = search
  return {
    ...(isLike(type, TYPE) ? { type } : {}),
    ...(isLike(account, ID) ? { account } : {}),
    ...(isLike(actor, ID) ? { actor } : {}),
    ...(isLike(transaction, ID) ? { transaction } : {}),
    ...(isLike(from, DAY) ? { from } : {}),
    ...(isLike(to, DAY) ? { to } : {}),
    ...(order === 'oldest' ? { order } : {}),
  }
}

function isLike(value: unknown, form: RegExp): value is string {
  return typeof value === 'string' && form.test(value)
}

/**
 * Returns the API's query for a filter. A filter without a type asks for any of `types`, and for all types where
 * `types` is empty.
 */
export function askedBy({ type, order: _, ...narrowed }: EventFilter, types: readonly string[]): EventsAsked {
  return { ...narrowed, type: type ?? types.join(',') }
}

export type EventsAsked = Omit<EventFilter, 'order'>
