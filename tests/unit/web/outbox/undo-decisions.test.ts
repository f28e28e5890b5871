import type { OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import {
  beginNextEntry,
  enqueueEntry,
  type OutboxChanges,
  settleBooked,
} from '@ledger/web/src/field/outbox/model/outbox-transitions.ts'
import {
  filesOfStayingEntries,
  isUnsent,
  putBackExpense,
  takeBackDeletion,
  takeBackEntry,
} from '@ledger/web/src/field/outbox/model/undo-transitions.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { randomSeed } from '../../../environment/random-seed.ts'
import { sampleTransaction } from '../sample-transaction.ts'

const OWNER = 'account 1'
const NONE: ReadonlySet<string> = new Set()
const fields = {
  ...{ amount: '450', recipient: 'Ramlal', purpose: 'Tea', paymentMode: 'cash' as const },
  ...{ narration: 'For the crew', reference: '', date: '2026-11-20' },
}
const REFUSED = { status: 400, code: 'books_closed', title: 'Error', message: 'No', issues: [], reference: '' }
const stamp = (key: string) => ({ key, owner: OWNER, enteredAt: '2026-11-20T10:03:00.000Z' })

function apply(entries: readonly OutboxEntry[], { put, remove }: OutboxChanges): OutboxEntry[] {
  const gone = new Set([...remove, ...put.map(({ id }) => id)])
  return [...entries.filter(({ id }) => !gone.has(id)), ...put]
}
const entered = (entries: readonly OutboxEntry[], key: string) =>
  apply(entries, enqueueEntry(entries, { kind: 'expense', fields }, stamp(key)))
const begun = (entries: readonly OutboxEntry[]) => apply(entries, beginNextEntry(entries, NONE))
const idsOf = (entries: readonly OutboxEntry[]) => entries.map(({ id }) => id)

describe('an expense that waits', () => {
  it('is taken back where no try of it was begun, and where it was refused', () => {
    const waiting = entered([], 'tea')
    expect(takeBackEntry(waiting, 'tea')).toEqual({ put: [], remove: ['tea'], is: 'taken_back' })
    const refused = begun(waiting).map((one) => ({ ...one, refused: REFUSED }))
    expect(takeBackEntry(refused, 'tea').is).toBe('taken_back')
    expect([isUnsent(waiting, 'tea'), isUnsent(begun(waiting), 'tea'), isUnsent([], 'tea')]).toEqual([
      ...[true, false, false],
    ])
  })

  it('stays where a try was begun, and is settled where it waits no longer', () => {
    expect(takeBackEntry(begun(entered([], 'tea')), 'tea')).toEqual({ put: [], remove: [], is: 'sent' })
    expect(takeBackEntry(entered([], 'tea'), 'cement')).toEqual({ put: [], remove: [], is: 'settled' })
  })

  it('is never sent and taken back as well, in whatever order both happen', () => {
    const step = fc.constantFrom('send', 'answer', 'undo')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        let entries = entered([], 'tea')
        let wasSent = false
        let wasTakenBack = false
        for (const one of steps) {
          if (one === 'send') {
            const next = beginNextEntry(entries, NONE)
            wasSent ||= next.entry !== undefined
            entries = apply(entries, next)
          } else if (one === 'answer' && wasSent) {
            const balance = { currentBalance: '0.00', totalReceived: '0.00', totalSpent: '0.00' }
            entries = apply(entries, settleBooked(entries, 'tea', { ...sampleTransaction('row'), balance }))
          } else if (one === 'undo') {
            const undone = takeBackEntry(entries, 'tea')
            wasTakenBack ||= undone.is === 'taken_back'
            entries = apply(entries, undone)
          }
        }
        return !(wasSent && wasTakenBack)
      }),
      { seed: randomSeed },
    )
  })
})

describe('a deletion that waits', () => {
  const seen = sampleTransaction('row', 3)
  const edited = apply([], enqueueEntry([], { kind: 'edit', fields, seen }, stamp('edit')))
  const deleting = (entries: readonly OutboxEntry[]) =>
    apply(entries, enqueueEntry(entries, { kind: 'deletion', seen }, stamp('gone')))

  it('is taken back, and what it had replaced waits again', () => {
    expect(idsOf(apply(deleting([]), takeBackDeletion(deleting([]), 'gone', undefined)))).toEqual([])
    const [before] = edited
    expect(idsOf(deleting(edited))).toEqual(['gone'])
    const again = apply(deleting(edited), takeBackDeletion(deleting(edited), 'gone', before))
    expect(again).toEqual(edited)
  })

  it('stays, alone, where a try was begun', () => {
    const decided = takeBackDeletion(begun(deleting(edited)), 'gone', edited[0])
    expect(decided).toEqual({ put: [], remove: [], is: 'sent' })
    expect(takeBackDeletion([], 'gone', edited[0]).is).toBe('settled')
  })

  it('of an expense that was never sent puts it back as it was, once', () => {
    const waiting = entered([], 'tea')
    const [before] = waiting
    if (before === undefined) throw new Error('It waits')
    const pending = { ...seen, id: 'tea', revision: 0 }
    const gone = apply(waiting, enqueueEntry(waiting, { kind: 'deletion', seen: pending }, stamp('gone')))
    expect(gone).toEqual([])
    const back = apply(gone, putBackExpense(gone, before))
    expect(back).toEqual(waiting)
    expect(putBackExpense(back, before).put).toEqual([])
  })
})

it('the files of an entry wait with it, and no longer once its deletion waits behind it', () => {
  const bills = [{ id: 'in the ledger' }, { file: 'photo' }]
  const tea = begun(apply([], enqueueEntry([], { kind: 'expense', fields, bills }, stamp('tea'))))
  expect(filesOfStayingEntries(tea)).toEqual(['photo'])
  const seen = sampleTransaction('tea', 0)
  const going = apply(tea, enqueueEntry(tea, { kind: 'deletion', seen }, stamp('undo')))
  expect([idsOf(going), filesOfStayingEntries(going)]).toEqual([['tea', 'undo'], []])
})
