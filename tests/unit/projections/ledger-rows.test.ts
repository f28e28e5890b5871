import type { LedgerEvent, NewEvent } from '@ledger/contracts/events.ts'
import { shownRow } from '@ledger/projections/ledger.ts'
import { changedRows, NOT_DELETED, recordedRows } from '@ledger/projections/ledger-rows.ts'
import { describe, expect, test } from 'vitest'
import { ASHA, credit, debit, disabled, NOW, PAYEE, RAVI, recorded, transfer, uuid } from '../domain/people.ts'
import { calm, deleted, edited, page } from './page.ts'

const ID = uuid(100)
const common = { date: NOW, purpose: 'Cement', payment_mode: 'cash', narration: '20 bags', bills: null }
const own = { row_id: ID, account_id: ASHA.id, transfer_from: null, transfer_to: null }
const sent = { ...own, ...common, type: 'credit', paise: 700, recipient: 'Asha Rao', beneficiary_id: null }
const paid = { ...own, ...common, type: 'debit', paise: 300, recipient: PAYEE.name, beneficiary_id: PAYEE.id }
const names = { transfer_from: 'Asha Rao', transfer_to: 'Ravi Kumar', beneficiary_id: null }
const given = { ...own, ...common, ...names, type: 'debit', paise: 250, recipient: 'Ravi Kumar' }
const taken = { ...given, row_id: `${ID}-in`, account_id: RAVI.id, type: 'credit', recipient: 'Asha Rao' }
const byAsha = { recorded_by: ASHA.id, recorded_by_name: 'Asha Rao', recorded_by_role: 'site_incharge' }

type Changed = Extract<LedgerEvent, { type: 'TransactionEdited' | 'TransactionDeleted' }>
const change = (event: NewEvent) => changedRows(page(event)[0] as Changed)

describe('the rows of lists', () => {
  test.each([
    ['money sent has one', credit(ASHA, 700), [sent]],
    ['an expense has one', debit(ASHA, 300), [paid]],
    ['a transfer has two', transfer(ASHA, RAVI, 250), [given, taken]],
  ])('%s', (_what, entry, rows) => {
    const [, event] = page(disabled(RAVI), recorded(ID, entry))
    const placed = { position: 2, recorded_at: NOW, revision: 1, ...byAsha, ...NOT_DELETED }
    expect(event && recordedRows(event)).toEqual(rows.map((row) => ({ ...row, ...placed })))
    expect(change(edited(ID, { ...entry, paise: 1 }, entry, 3))).toEqual(
      rows.map((row) => ({ ...row, revision: 3, ...NOT_DELETED })),
    )
    const deletion = {
      deleted: true,
      deleted_at: NOW,
      deleted_by: ASHA.id,
      deleted_by_name: 'Asha Rao',
      deleted_by_role: 'site_incharge',
    }
    expect(change(deleted(ID, entry, 4))).toEqual(rows.map((row) => ({ ...row, revision: 4, ...deletion })))
  })

  test('one that stands is not deleted, at no time and by nobody', () => {
    const nobody = { deleted_at: null, deleted_by: null, deleted_by_name: null, deleted_by_role: null }
    expect(NOT_DELETED).toEqual({ deleted: false, ...nobody })
  })

  test('are made when an entry is recorded, and by nothing else', () => {
    const entry = debit(ASHA, 300)
    expect(page(...calm, edited(ID, entry, entry), deleted(ID, entry)).flatMap(recordedRows)).toEqual([])
  })

  test('are shown with public ids, in rupees, and as transfers where they are some', () => {
    const recordedBy = { id: 'site_9000000001', name: 'Asha Rao', role: 'site_incharge' }
    const [row] = page(recorded(ID, transfer(ASHA, RAVI, 250))).flatMap(recordedRows)
    const shown = {
      id: ID,
      type: 'debit',
      amount: '2.50',
      date: NOW,
      recordedAt: NOW,
      recipient: 'Ravi Kumar',
      purpose: 'Cement',
      paymentMode: 'cash',
      narration: '20 bags',
      bills: [],
      userId: 'site_9000000001',
      isTransfer: true,
      transferFrom: 'Asha Rao',
      transferTo: 'Ravi Kumar',
      revision: 1,
      recordedBy,
    }
    expect(row && shownRow(row, 'site_9000000001', recordedBy)).toEqual(shown)
    const [expense] = page(recorded(ID, debit(ASHA, 300))).flatMap(recordedRows)
    expect(expense && shownRow(expense, '', recordedBy)).toMatchObject({ isTransfer: false, transferFrom: null })
  })
})
