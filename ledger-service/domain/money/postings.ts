import { type Entry, HEAD_OFFICE_ACCOUNT, type Posting } from '@ledger/contracts/events/event-schemas.ts'

/**
 * Returns the movement of an entry as postings, which sum to zero: the amount is spent on one side and received on the
 * other. Head office and beneficiaries are accounts, too.
 */
export function postingsOf(entry: Entry): Posting[] {
  const [giver, taker] = giverAndTaker(entry)
  return [
    { account: giver, paise: entry.paise, side: 'spent' },
    { account: taker, paise: entry.paise, side: 'received' },
  ]
}

function giverAndTaker(entry: Entry): [giver: string, taker: string] {
  switch (entry.kind) {
    case 'credit':
      return [HEAD_OFFICE_ACCOUNT, entry.account.id]
    case 'debit':
      return [entry.account.id, entry.beneficiary.id]
    case 'transfer':
      return [entry.account.id, entry.counterparty.id]
  }
}

/** Returns the postings of a deletion, which reverse the entry. */
export function reversalOf(entry: Entry): Posting[] {
  return postingsOf(entry).map((posting) => ({ ...posting, paise: -posting.paise }))
}

/** Returns the postings of an edit: the difference, one posting for each account and side that changes. */
export function correctionPostings(before: Entry, after: Entry): Posting[] {
  const sums = new Map<string, Posting>()
  for (const posting of [...reversalOf(before), ...postingsOf(after)]) {
    const key = `${posting.side} ${posting.account}`
    const sum = sums.get(key)
    sums.set(key, sum ? { ...sum, paise: sum.paise + posting.paise } : posting)
  }
  return [...sums.values()].filter((posting) => posting.paise !== 0)
}

/**
 * Returns the paise that postings add to the total of all entries that are not deleted: each entry is spent by one
 * account, head office included.
 */
export function addedToTotal(postings: readonly Posting[]): number {
  let sum = 0
  for (const { side, paise } of postings) if (side === 'spent') sum += paise
  return sum
}

/**
 * Returns received minus spent over all accounts, in paise; zero for every event and so for every position of the log.
 */
export function trialBalance(postings: Iterable<Posting>): number {
  let sum = 0
  for (const { side, paise } of postings) sum += side === 'received' ? paise : -paise
  return sum
}
