import type { Entry, LedgerEvent, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { correctionPostings, reversalOf } from '@ledger/ledger-service/domain/money/postings.ts'
import { ASHA, SAMPLE_TIME, sampleActor } from '../domain/sample-events.ts'

/** Returns events as a page of the log, from position 1 on, all by Asha and at one moment. */
export function eventPage(...events: NewEvent[]): LedgerEvent[] {
  const placed = { eventId: '', schemaVersion: 1, recordedAt: SAMPLE_TIME, meta: {}, actor: sampleActor(ASHA) }
  return events.map((event, index) => ({ ...event, ...placed, position: index + 1, date: event.date ?? SAMPLE_TIME }))
}

export function transactionEdited(transaction: string, before: Entry, after: Entry, revision = 2): NewEvent {
  const postings = correctionPostings(before, after)
  const data = { transaction, revision, before, after, postings, reason: null }
  return { type: 'TransactionEdited', date: after.date, data }
}

export function transactionDeleted(transaction: string, before: Entry, revision = 2): NewEvent {
  const postings = reversalOf(before)
  const data = { transaction, revision, before, postings, reason: null }
  return { type: 'TransactionDeleted', date: before.date, data }
}

const NO_DETAILS = { pan: null, gstin: null, phone: null }

/** Events that move no money and open no account. */
export const EVENTS_WITHOUT_MONEY_OR_ACCOUNTS: NewEvent[] = [
  { type: 'PasswordSet', data: { account: ASHA } },
  { type: 'PasswordRevealed', data: { account: ASHA } },
  { type: 'SignedIn', data: { account: ASHA, via: 'password' } },
  { type: 'ReportExported', data: { report: '', format: '', rows: 0 } },
  { type: 'BeneficiaryDetailsChanged', data: { beneficiary: { id: 'b:x', name: 'X' }, details: NO_DETAILS } },
  { type: 'AlertLevelSet', data: { account: ASHA, before: null, after: 100 } },
  { type: 'CashCounted', data: { account: ASHA, countedPaise: 0, expectedPaise: 100, comparedAt: 1 } },
]
