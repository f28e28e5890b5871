import { hash } from 'node:crypto'
import type { Entry, NewEvent, Party } from '@ledger/contracts/events/event-schemas.ts'
import { defaultPurposeLedger } from '@ledger/ledger-service/exports/tally/default-ledgers.ts'
import { journalCsv } from '@ledger/ledger-service/exports/tally/journal-csv-for-other-programs.ts'
import { TALLY_LAYOUT, type TallyLayout } from '@ledger/ledger-service/exports/tally/tally-layout-version.ts'
import { tallyName, xmlText } from '@ledger/ledger-service/exports/tally/tally-text.ts'
import { describe, expect, test } from 'vitest'
import { rowsOfCsv } from '../../../environment/files/independent-file-readers.ts'
import { type ParsedTallyVoucher, parseTallyFile } from '../../../environment/files/parse-tally-file.ts'
import {
  ASHA,
  accountOpened,
  BALA,
  everyAccountOpened,
  RAVI,
  SAMPLE_BENEFICIARY,
  sampleCredit,
  sampleDebit,
  samplePerson,
  sampleTransfer,
  sampleUuid,
  transactionRecorded,
} from '../../domain/sample-events.ts'
import { eventPage, transactionDeleted, transactionEdited } from '../../projections/sample-event-page.ts'
import { bookOf, wholeTime, xmlOf } from './tally-files-of-logs.ts'

const on = (day: string) => ({ date: `${day}T06:30:00.000Z` })
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' }
const assigned = (account: Party, site: Party, from: string): NewEvent => ({
  type: 'SupervisorAssigned',
  data: { account, before: null, after: { site, from } },
})
const mapped = (
  kind: 'person' | 'site' | 'mode' | 'purpose' | 'otherPurposes' | 'party',
  id: string,
  ledger: string,
  group:
    | 'Direct Expenses'
    | 'Cash-in-Hand'
    | 'Loans & Advances (Asset)'
    | 'Capital Account'
    | 'Sundry Creditors'
    | null,
): NewEvent => ({
  type: 'TallyMapChanged',
  data: {
    lines: [{ kind, id, name: id, before: null, after: { ledger, group } }],
    defaults: { before: true, after: true },
  },
})
const vouchersOf = (events: NewEvent[], period = wholeTime) =>
  parseTallyFile(xmlOf(bookOf(eventPage(...everyAccountOpened, ...events), period))).vouchers
const linesOf = ({ lines }: ParsedTallyVoucher) => lines.map(({ ledger, amount }) => `${ledger} ${amount}`)

/** Bala has been in no file until then. */
const balaRenamed: NewEvent = {
  type: 'AccountEdited',
  data: {
    account: BALA.id,
    before: { firstName: 'Bala', lastName: 'Iyer', site: 'Salem Solar', mobile: null },
    after: { firstName: 'Bala', lastName: 'Menon', site: 'Salem Wind', mobile: null },
  },
}

const [CREDIT, DEBIT, TRANSFER] = [sampleUuid(101), sampleUuid(102), sampleUuid(103)]
const entries = [
  transactionRecorded(CREDIT, sampleCredit(ASHA, 500_000, { ...on('2026-10-05'), paymentMode: 'bank_transfer' })),
  transactionRecorded(
    DEBIT,
    sampleDebit(ASHA, 123_450, SAMPLE_BENEFICIARY, { ...on('2026-10-06'), reference: 'CH 7' }),
  ),
  transactionRecorded(TRANSFER, sampleTransfer(ASHA, RAVI, 10_000, on('2026-10-07'))),
]

