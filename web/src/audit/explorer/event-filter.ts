/** What the address of the explorer says, so that a look can be sent to somebody. */
export interface EventFilter {
  /** An event type; one that does not exist finds nothing. */
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

/** What of a filter is asked of the API; of the events of any of `types` where it names none itself, and of all where they are none. */
export function askedBy({ type, order: _, ...narrowed }: EventFilter, types: readonly string[]): EventsAsked {
  return { ...narrowed, type: type ?? types.join(',') }
}

export type EventsAsked = Omit<EventFilter, 'order'>
