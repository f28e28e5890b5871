import type { NewEvent } from '@ledger/contracts/events/event-schemas.ts'
import { MAX_TOTAL_PAISE } from '@ledger/contracts/money.ts'
import type { EditTransactionCommand, EntryChanges } from '@ledger/ledger-service/domain/commands.ts'
import { correctionPostings } from '@ledger/ledger-service/domain/money/postings.ts'
import { describe, test } from 'vitest'
import { given } from './given-when-then.ts'
import * as p from './sample-events.ts'

const { ASHA, BALA, MEERA, RAVI, everyAccountOpened, sampleUuid } = p
const [FUNDS, T] = [sampleUuid(100), sampleUuid(101)]
const LATER = '2026-03-30T06:30:00.000Z'
const funds = (paise: number) => p.transactionRecorded(FUNDS, p.sampleCredit(ASHA, paise))

type Options = Partial<Pick<EditTransactionCommand, 'ifRevision' | 'desk' | 'reason'>> & { side?: 'own' | 'incoming' }
const edit = (changes: EntryChanges, { side = 'own', desk = 'field', ifRevision, reason }: Options = {}, who = ASHA) =>
  ({
    type: 'EditTransaction',
    row: { transaction: T, side },
    desk,
    changes,
    reason,
    ...(ifRevision === undefined ? {} : { ifRevision }),
    ...p.askedByAccount(who),
  }) as const
const atHeadOffice = (changes: EntryChanges, options: Options = {}) =>
  edit(changes, { desk: 'head_office', ...options }, MEERA)

const alone = (spelling: { id: string; name: string }) => ({ ...spelling, members: [spelling] })

