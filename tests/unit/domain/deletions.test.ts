import type { Entry, NewEvent, Party } from '@ledger/contracts/events.ts'
import type { DeleteTransaction } from '@ledger/ledger-service/domain/commands.ts'
import { test } from 'vitest'
import { given } from './given.ts'
import * as p from './people.ts'

const { ASHA, BALA, MEERA, RAVI, everybody, uuid } = p
const [FUNDS, T] = [uuid(100), uuid(101)]

type Options = Partial<Pick<DeleteTransaction, 'ifRevision'>> & { side?: 'own' | 'incoming' }
const remove = (who: Party, desk: 'field' | 'head_office', { side = 'own', ifRevision }: Options = {}) =>
  ({
    type: 'DeleteTransaction',
    row: { transaction: T, side },
    desk,
    ...(ifRevision === undefined ? {} : { ifRevision }),
    ...p.by(who),
  }) as const

function deleted(before: Entry, ...taken: [account: string, side: 'spent' | 'received', paise: number][]): NewEvent {
  const postings = taken.map(([account, side, paise]) => ({ account, side, paise }))
  return { type: 'TransactionDeleted', date: p.NOW, data: { transaction: T, revision: 2, before, postings } }
}

test('deleting an expense posts its reverse', () => {
  given(...everybody, p.recorded(T, p.debit(ASHA, 1000)))
    .when(remove(ASHA, 'field'))
    .thenRecords(deleted(p.debit(ASHA, 1000), [ASHA.id, 'spent', -1000], [p.PAYEE.id, 'received', -1000]))
})

test('deleting a credit takes it back even when it is spent: a deficit is shown, not refused', () => {
  given(...everybody, p.recorded(T, p.credit(ASHA, 1000)), p.recorded(FUNDS, p.debit(ASHA, 1000)))
    .when(remove(MEERA, 'head_office', { ifRevision: 1 }))
    .thenRecords(deleted(p.credit(ASHA, 1000), ['head_office', 'spent', -1000], [ASHA.id, 'received', -1000]))
})

test('deleting a transfer at its credit side takes both sides back together', () => {
  given(...everybody, p.recorded(FUNDS, p.credit(ASHA, 1000)), p.recorded(T, p.transfer(ASHA, RAVI, 1000)))
    .when(remove(MEERA, 'head_office', { side: 'incoming' }))
    .thenRecords(deleted(p.transfer(ASHA, RAVI, 1000), [ASHA.id, 'spent', -1000], [RAVI.id, 'received', -1000]))
})

test('a deletion is final: a second one, or one of another revision, is refused', () => {
  const expense = p.recorded(T, p.debit(ASHA, 1000))
  given(...everybody, expense, deleted(p.debit(ASHA, 1000)))
    .when(remove(ASHA, 'field'))
    .thenRefuses('already_deleted')
  given(...everybody, expense)
    .when(remove(ASHA, 'field', { ifRevision: 3 }))
    .thenRefuses('revision_changed')
})

test('what is not there, or belongs to somebody else, is not found', () => {
  given(...everybody)
    .when(remove(ASHA, 'field'))
    .thenRefuses('not_found')
  given(...everybody, p.recorded(T, p.debit(ASHA, 1000)))
    .when(remove(BALA, 'field'))
    .thenRefuses('not_found')
  given(...everybody, p.recorded(T, p.debit(ASHA, 1000)))
    .when(remove(MEERA, 'head_office', { side: 'incoming' }))
    .thenRefuses('not_found')
})

test('a field user deletes own expenses only, head office credits only (§6)', () => {
  const sent = p.recorded(T, p.credit(ASHA, 1000))
  const transferred = p.recorded(T, p.transfer(ASHA, RAVI, 1000))
  given(...everybody, sent)
    .when(remove(ASHA, 'field'))
    .thenRefuses('not_editable')
  given(...everybody, transferred)
    .when(remove(ASHA, 'field'))
    .thenRefuses('not_editable')
  given(...everybody, transferred)
    .when(remove(RAVI, 'field', { side: 'incoming' }))
    .thenRefuses('not_editable')
  given(...everybody, p.recorded(T, p.debit(ASHA, 1000)))
    .when(remove(MEERA, 'head_office'))
    .thenRefuses('not_editable')
  given(...everybody, transferred)
    .when(remove(MEERA, 'head_office'))
    .thenRefuses('not_editable')
})
