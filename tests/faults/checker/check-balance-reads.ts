import type { LedgerEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { Balance } from '@ledger/contracts/http/people/account-schemas.ts'
import { formatAmount } from '@ledger/contracts/money.ts'
import type { RecordedBalanceRead, RecordedCall } from './call-history.ts'

type PlacedEvent = Pick<LedgerEvent, 'position' | 'data'>

/**
 * A range of the log in which an account has the same balance; amounts are unique in a run, so a balance rarely
 * repeats.
 */
interface BalancePeriod {
  from: number
  /** Exclusive. */
  until: number
}

/** I9: a read that begins after an answer includes it, and no read shows less than one that ended before it began. */
export function balanceReadBreaches(
  reads: RecordedBalanceRead[],
  calls: RecordedCall[],
  positions: Map<string, number[]>,
  events: PlacedEvent[],
): string[] {
  const periods = balancePeriods(events, new Set(reads.map((read) => read.account)))
  const known = [...answeredCalls(calls, positions)].sort((a, b) => a.at - b.at).values()
  let next = known.next().value
  let seen: AnsweredCall[] = []
  let atLeast = 0
  const breaches: string[] = []
  for (const read of [...reads].sort((a, b) => a.sentAt - b.sentAt)) {
    for (; next && next.at < read.sentAt; next = known.next().value) atLeast = Math.max(atLeast, next.position)
    for (const { at, position } of seen) if (at < read.sentAt) atLeast = Math.max(atLeast, position)
    seen = seen.filter(({ at }) => at >= read.sentAt)
    const shown = JSON.stringify(read.balance)
    const possible = periods.get(`${read.account} ${shown}`) ?? []
    const fits = possible.find((period) => period.until > atLeast)
    if (fits) seen.push({ at: read.answeredAt, position: Math.max(fits.from, atLeast) })
    else if (possible.length > 0) breaches.push(`I9: ${read.account} was shown ${shown}, from before ${atLeast}`)
    else breaches.push(`I9: ${read.account} was shown ${shown}, which it never was`)
  }
  return breaches
}

/** A position that a client knew at that time. */
interface AnsweredCall {
  at: number
  position: number
}

function* answeredCalls(calls: RecordedCall[], positions: Map<string, number[]>): Generator<AnsweredCall, undefined> {
  for (const { mark, outcome, wasUnknown, answeredAt } of calls) {
    const position = positions.get(mark)?.[0]
    if (outcome === 'ok' && !wasUnknown && position !== undefined) yield { at: answeredAt, position }
  }
}

/** Returns the ranges by account and balance; the balance is nothing at first, and the last range has no end. */
function balancePeriods(events: PlacedEvent[], read: Set<string>): Map<string, BalancePeriod[]> {
  const sums = new Map<string, { received: number; spent: number; last: BalancePeriod }>()
  const periods = new Map<string, BalancePeriod[]>()
  function begin(account: string, from: number, received: number, spent: number): BalancePeriod {
    const period = { from, until: Number.POSITIVE_INFINITY }
    const key = `${account} ${JSON.stringify(shownBalance(received, spent))}`
    periods.set(key, [...(periods.get(key) ?? []), period])
    return period
  }
  const begun = (account: string) => ({ received: 0, spent: 0, last: begin(account, 0, 0, 0) })
  for (const account of read) sums.set(account, begun(account))
  for (const { position, data } of events) {
    if (!('postings' in data)) continue
    for (const account of new Set(data.postings.map((posting) => posting.account))) {
      const sum = sums.get(account) ?? begun(account)
      for (const posting of data.postings) if (posting.account === account) sum[posting.side] += posting.paise
      sum.last.until = position
      sum.last = begin(account, position, sum.received, sum.spent)
      sums.set(account, sum)
    }
  }
  return periods
}

function shownBalance(received: number, spent: number): Balance {
  return {
    currentBalance: formatAmount(received - spent),
    totalReceived: formatAmount(received),
    totalSpent: formatAmount(spent),
  }
}