describe('a file for Tally', () => {
  test('has a voucher for each entry, the debit first and below zero, with site, number, party and reference', () => {
    const [credit, debit, transfer] = vouchersOf(entries)
    expect(credit).toMatchObject({ type: 'Contra', date: '20261005', number: 'R/26-27/000001', action: 'Create' })
    expect(credit && linesOf(credit)).toEqual(['Cash – Asha Rao (Pune Bypass) -5000.00', 'Head Office Bank 5000.00'])
    expect(debit).toMatchObject({ type: 'Payment', remoteId: DEBIT, number: 'P/26-27/000001' })
    expect(debit?.narration).toBe('Asha Rao paid Sharma Traders; Cement; 20 bags; Ref CH 7; Cash')
    expect(debit?.lines).toEqual([
      { ledger: 'Cement', amount: '-1234.50', paise: -123_450, isDeemedPositive: true, costCentre: 'Pune Bypass' },
      {
        ...{ ledger: 'Cash – Asha Rao (Pune Bypass)', amount: '1234.50', paise: 123_450, isDeemedPositive: false },
        costCentre: undefined,
      },
    ])
    expect(transfer).toMatchObject({ type: 'Contra', number: 'T/26-27/000001' })
    expect(transfer && linesOf(transfer)[0]).toBe('Cash – Ravi Kumar -100.00')
  })

  test('has the masters that its vouchers name, and no others', () => {
    const { ledgers, costCentres } = parseTallyFile(xmlOf(bookOf(eventPage(...everyAccountOpened, ...entries))))
    expect(ledgers.map(({ name, parent, hasCostCentres }) => [name, parent, hasCostCentres])).toEqual([
      ['Cash – Asha Rao (Pune Bypass)', 'Cash-in-Hand', false],
      ['Head Office Bank', 'Bank Accounts', false],
      ['Cement', 'Direct Expenses', true],
      ['Cash – Ravi Kumar', 'Cash-in-Hand', false],
    ])
    expect(costCentres).toEqual(['Pune Bypass'])
  })

  test('has the site of a supervisor on the day of the entry', () => {
    const spent = (id: number, day: string) =>
      transactionRecorded(sampleUuid(id), sampleDebit(RAVI, 100, SAMPLE_BENEFICIARY, on(day)))
    const events = [
      ...[assigned(RAVI, ASHA, '2026-10-02'), assigned(RAVI, BALA, '2026-10-10')],
      ...[spent(1, '2026-10-01'), spent(2, '2026-10-05'), spent(3, '2026-10-10')],
    ]
    const centres = vouchersOf(events).map(({ lines }) => lines[0]?.costCentre)
    expect(centres).toEqual([undefined, 'Pune Bypass', 'Salem Solar'])
  })

  test('tells payments, receipts, contras and journals apart by the groups of the map', () => {
    const typesWith = (...map: NewEvent[]) => vouchersOf([...entries, ...map]).map(({ type }) => type)
    expect(typesWith(mapped('mode', 'bank_transfer', 'Partner', 'Capital Account'))).toEqual([
      ...['Receipt', 'Payment', 'Contra'],
    ])
    expect(typesWith(mapped('person', ASHA.id, 'Imprest Asha', 'Loans & Advances (Asset)'))).toEqual([
      ...['Payment', 'Journal', 'Receipt'],
    ])
  })

  test('takes the ledger of a party before that of a purpose, and that of all others after it', () => {
    const others = mapped('otherPurposes', '', 'Site Costs', 'Direct Expenses')
    const purpose = mapped('purpose', 'cement', 'Material', 'Direct Expenses')
    const party = mapped('party', SAMPLE_BENEFICIARY.id, 'Sharma Traders A/c', 'Sundry Creditors')
    const ledgerWith = (...map: NewEvent[]) => vouchersOf([...entries, ...map])[1]?.lines[0]?.ledger
    expect(ledgerWith(others)).toBe('Site Costs')
    expect(ledgerWith(others, purpose)).toBe('Material')
    expect(ledgerWith(others, purpose, party)).toBe('Sharma Traders A/c')
  })

  test('takes the ledger of a party for all its spellings', () => {
    const group = (id: string, name: string) => ({ id, name, members: [{ id, name }] })
    const merged: NewEvent = {
      type: 'BeneficiariesMerged',
      data: { from: [group(SAMPLE_BENEFICIARY.id, 'Sharma Traders')], into: group('b:sharma & sons', 'Sharma & Sons') },
    }
    const [own, ofGroup] = [
      mapped('party', SAMPLE_BENEFICIARY.id, 'Sharma Traders A/c', 'Sundry Creditors'),
      mapped('party', 'b:sharma & sons', 'Sharma A/c', 'Sundry Creditors'),
    ]
    const ofSons = sampleDebit(ASHA, 200, { id: 'b:sharma & sons', name: 'Sharma & Sons' }, on('2026-10-09'))
    const paid = [...entries, transactionRecorded(sampleUuid(104), ofSons)]
    const ledgersWith = (...more: NewEvent[]) =>
      vouchersOf([...paid, ...more]).flatMap(({ type, lines }) => (type === 'Payment' ? [lines[0]?.ledger] : []))
    expect(ledgersWith(merged, ofGroup)).toEqual(['Sharma A/c', 'Sharma A/c'])
    // The map stands before the merge: of either name, and of both.
    expect(ledgersWith(ofGroup, merged)).toEqual(['Sharma A/c', 'Sharma A/c'])
    expect(ledgersWith(own, merged)).toEqual(['Sharma Traders A/c', 'Sharma Traders A/c'])
    expect(ledgersWith(own, ofGroup, merged)).toEqual(['Sharma A/c', 'Sharma A/c'])
    const linesWith = (...more: NewEvent[]) =>
      bookOf(eventPage(...everyAccountOpened, ...paid, ...more)).lines.flatMap(({ kind, id, problem }) =>
        kind === 'party' ? [[id, problem]] : [],
      )
    expect(linesWith(own, merged)).toEqual([[SAMPLE_BENEFICIARY.id, null]])
    expect(linesWith(own, ofGroup, merged)).toEqual([
      ['b:sharma & sons', null],
      [SAMPLE_BENEFICIARY.id, 'unreachable'],
    ])
  })

  test('alters what a file of layout 3 had under the ledger of the purpose, because the party was merged', () => {
    const group = (id: string) => ({ id, name: id.slice(2), members: [{ id, name: id.slice(2) }] })
    const merged: NewEvent = {
      type: 'BeneficiariesMerged',
      data: { from: [group(SAMPLE_BENEFICIARY.id)], into: group('b:sharma & sons') },
    }
    const own = mapped('party', SAMPLE_BENEFICIARY.id, 'Sharma A/c', 'Sundry Creditors')
    const events = eventPage(...everyAccountOpened, ...entries, own, merged)
    const file = { ...OCTOBER, position: events.length }
    expect(parseTallyFile(xmlOf(bookOf(events, OCTOBER, [], 3))).ledgers.map(({ name }) => name)).toContain('Cement')
    expect(bookOf(events, OCTOBER, [{ ...file, layout: 3 }]).altered).toBe(1)
    expect(bookOf(events, OCTOBER, [{ ...file, layout: 4 }]).altered).toBe(0)
  })

  test('follows a party that is merged and taken apart between its entries', () => {
    const members = (...ids: string[]) => ids.map((id) => ({ id, name: id.slice(2) }))
    const group = (id: string, ...others: string[]) => ({ id, name: id.slice(2), members: members(id, ...others) })
    const [sharma, sons] = [SAMPLE_BENEFICIARY.id, 'b:sharma & sons']
    const merged: NewEvent = { type: 'BeneficiariesMerged', data: { from: [group(sharma)], into: group(sons) } }
    const unmerged: NewEvent = {
      type: 'BeneficiariesUnmerged',
      data: { before: group(sons, sharma), after: group(sons), apart: group(sharma) },
    }
    const own = mapped('party', sons, 'Sharma A/c', 'Sundry Creditors')
    const first = eventPage(...everyAccountOpened, ...entries, own, merged)
    const file = { ...OCTOBER, position: first.length, layout: TALLY_LAYOUT }
    const events = eventPage(...everyAccountOpened, ...entries, own, merged, unmerged)
    const { altered, lines } = bookOf(events, OCTOBER, [file])
    expect(altered).toBe(1)
    expect(lines.map(({ ledger }) => ledger)).toContain('Cement')
  })

  test('takes the ledger of a listed purpose that has another name since', () => {
    const list = (name: string, ...aliases: string[]): NewEvent => {
      const after = [{ name, hindi: 'सीमेंट', aliases }]
      return { type: 'PurposesChanged', data: { listRevision: 2, before: [], after } }
    }
    const typed = ['Cement', 'सीमेंट', 'OPC Cement'].map((purpose, index) =>
      transactionRecorded(sampleUuid(300 + index), sampleDebit(ASHA, 100, SAMPLE_BENEFICIARY, { purpose })),
    )
    const own = mapped('purpose', 'cement', 'Material', 'Direct Expenses')
    const others = mapped('otherPurposes', '', 'Site Costs', 'Direct Expenses')
    const ledgersWith = (...more: NewEvent[]) => vouchersOf([...typed, ...more]).map(({ lines }) => lines[0]?.ledger)
    const renamed = [list('Cement'), own, others, list('OPC Cement', 'Cement')]
    expect(ledgersWith(...renamed)).toEqual(['Material', 'Material', 'Material'])
    const OPC = mapped('purpose', 'opc cement', 'Cement, OPC', 'Direct Expenses')
    expect(ledgersWith(...renamed, OPC)).toEqual(['Material', 'Cement, OPC', 'Cement, OPC'])
  })

  test('has the site on the side of the cost alone, whatever a person is in Tally', () => {
    const loans = [ASHA, RAVI].map(({ id, name }) => mapped('person', id, name, 'Loans & Advances (Asset)'))
    const fileOf = (layout: TallyLayout) =>
      parseTallyFile(xmlOf(bookOf(eventPage(...everyAccountOpened, ...entries, ...loans), wholeTime, [], layout)))
    const centresOfJournals = ({ vouchers }: ReturnType<typeof fileOf>) =>
      vouchers.flatMap(({ type, lines }) => (type === 'Journal' ? [lines.map(({ costCentre }) => costCentre)] : []))
    expect(centresOfJournals(fileOf(4))).toEqual([
      ['Pune Bypass', undefined],
      [undefined, undefined],
    ])
    expect(
      fileOf(4)
        .ledgers.filter(({ hasCostCentres }) => hasCostCentres)
        .map(({ name }) => name),
    ).toEqual(['Cement'])
    // As kept files have it.
    expect(centresOfJournals(fileOf(3))).toEqual([
      ['Pune Bypass', 'Pune Bypass'],
      ['Pune Bypass', 'Pune Bypass'],
    ])
  })

  test('takes one ledger for all words of a listed purpose', () => {
    const list = [{ name: 'Cement', hindi: 'सीमेंट', aliases: ['cemant'] }]
    const listed: NewEvent = { type: 'PurposesChanged', data: { listRevision: 2, before: [], after: list } }
    const typed = ['सीमेंट', 'CEMANT', 'Cement'].map((purpose, index) =>
      transactionRecorded(sampleUuid(300 + index), sampleDebit(ASHA, 100, SAMPLE_BENEFICIARY, { purpose })),
    )
    const ledgers = vouchersOf([...typed, listed]).map(({ lines }) => lines[0]?.ledger)
    expect(ledgers).toEqual(['Cement', 'Cement', 'Cement'])
  })

  test('is the same, byte for byte, as the first version of its layout made it', () => {
    const xml = xmlOf(bookOf(eventPage(...everyAccountOpened, ...entries), OCTOBER, [], 1))
    // Another hash breaks every kept export: a new form needs a new number of `layout` in TallyExported.
    expect(hash('sha256', xml)).toBe('3549665345f4e6d9e0a905934fe744ddf1af2bc742f37838299e751a6aee90af')
  })

  test.each([
    [
      2,
      'c709221a19f8dc6ef69c2757ac8c9e6ea5028eff4b7f8f754bfedb1e28c10d58',
      '6d0a270909f3959e239731ddaf1ab89b5a6b789f4af48fe7f941489cc5106611',
    ],
    [
      3,
      '47108019fc3a9f76449dcc9d1a401c1567be860b29676a2a90d17c503800d973',
      'b5dfc6b408da3822dc179d4b6e487530005cd02ca33b09fc5cf38a1a601574fc',
    ],
    [
      4,
      '47108019fc3a9f76449dcc9d1a401c1567be860b29676a2a90d17c503800d973',
      'b5dfc6b408da3822dc179d4b6e487530005cd02ca33b09fc5cf38a1a601574fc',
    ],
  ] as const)(
    'is the same, byte for byte, as layout %i made it, with a cancelled voucher, and its CSV',
    (layout, ...pins) => {
      const before = eventPage(...everyAccountOpened, ...entries)
      const teak = sampleDebit(BALA, 700, SAMPLE_BENEFICIARY, { purpose: 'Teak wood', ...on('2026-10-08') })
      const book = bookOf(
        eventPage(
          ...[...everyAccountOpened, ...entries, balaRenamed],
          transactionDeleted(DEBIT, sampleDebit(ASHA, 123_450, SAMPLE_BENEFICIARY, on('2026-10-06'))),
          transactionRecorded(sampleUuid(104), teak),
        ),
        OCTOBER,
        [{ ...OCTOBER, position: before.length, layout }],
        layout,
      )
      expect(book.cancelled).toBe(1)
      expect([xmlOf(book), [...journalCsv(book)].join('')].map((text) => hash('sha256', text))).toEqual(pins)
    },
  )

  test('warns in a comment while its days are not closed', () => {
    const closed: NewEvent = { type: 'BooksClosed', data: { upTo: '2026-10-31', before: null } }
    const xmlWith = (...events: NewEvent[]) => xmlOf(bookOf(eventPage(...everyAccountOpened, ...events), OCTOBER))
    expect(xmlWith(...entries)).toContain('<!-- Warning: not all of these days are closed')
    expect(xmlWith(...entries, closed)).not.toContain('Warning')
  })

  test('has the same lines as a CSV, which begins no formula', async () => {
    const risky = transactionRecorded(
      sampleUuid(9),
      sampleDebit(ASHA, 100, SAMPLE_BENEFICIARY, { ...on('2026-10-08'), purpose: '=1+2' }),
    )
    const book = bookOf(eventPage(...everyAccountOpened, ...entries, risky))
    const csv = [...journalCsv(book)].join('')
    const [head, ...rows] = await rowsOfCsv(csv)
    expect(head).toEqual(['Date', 'Voucher', 'Ledger', 'Debit', 'Credit', 'Cost Centre', 'Narration'])
    const fromXml = parseTallyFile(xmlOf(book)).vouchers.flatMap(({ date, number, narration, lines }) =>
      lines.map(({ ledger, paise, costCentre = '' }) => {
        const amount = (Math.abs(paise) / 100).toFixed(2)
        const day = `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6)}`
        return [day, number, ledger, paise < 0 ? amount : '', paise < 0 ? '' : amount, costCentre, narration]
      }),
    )
    expect(rows).toEqual(fromXml.map((row) => row.map((cell) => (cell.startsWith('=') ? `'${cell}` : cell))))
  })
})

