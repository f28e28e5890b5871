import type { Entry, NewEvent, Party } from '@ledger/contracts/events/event-schemas.ts'
import type { DeleteTransactionCommand } from '@ledger/ledger-service/domain/commands.ts'
import { test } from 'vitest'
import { given } from './given-when-then.ts'
import * as p from './sample-events.ts'

const { ASHA, BALA, MEERA, RAVI, everyAccountOpened, sampleUuid } = p
const [FUNDS, T] = [sampleUuid(100), sampleUuid(101)]

type Options = Partial<Pick<DeleteTransactionCommand, 'ifRevision' | 'reason'>> & { side?: 'own' | 'incoming' }
const remove = (who: Party, desk: 'field' | 'head_office', { side = 'own', ifRevision, reason }: Options = {}) =>
  ({
    type: 'DeleteTransaction',
    row: { transaction: T, side },
    desk,
    reason,
    ...(ifRevision === undefined ? {} : { ifRevision }),
    ...p.askedByAccount(who),
  }) as const

type TestPosting = [account: string, side: 'spent' | 'received', paise: number]

const deleted = (before: Entry, ...taken: TestPosting[]) => deletedBecause(null, before, ...taken)

function deletedBecause(reason: string | null, before: Entry, ...taken: TestPosting[]): NewEvent {
  const postings = taken.map(([account, side, paise]) => ({ account, side, paise }))
  const data = { transaction: T, revision: 2, before, postings, reason }
  return { type: 'TransactionDeleted', date: p.SAMPLE_TIME, data }
}

test('deleting an expense posts its reverse', () => {
  given(...everyAccountOpened, p.transactionRecorded(T, p.sampleDebit(ASHA, 1000)))
    .when(remove(ASHA, 'field'))
    .thenRecords(
      deleted(p.sampleDebit(ASHA, 1000), [ASHA.id, 'spent', -1000], [p.SAMPLE_BENEFICIARY.id, 'received', -1000]),
    )
})

test('deleting a credit takes it back even when it is spent: a deficit is shown, not refused', () => {
  given(
    ...everyAccountOpened,
    p.transactionRecorded(T, p.sampleCredit(ASHA, 1000)),
    p.transactionRecorded(FUNDS, p.sampleDebit(ASHA, 1000)),
  )
    .when(remove(MEERA, 'head_office', { ifRevision: 1 }))
    .thenRecords(deleted(p.sampleCredit(ASHA, 1000), ['head_office', 'spent', -1000], [ASHA.id, 'received', -1000]))
})

test('deleting a credit keeps the reason of head office', () => {
  given(...everyAccountOpened, p.transactionRecorded(T, p.sampleCredit(ASHA, 1000)))
    .when(remove(MEERA, 'head_office', { reason: 'Sent twice' }))
    .thenRecords(
      deletedBecause(
        'Sent twice',
        p.sampleCredit(ASHA, 1000),
        ['head_office', 'spent', -1000],
        [ASHA.id, 'received', -1000],
      ),
    )
})

test('deleting a transfer at its credit side takes both sides back together', () => {
  given(
    ...everyAccountOpened,
    p.transactionRecorded(FUNDS, p.sampleCredit(ASHA, 1000)),
    p.transactionRecorded(T, p.sampleTransfer(ASHA, RAVI, 1000)),
  )
    .when(remove(MEERA, 'head_office', { side: 'incoming' }))
    .thenRecords(deleted(p.sampleTransfer(ASHA, RAVI, 1000), [ASHA.id, 'spent', -1000], [RAVI.id, 'received', -1000]))
})

test('a deletion is final: a second one, or one of another revision, is refused', () => {
  const expense = p.transactionRecorded(T, p.sampleDebit(ASHA, 1000))
  given(...everyAccountOpened, expense, deleted(p.sampleDebit(ASHA, 1000)))
    .when(remove(ASHA, 'field'))
    .thenRefuses('already_deleted')
  given(...everyAccountOpened, expense)
    .when(remove(ASHA, 'field', { ifRevision: 3 }))
    .thenRefuses('revision_changed')
})

test('what is not there, or belongs to somebody else, is not found', () => {
  given(...everyAccountOpened)
    .when(remove(ASHA, 'field'))
    .thenRefuses('not_found')
  given(...everyAccountOpened, p.transactionRecorded(T, p.sampleDebit(ASHA, 1000)))
    .when(remove(BALA, 'field'))
    .thenRefuses('not_found')
  given(...everyAccountOpened, p.transactionRecorded(T, p.sampleDebit(ASHA, 1000)))
    .when(remove(MEERA, 'head_office', { side: 'incoming' }))
    .thenRefuses('not_found')
})

test('a field user deletes own expenses only, head office credits only (§6)', () => {
  const sent = p.transactionRecorded(T, p.sampleCredit(ASHA, 1000))
  const transferred = p.transactionRecorded(T, p.sampleTransfer(ASHA, RAVI, 1000))
  given(...everyAccountOpened, sent)
    .when(remove(ASHA, 'field'))
    .thenRefuses('not_editable')
  given(...everyAccountOpened, transferred)
    .when(remove(ASHA, 'field'))
    .thenRefuses('not_editable')
  given(...everyAccountOpened, transferred)
    .when(remove(RAVI, 'field', { side: 'incoming' }))
    .thenRefuses('not_editable')
  given(...everyAccountOpened, p.transactionRecorded(T, p.sampleDebit(ASHA, 1000)))
    .when(remove(MEERA, 'head_office'))
    .thenRefuses('not_editable')
  given(...everyAccountOpened, transferred)
    .when(remove(MEERA, 'head_office'))
    .thenRefuses('not_editable')
})