describe('editing an expense', () => {
  const expense = p.transactionRecorded(T, p.sampleDebit(ASHA, 1000))
  const edited = (after: ReturnType<typeof p.sampleDebit>): NewEvent => {
    const before = p.sampleDebit(ASHA, 1000)
    const postings = correctionPostings(before, after)
    return {
      type: 'TransactionEdited',
      date: p.SAMPLE_TIME,
      data: { transaction: T, revision: 2, before, after, postings, reason: null },
    }
  }

  test('posts the difference, and keeps the whole before and after', () => {
    given(...everyAccountOpened, expense)
      .when(edit({ paise: 1250, narration: '25 bags' }))
      .thenRecords({
        type: 'TransactionEdited',
        date: p.SAMPLE_TIME,
        data: {
          transaction: T,
          revision: 2,
          before: p.sampleDebit(ASHA, 1000),
          after: p.sampleDebit(ASHA, 1250, p.SAMPLE_BENEFICIARY, { narration: '25 bags' }),
          postings: [
            { account: ASHA.id, side: 'spent', paise: 250 },
            { account: 'b:sharma traders', side: 'received', paise: 250 },
          ],
          reason: null,
        },
      })
  })

  test('takes back what a smaller amount frees', () => {
    given(...everyAccountOpened, expense)
      .when(edit({ paise: 400 }))
      .thenRecords({
        type: 'TransactionEdited',
        date: p.SAMPLE_TIME,
        data: {
          transaction: T,
          revision: 2,
          before: p.sampleDebit(ASHA, 1000),
          after: p.sampleDebit(ASHA, 400),
          postings: [
            { account: ASHA.id, side: 'spent', paise: -600 },
            { account: 'b:sharma traders', side: 'received', paise: -600 },
          ],
          reason: null,
        },
      })
  })

  test('moves the whole amount when the beneficiary is another; the account itself is not touched', () => {
    given(...everyAccountOpened, expense)
      .when(edit({ beneficiary: 'Gupta Steel' }))
      .thenRecords({
        type: 'TransactionEdited',
        date: p.SAMPLE_TIME,
        data: {
          transaction: T,
          revision: 2,
          before: p.sampleDebit(ASHA, 1000),
          after: p.sampleDebit(ASHA, 1000, p.OTHER_SAMPLE_BENEFICIARY),
          postings: [
            { account: 'b:sharma traders', side: 'received', paise: -1000 },
            { account: 'b:gupta steel', side: 'received', paise: 1000 },
          ],
          reason: null,
        },
      })
  })

  test('of words and day alone posts nothing, and happened on the new day', () => {
    const after = p.sampleDebit(ASHA, 1000, p.SAMPLE_BENEFICIARY, { purpose: 'Sand', paymentMode: 'upi', date: LATER })
    given(...everyAccountOpened, expense)
      .when(edit({ purpose: 'Sand', paymentMode: 'upi', date: LATER }))
      .thenRecords({
        type: 'TransactionEdited',
        date: LATER,
        data: { transaction: T, revision: 2, before: p.sampleDebit(ASHA, 1000), after, postings: [], reason: null },
      })
  })

  test('that changes nothing is accepted and records nothing', () => {
    given(...everyAccountOpened, expense)
      .when(edit({ paise: 1000, beneficiary: 'sharma  TRADERS', narration: undefined }))
      .thenRecords()
    given(...everyAccountOpened, expense)
      .when(edit({}))
      .thenRecords()
  })

  test('that sends back the name of its group keeps the spelling of the entry', () => {
    const merged: NewEvent = {
      type: 'BeneficiariesMerged',
      data: { from: [alone(p.SAMPLE_BENEFICIARY)], into: alone(p.OTHER_SAMPLE_BENEFICIARY) },
    }
    const story = given(...everyAccountOpened, expense, merged)
    story.when(edit({ beneficiary: 'gupta steel' })).thenRecords()
    const own = edited(p.sampleDebit(ASHA, 1000, { id: 'b:sharma', name: 'Sharma' }))
    story.when(edit({ beneficiary: 'Sharma' })).thenRecords(own)
  })

  test('counts the revisions, and goes on from what the last one left', () => {
    const first: NewEvent = {
      type: 'TransactionEdited',
      date: p.SAMPLE_TIME,
      data: {
        transaction: T,
        revision: 2,
        before: p.sampleDebit(ASHA, 1000),
        after: p.sampleDebit(ASHA, 300),
        postings: [
          { account: ASHA.id, side: 'spent', paise: -700 },
          { account: p.SAMPLE_BENEFICIARY.id, side: 'received', paise: -700 },
        ],
        reason: null,
      },
    }
    given(...everyAccountOpened, expense, first)
      .when(edit({ paise: 301 }, { ifRevision: 2 }))
      .thenRecords({
        type: 'TransactionEdited',
        date: p.SAMPLE_TIME,
        data: {
          transaction: T,
          revision: 3,
          before: p.sampleDebit(ASHA, 300),
          after: p.sampleDebit(ASHA, 301),
          postings: [
            { account: ASHA.id, side: 'spent', paise: 1 },
            { account: p.SAMPLE_BENEFICIARY.id, side: 'received', paise: 1 },
          ],
          reason: null,
        },
      })
  })

  test('may lead into a deficit, but not to more than the ledger takes', () => {
    given(...everyAccountOpened, expense, p.transactionRecorded(FUNDS, p.sampleDebit(ASHA, MAX_TOTAL_PAISE - 1500)))
      .when(edit({ paise: 1501 }))
      .thenRefuses('total_too_large')
  })

  test('may make it smaller, or change its words, where all entries come to more already: in an old log', () => {
    const old = [expense, p.transactionRecorded(FUNDS, p.sampleDebit(ASHA, MAX_TOTAL_PAISE))]
    for (const after of [
      p.sampleDebit(ASHA, 999),
      p.sampleDebit(ASHA, 1000, p.SAMPLE_BENEFICIARY, { narration: '25 bags' }),
    ])
      given(...everyAccountOpened, ...old)
        .when(edit({ paise: after.paise, narration: after.narration }))
        .thenRecords(edited(after))
  })

  test('is refused with another revision than the one seen', () => {
    given(...everyAccountOpened, expense)
      .when(edit({ paise: 1 }, { ifRevision: 2 }))
      .thenRefuses('revision_changed')
  })

  test('is for its owner: for anybody else it does not exist (404, not 403)', () => {
    for (const other of [BALA, RAVI])
      given(...everyAccountOpened, expense)
        .when(edit({ paise: 1 }, {}, other))
        .thenRefuses('not_found')
    given(...everyAccountOpened)
      .when(edit({ paise: 1 }))
      .thenRefuses('not_found')
  })

  test('has no other side to edit', () => {
    given(...everyAccountOpened, expense)
      .when(edit({ paise: 1 }, { side: 'incoming' }))
      .thenRefuses('not_found')
  })

  test('is not for head office, who edits credits only (§6)', () => {
    given(...everyAccountOpened, expense)
      .when(atHeadOffice({ paise: 1 }))
      .thenRefuses('not_editable')
  })

  test('is refused once it is deleted, whatever revision was seen', () => {
    const gone: NewEvent = {
      type: 'TransactionDeleted',
      date: p.SAMPLE_TIME,
      data: { transaction: T, revision: 2, before: p.sampleDebit(ASHA, 1000), postings: [], reason: null },
    }
    given(...everyAccountOpened, expense, gone)
      .when(edit({ paise: 1 }, { ifRevision: 1 }))
      .thenRefuses('already_deleted')
  })
})