describe('a second file', () => {
  const [KEPT, CHANGED, DELETED, MOVED] = [1, 2, 3, 4].map((n) => sampleUuid(200 + n))
  const debit = (paise: number, day: string) => sampleDebit(ASHA, paise, SAMPLE_BENEFICIARY, on(day))
  const recorded = [KEPT, CHANGED, DELETED, MOVED].map((id, index) =>
    transactionRecorded(id ?? '', debit(100 + index, `2026-10-0${index + 1}`)),
  )
  const first = eventPage(...everyAccountOpened, ...recorded)
  const before = [{ ...OCTOBER, position: first.length, layout: TALLY_LAYOUT }]
  const changes = [
    transactionEdited(CHANGED ?? '', debit(101, '2026-10-02'), debit(999, '2026-10-02')),
    transactionDeleted(DELETED ?? '', debit(102, '2026-10-03')),
    transactionEdited(MOVED ?? '', debit(103, '2026-10-04'), debit(103, '2026-11-04')),
    transactionRecorded(sampleUuid(205), debit(500, '2026-10-09')),
  ]
  const actionsOf = (book: ReturnType<typeof bookOf>) =>
    Object.fromEntries(parseTallyFile(xmlOf(book)).vouchers.map(({ remoteId, action }) => [remoteId, action]))

  test('alters what changed, cancels what was deleted or moved away, and doubles nothing', () => {
    const book = bookOf(eventPage(...everyAccountOpened, ...recorded, ...changes), OCTOBER, before)
    expect(actionsOf(book)).toEqual({
      ...{ [KEPT ?? '']: 'Create', [CHANGED ?? '']: 'Alter', [DELETED ?? '']: 'Cancel', [MOVED ?? '']: 'Cancel' },
      [sampleUuid(205)]: 'Create',
    })
    const cancelled = parseTallyFile(xmlOf(book)).vouchers.filter(({ isCancelled }) => isCancelled)
    expect(cancelled.map(({ number, lines }) => [number, lines])).toEqual([
      ['P/26-27/000003', []],
      ['P/26-27/000004', []],
    ])
    expect(book).toMatchObject({ altered: 1, cancelled: 2, after: first.length })
  })

  test('cancels once, and brings a voucher that moved to another month back as altered', () => {
    const events = eventPage(...everyAccountOpened, ...recorded, ...changes)
    const files = [...before, { ...OCTOBER, position: events.length, layout: TALLY_LAYOUT }]
    expect(Object.values(actionsOf(bookOf(events, OCTOBER, files)))).toEqual(['Create', 'Create', 'Create'])
    const november = { from: '2026-11-01', to: '2026-11-30' }
    expect(actionsOf(bookOf(events, november, files))).toEqual({ [MOVED ?? '']: 'Alter' })
  })

  test('cancels what was deleted before any file had it, once, without masters, and not in the first layout', () => {
    const gone = [sampleUuid(206), sampleUuid(207)].map((id) => transactionRecorded(id, debit(700, '2026-10-10')))
    const events = eventPage(
      ...[...everyAccountOpened, ...gone, ...recorded],
      transactionDeleted(sampleUuid(206), debit(700, '2026-10-10')),
    )
    const book = bookOf(events, OCTOBER)
    const { vouchers } = parseTallyFile(xmlOf(book))
    // Every number is there: of a deleted entry without lines.
    expect(vouchers.map(({ number, isCancelled }) => [number, isCancelled])).toEqual([
      ...[3, 4, 5, 6].map((number) => [`P/26-27/00000${number}`, false]),
      ...[['P/26-27/000001', true] as const, ['P/26-27/000002', false] as const],
    ])
    expect(book).toMatchObject({ altered: 0, cancelled: 1, entries: 5 })
    expect([...journalCsv(book)].join('')).not.toContain('P/26-27/000001')
    const file = { ...OCTOBER, position: events.length }
    expect(bookOf(events, OCTOBER, [{ ...file, layout: 2 }]).cancelled).toBe(0)
    expect(bookOf(events, OCTOBER, [{ ...file, layout: 1 }]).cancelled).toBe(1)
    expect(bookOf(events, OCTOBER, [], 1).cancelled).toBe(0)
  })

  test('cancels what was deleted also where its person has no ledger, and not before layout 4', () => {
    const namesake = samplePerson(40, 'supervisor', 'ravi KUMAR', null)
    const entry = sampleDebit(namesake, 700, SAMPLE_BENEFICIARY, on('2026-10-10'))
    const gone = [transactionRecorded(sampleUuid(206), entry), transactionDeleted(sampleUuid(206), entry)]
    const events = eventPage(...everyAccountOpened, accountOpened(namesake), ...recorded, ...gone)
    const { unmapped, cancelled } = bookOf(events, OCTOBER)
    expect({ unmapped, cancelled }).toEqual({ unmapped: [], cancelled: 1 })
    const voucher = parseTallyFile(xmlOf(bookOf(events, OCTOBER))).vouchers.at(-1)
    expect(voucher).toMatchObject({ type: 'Payment', isCancelled: true, lines: [] })
    expect(bookOf(events, OCTOBER, [], 3).unmapped.map(({ name }) => name)).toEqual(['ravi KUMAR'])
  })

  test('alters every voucher whose ledger the map changed', () => {
    const map = mapped('purpose', 'cement', 'Material', 'Direct Expenses')
    const book = bookOf(eventPage(...everyAccountOpened, ...recorded, map), OCTOBER, before)
    expect(Object.values(actionsOf(book))).toEqual(['Alter', 'Alter', 'Alter', 'Alter'])
  })

  test('keeps the ledger of a person who was renamed meanwhile', () => {
    const profile = { firstName: 'Asha', lastName: 'Rao', site: 'Pune Bypass', mobile: null }
    const renamed: NewEvent = {
      type: 'AccountEdited',
      data: { account: ASHA.id, before: profile, after: { ...profile, lastName: 'Kulkarni', site: 'Pune Ring Road' } },
    }
    const ledgersWith = (files: typeof before) =>
      bookOf(eventPage(...everyAccountOpened, ...recorded, renamed), OCTOBER, files).lines.map(({ ledger }) => ledger)
    expect(ledgersWith(before)).toEqual(['Cement', 'Cash – Asha Rao (Pune Bypass)', 'Pune Bypass'])
    expect(ledgersWith([])).toContain('Cash – Asha Kulkarni (Pune Ring Road)')
  })

  test('keeps no name of a person and a site that no file had', () => {
    const spent = transactionRecorded(
      sampleUuid(206),
      sampleDebit(BALA, 100, SAMPLE_BENEFICIARY, { ...on('2026-10-09'), purpose: 'Steel' }),
    )
    const events = eventPage(...everyAccountOpened, ...recorded, balaRenamed, spent)
    const ledgersAfter = (layout: TallyLayout) =>
      bookOf(events, OCTOBER, [{ ...OCTOBER, position: first.length, layout }]).lines.map(({ ledger }) => ledger)
    expect(ledgersAfter(3)).toEqual(expect.arrayContaining(['Cash – Bala Menon (Salem Wind)', 'Salem Wind']))
    expect(ledgersAfter(2)).toEqual(expect.arrayContaining(['Cash – Bala Iyer (Salem Solar)', 'Salem Solar']))
  })
})

