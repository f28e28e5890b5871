import { MAX_TOTAL_PAISE } from '@ledger/contracts/money.ts'
import { describe, test } from 'vitest'
import { given } from './given-when-then.ts'
import * as p from './sample-events.ts'

const { ASHA, BALA, MEERA, RAVI, SONU, everyAccountOpened, sampleUuid } = p
const T1 = sampleUuid(101)
const T2 = sampleUuid(102)
const asha = p.askedByAccount(ASHA)
const sent = (paise: number) => p.transactionRecorded(T1, p.sampleCredit(ASHA, paise))

describe('an expense', () => {
  const spend = (paise: number, beneficiary = 'Sharma Traders') =>
    ({ type: 'RecordExpense', transaction: T2, beneficiary, details: p.entryDetails(paise), ...asha }) as const

  test('is spent by the account and received by the beneficiary', () => {
    given(...everyAccountOpened, sent(5000))
      .when(spend(1250))
      .thenRecords({
        type: 'DebitRecorded',
        date: p.SAMPLE_TIME,
        data: {
          transaction: T2,
          entry: {
            kind: 'debit',
            account: ASHA,
            beneficiary: p.SAMPLE_BENEFICIARY,
            paise: 1250,
            date: p.SAMPLE_TIME,
            purpose: 'Cement',
            paymentMode: 'cash',
            narration: '20 bags',
            reference: null,
            bills: [],
          },
          postings: [
            { account: ASHA.id, side: 'spent', paise: 1250 },
            { account: 'b:sharma traders', side: 'received', paise: 1250 },
          ],
        },
      })
  })

  test('may exceed the balance: a deficit is shown, not refused (§1)', () => {
    given(...everyAccountOpened)
      .when(spend(1))
      .thenRecords(p.transactionRecorded(T2, p.sampleDebit(ASHA, 1)))
  })

  test('keeps the first spelling of a beneficiary; case and spaces make no second one', () => {
    given(...everyAccountOpened, p.transactionRecorded(T1, p.sampleDebit(BALA, 100)))
      .when(spend(700, 'SHARMA   traders'))
      .thenRecords(p.transactionRecorded(T2, p.sampleDebit(ASHA, 700)))
  })

  test('names a beneficiary whom nobody has paid as it was typed', () => {
    given(...everyAccountOpened)
      .when(spend(700, 'Gupta Steel'))
      .thenRecords(p.transactionRecorded(T2, p.sampleDebit(ASHA, 700, p.OTHER_SAMPLE_BENEFICIARY)))
  })

  test('is refused where all entries would come to more than the ledger takes', () => {
    const nearlyAll = p.transactionRecorded(T1, p.sampleDebit(ASHA, MAX_TOTAL_PAISE - 10))
    given(...everyAccountOpened, nearlyAll)
      .when(spend(11))
      .thenRefuses('total_too_large')
    given(...everyAccountOpened, nearlyAll)
      .when(spend(10))
      .thenRecords(p.transactionRecorded(T2, p.sampleDebit(ASHA, 10)))
  })

  test('by nobody known is refused', () => {
    given().when(spend(1)).thenRefuses('unauthorized')
    given(...everyAccountOpened)
      .when({ ...spend(1), ...p.askedBySystem })
      .thenRefuses('unauthorized')
  })
})