describe('editing money from head office', () => {
  const credit = p.transactionRecorded(T, p.sampleCredit(ASHA, 1000))

  test('keeps the reason, and none where nothing changes', () => {
    const [before, after] = [p.sampleCredit(ASHA, 1000), p.sampleCredit(ASHA, 700)]
    const data = { transaction: T, revision: 2, before, after, postings: correctionPostings(before, after) }
    given(...everyAccountOpened, credit)
      .when(atHeadOffice({ paise: 700 }, { reason: 'Sent less' }))
      .thenRecords({ type: 'TransactionEdited', date: p.SAMPLE_TIME, data: { ...data, reason: 'Sent less' } })
    given(...everyAccountOpened, credit)
      .when(atHeadOffice({ paise: 1000 }, { reason: 'Sent less' }))
      .thenRecords()
  })

  test('posts the difference on both sides', () => {
    given(...everyAccountOpened, credit)
      .when(atHeadOffice({ paise: 700 }))
      .thenRecords({
        type: 'TransactionEdited',
        date: p.SAMPLE_TIME,
        data: {
          transaction: T,
          revision: 2,
          before: p.sampleCredit(ASHA, 1000),
          after: p.sampleCredit(ASHA, 700),
          postings: [
            { account: 'head_office', side: 'spent', paise: -300 },
            { account: ASHA.id, side: 'received', paise: -300 },
          ],
          reason: null,
        },
      })
  })

  test('is not for the one who received it, nor for another', () => {
    given(...everyAccountOpened, credit)
      .when(edit({ paise: 2000 }))
      .thenRefuses('not_editable')
    given(...everyAccountOpened, credit)
      .when(edit({ paise: 2000 }, {}, BALA))
      .thenRefuses('not_found')
  })

  test('knows no beneficiary: a credit has none to change', () => {
    given(...everyAccountOpened, credit)
      .when(atHeadOffice({ beneficiary: 'Gupta Steel' }))
      .thenRecords()
  })
})

describe('editing a transfer', () => {
  const transfer = p.transactionRecorded(T, p.sampleTransfer(ASHA, RAVI, 1000))
  const edited = (paise: number, difference: number): NewEvent => ({
    type: 'TransactionEdited',
    date: p.SAMPLE_TIME,
    data: {
      transaction: T,
      revision: 2,
      before: p.sampleTransfer(ASHA, RAVI, 1000),
      after: p.sampleTransfer(ASHA, RAVI, paise),
      postings: [
        { account: ASHA.id, side: 'spent', paise: difference },
        { account: RAVI.id, side: 'received', paise: difference },
      ],
      reason: null,
    },
  })

  test('is done by head office at its credit side, and changes both sides', () => {
    given(...everyAccountOpened, funds(1000), transfer)
      .when(atHeadOffice({ paise: 900 }, { side: 'incoming' }))
      .thenRecords(edited(900, -100))
  })

  test('may enlarge it by what the sender has left, and not a paisa more (I5)', () => {
    given(...everyAccountOpened, funds(1500), transfer)
      .when(atHeadOffice({ paise: 1500 }, { side: 'incoming' }))
      .thenRecords(edited(1500, 500))
    given(...everyAccountOpened, funds(1500), transfer)
      .when(atHeadOffice({ paise: 1501 }, { side: 'incoming' }))
      .thenRefuses('insufficient_balance')
  })

  test('may make it smaller even when both are in deficit', () => {
    const spent = [
      p.transactionRecorded(sampleUuid(102), p.sampleDebit(RAVI, 5000)),
      p.transactionRecorded(sampleUuid(103), p.sampleDebit(ASHA, 5000)),
    ]
    given(...everyAccountOpened, funds(1000), transfer, ...spent)
      .when(atHeadOffice({ paise: 1 }, { side: 'incoming' }))
      .thenRecords(edited(1, -999))
  })

  test('may change its words when the sender is in deficit', () => {
    const after = p.sampleTransfer(ASHA, RAVI, 1000, { narration: 'For the week' })
    given(...everyAccountOpened, funds(1000), transfer, p.transactionRecorded(sampleUuid(103), p.sampleDebit(ASHA, 1)))
      .when(atHeadOffice({ narration: 'For the week' }, { side: 'incoming' }))
      .thenRecords({
        type: 'TransactionEdited',
        date: p.SAMPLE_TIME,
        data: {
          transaction: T,
          revision: 2,
          before: p.sampleTransfer(ASHA, RAVI, 1000),
          after,
          postings: [],
          reason: null,
        },
      })
  })

  test('is not done at its debit side', () => {
    given(...everyAccountOpened, funds(1000), transfer)
      .when(atHeadOffice({ paise: 900 }))
      .thenRefuses('not_editable')
  })

  test('is not for the two whose money it is (§6), and for others it does not exist', () => {
    given(...everyAccountOpened, funds(1000), transfer)
      .when(edit({ paise: 900 }))
      .thenRefuses('not_editable')
    given(...everyAccountOpened, funds(1000), transfer)
      .when(edit({ paise: 900 }, { side: 'incoming' }, RAVI))
      .thenRefuses('not_editable')
    given(...everyAccountOpened, funds(1000), transfer)
      .when(edit({ paise: 900 }, { side: 'incoming' }))
      .thenRefuses('not_found')
    given(...everyAccountOpened, funds(1000), transfer)
      .when(edit({ paise: 900 }, {}, BALA))
      .thenRefuses('not_found')
  })
})