describe('what has no ledger', () => {
  const namesake = samplePerson(40, 'supervisor', 'ravi KUMAR', null)
  const paid = (who: Party, id: number): NewEvent =>
    transactionRecorded(sampleUuid(id), sampleDebit(who, 100, SAMPLE_BENEFICIARY, on('2026-10-01')))

  test('is each of two people whose ledgers would have one name, until one has another', () => {
    const events = [accountOpened(namesake), paid(RAVI, 1), paid(namesake, 2)]
    const unmapped = (...more: NewEvent[]) =>
      bookOf(eventPage(...everyAccountOpened, ...events, ...more)).unmapped.map(({ name, problem }) => [name, problem])
    expect(unmapped()).toEqual([
      ['Ravi Kumar', 'ambiguous'],
      ['ravi KUMAR', 'ambiguous'],
    ])
    expect(unmapped(mapped('person', namesake.id, 'Ravi Two', 'Loans & Advances (Asset)'))).toEqual([])
  })

  test('is the second of two people of one name, once the office takes its own ledger back', () => {
    const back: NewEvent = {
      type: 'TallyMapChanged',
      data: {
        lines: [
          {
            ...{ kind: 'person', id: namesake.id, name: '', after: null },
            before: { ledger: 'Ravi Two', group: 'Loans & Advances (Asset)' },
          },
        ],
        defaults: { before: true, after: true },
      },
    }
    const own = mapped('person', namesake.id, 'Ravi Two', 'Loans & Advances (Asset)')
    const first = eventPage(...everyAccountOpened, accountOpened(namesake), paid(RAVI, 1), paid(namesake, 2), own)
    const events = eventPage(
      ...everyAccountOpened,
      accountOpened(namesake),
      paid(RAVI, 1),
      paid(namesake, 2),
      own,
      back,
    )
    const file = { ...wholeTime, position: first.length, layout: TALLY_LAYOUT }
    expect(bookOf(events, wholeTime, [file]).unmapped.map(({ name }) => name)).toEqual(['ravi KUMAR'])
  })

  test('is a new person of a name under which Tally has the money of another, whatever that one has now', () => {
    const first = eventPage(...everyAccountOpened, paid(RAVI, 1))
    const files = [{ ...wholeTime, position: first.length, layout: TALLY_LAYOUT }]
    const own = mapped('person', RAVI.id, 'Ravi One', 'Cash-in-Hand')
    const events = [...everyAccountOpened, paid(RAVI, 1), accountOpened(namesake), own, paid(namesake, 2)]
    const unmappedIn = (...more: NewEvent[]) => bookOf(eventPage(...events, ...more), wholeTime, files).unmapped
    expect(unmappedIn().map(({ name, problem }) => [name, problem])).toEqual([['ravi KUMAR', 'ambiguous']])
    expect(unmappedIn(mapped('person', namesake.id, 'Ravi Two', 'Cash-in-Hand'))).toEqual([])
    expect(bookOf(eventPage(...events), wholeTime, files, 2).unmapped).toEqual([])
  })

  test('is everything that was not chosen where the ledgers by name are off', () => {
    const off: NewEvent = { type: 'TallyMapChanged', data: { lines: [], defaults: { before: true, after: false } } }
    const { unmapped, useDefaults } = bookOf(eventPage(...everyAccountOpened, ...entries, off))
    expect(useDefaults).toBe(false)
    expect(unmapped.map(({ kind, problem }) => [kind, problem])).toEqual([
      ['person', 'no_line'],
      ['mode', 'no_line'],
      ['site', 'no_line'],
      ['purpose', 'no_line'],
      ['person', 'no_line'],
    ])
  })

  test('is a default whose name stands for a ledger of another group', () => {
    const clash = mapped('mode', 'bank_transfer', 'CEMENT', 'Capital Account')
    const { unmapped } = bookOf(eventPage(...everyAccountOpened, ...entries, clash))
    expect(unmapped.map(({ kind, name }) => [kind, name])).toEqual([['purpose', 'Cement']])
  })
})

