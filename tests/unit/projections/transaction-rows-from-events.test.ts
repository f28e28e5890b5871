import type { Entry, LedgerEvent, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import type { ReviewKind } from '@ledger/contracts/http/worklists/mark-entry-reviewed-schemas.ts'
import { rowToTransaction } from '@ledger/projections/queries/transactions/row-to-transaction.ts'
import {
  acknowledgementsAfter,
  NOT_DELETED,
  rowsAfterChange,
  rowsRecordedBy,
  type StoredTransactionRow,
} from '@ledger/projections/read-models/transaction-rows-from-events.ts'
import { transactionsReadModel } from '@ledger/projections/read-models/transactions.ts'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  accountDisabled,
  OTHER_SAMPLE_BENEFICIARY,
  RAVI,
  SAMPLE_BENEFICIARY,
  SAMPLE_TIME,
  sampleCredit,
  sampleDebit,
  sampleTransfer,
  sampleUuid,
  transactionRecorded,
} from '../domain/sample-events.ts'
import {
  EVENTS_WITHOUT_MONEY_OR_ACCOUNTS,
  eventPage,
  transactionDeleted,
  transactionEdited,
} from './sample-event-page.ts'
import { TablesInMemory } from './tables-in-memory.ts'

const ID = sampleUuid(100)
const none = { reference: null, bills: null }
const common = { date: SAMPLE_TIME, purpose: 'Cement', payment_mode: 'cash', narration: '20 bags', ...none }
const own = { row_id: ID, account_id: ASHA.id, transfer_from: null, transfer_to: null }
const sent = { ...own, ...common, type: 'credit', paise: 700, recipient: 'Asha Rao', beneficiary_id: null }
const paid = {
  ...own,
  ...common,
  type: 'debit',
  paise: 300,
  recipient: SAMPLE_BENEFICIARY.name,
  beneficiary_id: SAMPLE_BENEFICIARY.id,
}
const names = { transfer_from: 'Asha Rao', transfer_to: 'Ravi Kumar', beneficiary_id: null }
const given = { ...own, ...common, ...names, type: 'debit', paise: 250, recipient: 'Ravi Kumar' }
const taken = { ...given, row_id: `${ID}-in`, account_id: RAVI.id, type: 'credit', recipient: 'Asha Rao' }
const byAsha = { recorded_by: ASHA.id, recorded_by_name: 'Asha Rao', recorded_by_role: 'site_incharge' }

type Changed = Extract<LedgerEvent, { type: 'TransactionEdited' | 'TransactionDeleted' }>
const change = (event: NewEvent) => rowsAfterChange(eventPage(event)[0] as Changed)

describe('the rows of lists', () => {
  test.each([
    ['money sent has one', sampleCredit(ASHA, 700), [sent]],
    ['an expense has one', sampleDebit(ASHA, 300), [paid]],
    ['a transfer has two', sampleTransfer(ASHA, RAVI, 250), [given, taken]],
  ])('%s', (_what, entry, rows) => {
    const [, event] = eventPage(accountDisabled(RAVI), transactionRecorded(ID, entry))
    const said = { seen: false, bill_not_needed: false, acknowledged_at: null }
    const placed = { position: 2, recorded_at: SAMPLE_TIME, revision: 1, ...byAsha, ...NOT_DELETED, ...said }
    expect(event && rowsRecordedBy(event)).toEqual(rows.map((row) => ({ ...row, ...placed })))
    expect(change(transactionEdited(ID, { ...entry, paise: 1 }, entry, 3))).toEqual(
      rows.map((row) => ({ ...row, revision: 3, ...NOT_DELETED })),
    )
    const deletion = {
      deleted: true,
      deleted_at: SAMPLE_TIME,
      deleted_by: ASHA.id,
      deleted_by_name: 'Asha Rao',
      deleted_by_role: 'site_incharge',
    }
    expect(change(transactionDeleted(ID, entry, 4))).toEqual(rows.map((row) => ({ ...row, revision: 4, ...deletion })))
  })

  test('one that stands is not deleted, at no time and by nobody', () => {
    const nobody = { deleted_at: null, deleted_by: null, deleted_by_name: null, deleted_by_role: null }
    expect(NOT_DELETED).toEqual({ deleted: false, ...nobody })
  })

  test('are made when an entry is recorded, and by nothing else', () => {
    const entry = sampleDebit(ASHA, 300)
    expect(
      eventPage(
        ...EVENTS_WITHOUT_MONEY_OR_ACCOUNTS,
        transactionEdited(ID, entry, entry),
        transactionDeleted(ID, entry),
      ).flatMap(rowsRecordedBy),
    ).toEqual([])
  })

  test('are shown with public ids, in rupees, and as transfers where they are some', () => {
    const recordedBy = { id: 'site_9000000001', name: 'Asha Rao', role: 'site_incharge' }
    const [row] = eventPage(transactionRecorded(ID, sampleTransfer(ASHA, RAVI, 250))).flatMap(rowsRecordedBy)
    const shown = {
      id: ID,
      type: 'debit',
      amount: '2.50',
      date: SAMPLE_TIME,
      recordedAt: SAMPLE_TIME,
      recipient: 'Ravi Kumar',
      purpose: 'Cement',
      paymentMode: 'cash',
      narration: '20 bags',
      reference: null,
      voucher: null,
      acknowledgedAt: null,
      bills: [],
      userId: 'site_9000000001',
      isTransfer: true,
      transferFrom: 'Asha Rao',
      transferTo: 'Ravi Kumar',
      revision: 1,
      recordedBy,
      siteId: null,
      siteName: null,
    }
    const beside = { userId: 'site_9000000001', recordedBy, site: { siteId: null, siteName: null }, voucher: null }
    const shownOf = (of: StoredTransactionRow | undefined) =>
      of && rowToTransaction(of, { ...beside, recipient: of.recipient })
    expect(shownOf(row)).toEqual(shown)
    const [expense] = eventPage(transactionRecorded(ID, sampleDebit(ASHA, 300))).flatMap(rowsRecordedBy)
    expect(shownOf(expense)).toMatchObject({
      isTransfer: false,
      transferFrom: null,
    })
    const bills = [{ id: 'a'.repeat(64), type: 'image/jpeg' as const, width: 3, height: 4 }]
    const [proven] = eventPage(transactionRecorded(ID, { ...sampleDebit(ASHA, 300), bills })).flatMap(rowsRecordedBy)
    expect(shownOf(proven)).toMatchObject({ bills })
  })
})

