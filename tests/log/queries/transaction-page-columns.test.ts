import { randomUUID } from 'node:crypto'
import { MAX_AMOUNT_PAISE } from '@ledger/contracts/money.ts'
import type { TransactionListRow } from '@ledger/projections/queries/transactions/transaction-list-columns.ts'
import {
  readTransactionPage,
  type TransactionPageQuery,
} from '@ledger/projections/queries/transactions/transaction-query.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestLedger, type TestLedger } from '../test-ledger.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const uuid = fc.constant(0).map(() => randomUUID())
const text = fc.string({ unit: 'binary', maxLength: 40 }).map((value) => value.replaceAll('\0', '').toWellFormed())
const words = fc.oneof(text, fc.constantFrom('', '=', '\u001f', 'शर्मा ट्रेडर्स', '"', '\\', 'a\nb'))
const instant = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const anyRow = fc.record({
  ...{ row_id: uuid, position: fc.nat(), type: fc.constantFrom('credit' as const, 'debit' as const) },
  ...{ paise: fc.integer({ min: 1, max: MAX_AMOUNT_PAISE }), date: instant, recorded_at: instant },
  ...{ recipient: words, purpose: words, payment_mode: fc.constantFrom('cash', 'upi'), narration: words },
  reference: fc.option(words),
  ...{ transfer_from: fc.option(words), transfer_to: fc.option(words), revision: fc.integer({ min: 1, max: 99 }) },
  ...{ bills: fc.option(fc.constant('[{"height":4,"id":"ab","type":"image/jpeg","width":3}]')) },
  ...{ recorded_by: uuid, recorded_by_name: words, recorded_by_role: fc.constantFrom('admin', 'site_incharge') },
  acknowledged_at: fc.option(instant),
  deletion: fc.option(fc.record({ at: instant, by: uuid, name: words })),
})
type StoredRow = Omit<TransactionListRow, 'voucher' | 'current_recipient'> & { deleted: boolean }
const all = { limit: 100, cursor: undefined, q: undefined, from: undefined, to: undefined, type: undefined } as const

test('a page has every column of its rows as the table has it', async () => {
  const { db, companyId } = ledger
  const property = fc.asyncProperty(fc.array(anyRow, { minLength: 1, maxLength: 6 }), async (given) => {
    const account_id = randomUUID()
    const rows = given.map(
      ({ deletion, ...row }): StoredRow => ({
        ...{ ...row, account_id, deleted: deletion !== null },
        ...{ deleted_at: deletion?.at ?? null, deleted_by: deletion?.by ?? null },
        ...{ deleted_by_name: deletion?.name ?? null, deleted_by_role: deletion && 'supervisor' },
      }),
    )
    const unseen = { seen: false, bill_not_needed: false }
    const stored = rows.map((row) => ({ ...row, ...unseen, company_id: companyId, beneficiary_id: null }))
    await db.insertInto('ledger_rows').values(stored).execute()
    const read = (deleted: TransactionPageQuery['deleted']) =>
      readTransactionPage(db, companyId, {
        ...all,
        accountId: account_id,
        purpose: undefined,
        deleted,
      })
    const byId = (some: readonly TransactionListRow[]) => [...some].sort((a, b) => (a.row_id < b.row_id ? -1 : 1))
    const shown = (isShown: (row: { deleted: boolean }) => boolean) =>
      byId(rows.filter(isShown).map(({ deleted: _, ...row }) => ({ ...row, voucher: null, current_recipient: null })))
    expect(byId(await read(undefined))).toEqual(shown(({ deleted }) => !deleted))
    expect(byId(await read('only'))).toEqual(shown(({ deleted }) => deleted))
    expect(byId(await read('include'))).toEqual(shown(() => true))
  })
  await fc.assert(property, { numRuns: 100 })
})