test.each([
  [
    'Indirect Expenses',
    ['Tea', 'chai / Snacks', 'Mobile', 'Mobile recharge', 'Bus', 'Bus fare', 'Office rent', 'दवाई', 'चाय-नाश्ता'],
  ],
  ['Direct Expenses', ['Teak wood', 'Steam curing', 'Busbar', 'Bus bar', 'Mobile crane', 'Cement', 'Officer', '']],
])('the ledger of a purpose is one of %s by whole words', (group, purposes) => {
  expect(purposes.filter((purpose) => defaultPurposeLedger(purpose, TALLY_LAYOUT).group !== group)).toEqual([])
})

describe('text', () => {
  const NASTY = `\u0000\u0001\t<b>&"'\u001f😀 \ud800 हिंदी ​\u202e\uffff\r\nend`

  test('is well-formed XML whatever was typed, with Hindi and emoji, and without control characters', () => {
    expect(xmlText(NASTY)).toBe('&lt;b&gt;&amp;&quot;&apos; 😀 हिंदी ​\u202e end')
    const entry: Entry = sampleDebit(ASHA, 100, { id: 'b:x', name: NASTY }, { purpose: NASTY, narration: NASTY })
    const [voucher] = vouchersOf([transactionRecorded(sampleUuid(1), entry)])
    expect(voucher?.lines[0]?.ledger).toBe(`<b>&"' 😀 हिंदी ​\u202e end`)
  })

  test('of a name is at most 100 long, and ends with no half of a character', () => {
    expect(tallyName('x'.repeat(200))).toBe('x'.repeat(100))
    expect(tallyName(`${'x'.repeat(99)}😀`)).toBe('x'.repeat(99))
    const long = samplePerson(41, 'site_incharge', `${'अ'.repeat(100)} ${'ब'.repeat(100)}`, 'स'.repeat(200))
    const spent = transactionRecorded(sampleUuid(1), sampleDebit(long, 100, SAMPLE_BENEFICIARY, on('2026-10-01')))
    const book = bookOf(eventPage(accountOpened(long), spent))
    for (const { name } of parseTallyFile(xmlOf(book)).ledgers) expect(name.length).toBeLessThanOrEqual(100)
    expect(book.costCentres.map((name) => name.length)).toEqual([100])
  })

  test('of a purpose that is a name of Tally itself does not take it', () => {
    const entry = sampleDebit(ASHA, 100, SAMPLE_BENEFICIARY, { purpose: 'cash', ...on('2026-10-01') })
    expect(vouchersOf([transactionRecorded(sampleUuid(1), entry)])[0]?.lines[0]?.ledger).toBe('Site cash')
  })
})