/** Returns the rows of lists after events: of one page, which are the same after a page for each event. */
async function rowsAfter(...events: NewEvent[]) {
  const [atOnce, oneByOne] = [new TablesInMemory(), new TablesInMemory()]
  await transactionsReadModel.apply(atOnce, eventPage(...events))
  for (const event of events) await transactionsReadModel.apply(oneByOne, eventPage(event))
  expect(oneByOne.rows('ledger_rows')).toEqual(atOnce.rows('ledger_rows'))
  return atOnce.rows('ledger_rows')
}
const ELEVEN_AT_NIGHT = '2026-04-01T17:30:00.000Z'
const NEXT_DAY = '2026-04-01T18:30:00.000Z'

describe('an entry that the office has looked at', () => {
  const entry = sampleDebit(ASHA, 300)
  const recorded = transactionRecorded(ID, entry)
  const reviewed = (as: ReviewKind): NewEvent => ({
    type: 'EntryReviewed',
    data: { transaction: ID, revision: 1, as, reason: null, reviewed: entry },
  })

  test.each<[string, ReviewKind[], object]>([
    ['unseen and without its bill before anything was said', [], { seen: false, bill_not_needed: false }],
    ['seen', ['seen'], { seen: true, bill_not_needed: false }],
    ['one that needs no bill', ['no_bill_needed'], { seen: false, bill_not_needed: true }],
    ['both, in whatever order it was said', ['no_bill_needed', 'seen'], { seen: true, bill_not_needed: true }],
    ['neither because it is no duplicate', ['not_duplicate'], { seen: false, bill_not_needed: false }],
  ])('is %s', async (_what, said, expected) => {
    expect(await rowsAfter(recorded, ...said.map(reviewed))).toMatchObject([expected])
  })

  const reviewsAfterEdit = (after: Entry) =>
    rowsAfter(recorded, reviewed('seen'), reviewed('no_bill_needed'), transactionEdited(ID, entry, after))

  test.each<[string, Entry]>([
    ['amount', { ...entry, paise: 301 }],
    ['day in India', { ...entry, date: NEXT_DAY }],
    ['payee', { ...entry, beneficiary: OTHER_SAMPLE_BENEFICIARY }],
  ])('is to be looked at again once it has another %s', async (_what, after) => {
    expect(await reviewsAfterEdit(after)).toMatchObject([{ seen: false, bill_not_needed: false, revision: 2 }])
  })

  test.each<[string, Entry]>([
    ['hour of the same day', { ...entry, date: ELEVEN_AT_NIGHT }],
    ['spelling of the payee', { ...entry, beneficiary: { ...entry.beneficiary, name: 'SHARMA traders' } }],
    ['narration', { ...entry, narration: '25 bags' }],
  ])('stays so with another %s', async (_what, after) => {
    expect(await reviewsAfterEdit(after)).toMatchObject([{ seen: true, bill_not_needed: true, revision: 2 }])
  })
})

describe('a transfer that its receiver has acknowledged', () => {
  const entry = sampleTransfer(ASHA, RAVI, 250)
  const acknowledged: NewEvent = {
    type: 'TransferAcknowledged',
    data: { transaction: ID, revision: 1, about: entry },
  }
  const standing = [transactionRecorded(ID, entry), acknowledged]
  const both = (acknowledged_at: string | null) => [
    { row_id: ID, acknowledged_at },
    { row_id: `${ID}-in`, acknowledged_at },
  ]

  test('is so on both sides, since the receiver said it', async () => {
    expect(await rowsAfter(...standing)).toMatchObject(both(SAMPLE_TIME))
  })

  test.each<[string, Entry, string | null]>([
    ['loses that with another amount', { ...entry, paise: 251 }, null],
    ['loses that with another time', { ...entry, date: ELEVEN_AT_NIGHT }, null],
    ['loses that with another payment mode', { ...entry, paymentMode: 'upi' }, null],
    ['stays so with another narration', { ...entry, narration: 'For wages' }, SAMPLE_TIME],
  ])('%s', async (_what, after, acknowledgedAt) => {
    const rows = await rowsAfter(...standing, transactionEdited(ID, entry, after))
    expect(rows).toMatchObject(both(acknowledgedAt))
  })

  test('is not what an expense, its edit or a deletion is about', () => {
    const paid = sampleDebit(ASHA, 300)
    const others = [transactionRecorded(ID, paid), transactionEdited(ID, paid, { ...paid, paise: 1 })]
    expect(eventPage(...others, transactionDeleted(ID, entry)).flatMap(acknowledgementsAfter)).toEqual([])
  })
})
