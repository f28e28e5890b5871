import type { Entry, LedgerEvent, NewEvent } from '@ledger/contracts/events.ts'
import { differenceOf, reversalOf } from '@ledger/ledger-service/domain/postings.ts'
import { ASHA, actor, NOW } from '../domain/people.ts'

/** Facts as a page of the log, from position 1 on, all by Asha and at one moment. */
export function page(...events: NewEvent[]): LedgerEvent[] {
  const placed = { eventId: '', schemaVersion: 1, recordedAt: NOW, meta: {}, actor: actor(ASHA) }
  return events.map((event, index) => ({ ...event, ...placed, position: index + 1, date: event.date ?? NOW }))
}

export function edited(transaction: string, before: Entry, after: Entry, revision = 2): NewEvent {
  const postings = differenceOf(before, after)
  return { type: 'TransactionEdited', date: after.date, data: { transaction, revision, before, after, postings } }
}

export function deleted(transaction: string, before: Entry, revision = 2): NewEvent {
  const postings = reversalOf(before)
  return { type: 'TransactionDeleted', date: before.date, data: { transaction, revision, before, postings } }
}

/** Events that move no money and open no account. */
export const calm: NewEvent[] = [
  { type: 'PasswordSet', data: { account: ASHA } },
  { type: 'PasswordRevealed', data: { account: ASHA } },
  { type: 'SignedIn', data: { account: ASHA, via: 'password' } },
  { type: 'ReportExported', data: { report: '', format: '', rows: 0 } },
]
