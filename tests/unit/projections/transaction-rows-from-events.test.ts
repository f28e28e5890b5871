import type { LedgerEvent, NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { rowToTransaction } from '@ledger/projections/queries/transactions/row-to-transaction.ts'
import {
  NOT_DELETED,
  rowsAfterChange,
  rowsRecordedBy,
  type StoredTransactionRow,
} from '@ledger/projections/read-models/transaction-rows-from-events.ts'
import { describe, expect, test } from 'vitest'
import {
  ASHA,
  accountDisabled,
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
  })
})