describe('money from head office', () => {
  const send = (to: string, paise = 9900) =>
    ({ type: 'SendMoney', transaction: T2, to, details: p.entryDetails(paise), ...p.askedByAccount(MEERA) }) as const

  test('is spent by head office and received by the site incharge', () => {
    given(...everyAccountOpened)
      .when(send(ASHA.id))
      .thenRecords({
        type: 'CreditRecorded',
        date: p.SAMPLE_TIME,
        data: {
          transaction: T2,
          entry: p.sampleCredit(ASHA, 9900),
          postings: [
            { account: 'head_office', side: 'spent', paise: 9900 },
            { account: ASHA.id, side: 'received', paise: 9900 },
          ],
        },
      })
  })

  test.each([
    ['nobody', sampleUuid(99)],
    ['a supervisor', RAVI.id],
    ['head office itself', MEERA.id],
  ])('goes to a site incharge only: %s is not found', (_who, to) => {
    given(...everyAccountOpened)
      .when(send(to))
      .thenRefuses('not_found')
  })

  test('is refused for a disabled or closed account, and taken once it is enabled again', () => {
    given(...everyAccountOpened, p.accountDisabled(ASHA))
      .when(send(ASHA.id))
      .thenRefuses('counterparty_unavailable')
    given(...everyAccountOpened, p.accountClosed(ASHA))
      .when(send(ASHA.id))
      .thenRefuses('counterparty_unavailable')
    given(...everyAccountOpened, p.accountDisabled(ASHA), p.accountEnabled(ASHA))
      .when(send(ASHA.id))
      .thenRecords(p.transactionRecorded(T2, p.sampleCredit(ASHA, 9900)))
  })

  test('is refused where all entries would come to more than the ledger takes, whoever they are of', () => {
    given(...everyAccountOpened, sent(MAX_TOTAL_PAISE - 9900))
      .when(send(ASHA.id))
      .thenRecords(p.transactionRecorded(T2, p.sampleCredit(ASHA, 9900)))
    given(...everyAccountOpened, sent(MAX_TOTAL_PAISE - 9899))
      .when(send(ASHA.id))
      .thenRefuses('total_too_large')
  })
})

describe('a transfer', () => {
  const give = (paise: number, to = RAVI.id) =>
    ({ type: 'TransferMoney', transaction: T2, to, details: p.entryDetails(paise), ...asha }) as const

  test('has two sides in one fact: spent by the incharge, received by the supervisor', () => {
    given(...everyAccountOpened, sent(5000))
      .when(give(3000))
      .thenRecords({
        type: 'TransferRecorded',
        date: p.SAMPLE_TIME,
        data: {
          transaction: T2,
          entry: p.sampleTransfer(ASHA, RAVI, 3000),
          postings: [
            { account: ASHA.id, side: 'spent', paise: 3000 },
            { account: RAVI.id, side: 'received', paise: 3000 },
          ],
        },
      })
  })

  test('takes all of the balance and not a paisa more (I5)', () => {
    given(...everyAccountOpened, sent(5000))
      .when(give(5000))
      .thenRecords(p.transactionRecorded(T2, p.sampleTransfer(ASHA, RAVI, 5000)))
    given(...everyAccountOpened, sent(5000))
      .when(give(5001))
      .thenRefuses('insufficient_balance')
  })

  test('counts what was spent before, and finds nothing in a deficit', () => {
    given(...everyAccountOpened, sent(5000), p.transactionRecorded(sampleUuid(103), p.sampleDebit(ASHA, 4000)))
      .when(give(1001))
      .thenRefuses('insufficient_balance')
    given(...everyAccountOpened, p.transactionRecorded(sampleUuid(103), p.sampleDebit(ASHA, 4000)))
      .when(give(1))
      .thenRefuses('insufficient_balance')
  })

  test.each([
    ['nobody', sampleUuid(99)],
    ['another incharge', BALA.id],
    ['head office', MEERA.id],
    ['oneself', ASHA.id],
  ])('goes to a supervisor only: %s is not found', (_who, to) => {
    given(...everyAccountOpened, sent(5000))
      .when(give(1, to))
      .thenRefuses('not_found')
  })

  test('never leads back to whom it comes from', () => {
    given(...everyAccountOpened, p.transactionRecorded(T1, p.sampleTransfer(ASHA, RAVI, 5000)))
      .when({ ...give(1, RAVI.id), ...p.askedByAccount(RAVI) })
      .thenRefuses('not_found')
  })

  test('is refused for a disabled or closed supervisor, before the balance is looked at', () => {
    for (const end of [p.accountDisabled, p.accountClosed]) {
      given(...everyAccountOpened, end(SONU))
        .when(give(1, SONU.id))
        .thenRefuses('counterparty_unavailable')
    }
  })

  test('by nobody known is refused', () => {
    given(...everyAccountOpened)
      .when({ ...give(1), ...p.askedBySystem })
      .thenRefuses('unauthorized')
  })
})
