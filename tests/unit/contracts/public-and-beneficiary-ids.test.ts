import { beneficiaryId, nameInBeneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import type { Entry } from '@ledger/contracts/events/event-schemas.ts'
import {
  parseTransactionRowId,
  rowIdOfBothSides,
  transactionRowSidesOf,
} from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import { parsePublicId, publicIdFor } from '@ledger/contracts/public-account-id.ts'
import { maskMobile } from '@ledger/contracts/text/mask-mobile.ts'
import { describe, expect, test } from 'vitest'
import * as p from '../domain/sample-events.ts'

const T = p.sampleUuid(101)

describe('the rows of a transaction', () => {
  test('are one for an expense and for money sent, two for a transfer, each with an id that leads back to it', () => {
    expect(transactionRowSidesOf(T, p.sampleDebit(p.ASHA, 1))).toEqual([
      {
        rowId: T,
        accountId: p.ASHA.id,
        type: 'debit',
        recipient: 'Sharma Traders',
        transferFrom: null,
        transferTo: null,
      },
    ])
    expect(transactionRowSidesOf(T, p.sampleCredit(p.ASHA, 1))).toEqual([
      { rowId: T, accountId: p.ASHA.id, type: 'credit', recipient: 'Asha Rao', transferFrom: null, transferTo: null },
    ])
    const names = { transferFrom: 'Asha Rao', transferTo: 'Ravi Kumar' }
    expect(transactionRowSidesOf(T, p.sampleTransfer(p.ASHA, p.RAVI, 1))).toEqual([
      { rowId: T, accountId: p.ASHA.id, type: 'debit', recipient: 'Ravi Kumar', ...names },
      { rowId: `${T}-in`, accountId: p.RAVI.id, type: 'credit', recipient: 'Asha Rao', ...names },
    ])
    expect(parseTransactionRowId(T)).toEqual({ transaction: T, side: 'own' })
    expect(parseTransactionRowId(`${T}-in`)).toEqual({ transaction: T, side: 'incoming' })
  })

  test('of a transfer have one id in common, and a row without another side keeps its own', () => {
    const common = (entry: Entry) => transactionRowSidesOf(T, entry).map(({ rowId }) => rowIdOfBothSides(rowId))
    expect(common(p.sampleTransfer(p.ASHA, p.RAVI, 1))).toEqual([T, T])
    expect(common(p.sampleDebit(p.ASHA, 1))).toEqual([T])
    // Another list names its rows otherwise: only the end of an id makes it the receiver's side.
    expect(rowIdOfBothSides('site-in-pune')).toBe('site-in-pune')
  })

  test.each(['', 'x', '1', `${T}-out`, `${T}-in-in`, `${T} `, `${T}\n`, T.toUpperCase().replace('7', 'A'), "' OR 1=1"])(
    '%j names no row',
    (id) => {
      expect(parseTransactionRowId(id)).toBeUndefined()
    },
  )
})

describe('the public id of an account', () => {
  test('says its kind and its mobile number', () => {
    expect(publicIdFor('site_incharge', '9800000001')).toBe('site_9800000001')
    expect(publicIdFor('supervisor', '9800000001')).toBe('supervisor_9800000001')
    expect(parsePublicId('site_9800000001')).toEqual({ role: 'site_incharge', mobile: '9800000001' })
    expect(parsePublicId('supervisor_9800000001')).toEqual({ role: 'supervisor', mobile: '9800000001' })
  })

  test.each([
    '',
    'site_',
    'site_980000000',
    'site_98000000011',
    'admin_9800000001',
    'Site_9800000001',
    'site_9800000001.',
  ])('%j is none', (id) => {
    expect(parsePublicId(id)).toBeUndefined()
  })

  test('a mobile number enters an event masked', () => {
    expect(maskMobile('9812345610')).toBe('98xxxxxx10')
  })
})

describe('two spellings are one beneficiary', () => {
  test.each([
    ['case', 'SHARMA TRADERS'],
    ['spaces inside', 'Sharma    Traders'],
    ['spaces around', '  Sharma Traders '],
    ['a tab', 'Sharma\tTraders'],
    ['a space that does not break', 'Sharma\u00a0Traders'],
    ['full-width letters', 'Ｓharma Traders'],
  ])('that differ in %s', (_what, name) => {
    expect(beneficiaryId(name)).toBe(beneficiaryId('Sharma Traders'))
  })

  test('whose letters are composed or not', () => {
    expect(beneficiaryId('Café')).toBe(beneficiaryId('Cafe\u0301'))
  })

  test('and two names are two', () => {
    expect(
      new Set(['Sharma Traders', 'Sharma-Traders', 'Sharma', 'शर्मा', 'Sharma Traders 2'].map(beneficiaryId)).size,
    ).toBe(5)
  })
})

test('the id of a beneficiary holds its name in small letters, and any other text holds none', () => {
  expect(nameInBeneficiaryId(beneficiaryId(' Sharma  Traders '))).toBe('sharma traders')
  for (const other of ['', 'site_9800000001', 'b']) expect(nameInBeneficiaryId(other)).toBe('')
})
