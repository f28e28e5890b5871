import { brickCount } from '@ledger/web/src/field/home/brick-count.ts'
import { accountDaysFromMonths } from '@ledger/web/src/field/khata/account-days-from-months.ts'
import { addBookedToCachedDays } from '@ledger/web/src/field/khata/add-booked-to-cached-days.ts'
import { addChangesToDaySums } from '@ledger/web/src/field/khata/add-changes-to-day-sums.ts'
import { backdatedEntryDay } from '@ledger/web/src/field/khata/backdated-entry-day.ts'
import { isFirstOfDay } from '@ledger/web/src/field/khata/is-first-of-day.ts'
import { markJustSaved, useJustSaved } from '@ledger/web/src/field/khata/just-saved.ts'
import { placePendingRows } from '@ledger/web/src/field/khata/place-pending-rows.ts'
import type { EntryOperation, OutboxEntry } from '@ledger/web/src/field/outbox/model/outbox-entry.ts'
import { dayChangesOf } from '@ledger/web/src/field/outbox/model/pending-entries.ts'
import { daysOfPeriodChip } from '@ledger/web/src/field/transactions/days-of-period-chip.ts'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

const row = (id: string, date: string) => ({ id, date: `${date}T06:30:00.000Z` })
const page = (...rows: ReturnType<typeof row>[]) => ({ rows })
const idsOf = (pages: readonly { rows: readonly { id: string }[] }[]) =>
  pages.map(({ rows }) => rows.map(({ id }) => id).join(''))

test('a heading stands above the first row of each day in Asia/Kolkata, over the ends of blocks', () => {
  expect(isFirstOfDay(row('a', '2026-04-02'), undefined)).toBe(true)
  expect(isFirstOfDay(row('b', '2026-04-02'), row('a', '2026-04-02'))).toBe(false)
  expect(isFirstOfDay({ date: '2026-04-01T18:29:59.999Z' }, { date: '2026-04-01T18:30:00.000Z' })).toBe(true)
  expect(isFirstOfDay({ date: '2026-04-01T18:30:00.000Z' }, row('a', '2026-04-02'))).toBe(false)
})

test('rows that wait stand at their dates, and a page without one stays the same', () => {
  const pages = [page(row('e', '2026-04-05'), row('c', '2026-04-03')), page(row('a', '2026-04-01'))]
  const placed = placePendingRows(pages, [row('f', '2026-04-06'), row('b', '2026-04-02')], true)
  expect(idsOf(placed)).toEqual(['fec', 'ba'])
  expect(placePendingRows(pages, [row('d', '2026-04-04')], true)[1]).toBe(pages[1])
  expect(placePendingRows(pages, [], true)).toBe(pages)
})

test('a row that waits and is older than all others comes with the last page, or is the only one', () => {
  const pages = [page(row('b', '2026-04-02'))]
  const old = [row('a', '2026-01-01')]
  expect(idsOf(placePendingRows(pages, old, true))).toEqual(['b'])
  expect(idsOf(placePendingRows(pages, old, false))).toEqual(['ba'])
  expect(idsOf(placePendingRows([page()], old, false))).toEqual(['a'])
  expect(idsOf(placePendingRows(pages, pages[0]?.rows ?? [], false))).toEqual(['b'])
})

test('a chip has the days of its period, a week from Monday to Sunday', () => {
  expect(daysOfPeriodChip('today', '2026-11-27')).toEqual({ from: '2026-11-27', to: '2026-11-27' })
  expect(daysOfPeriodChip('week', '2026-11-27')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(daysOfPeriodChip('week', '2026-11-29')).toEqual({ from: '2026-11-23', to: '2026-11-29' })
  expect(daysOfPeriodChip('month', '2026-11-27')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(daysOfPeriodChip('allTime', '2026-11-27')).toEqual({ from: undefined, to: undefined })
})

test('a day of the week has a brick where anything was spent, and the largest has all', () => {
  expect([0, 1, 500, 1000].map((paise) => brickCount(paise, 1000))).toEqual([0, 1, 3, 5])
})

test('an entry of an earlier day that no list shows is led to, and one of today is not', () => {
  const saved = row('a', '2026-04-01')
  expect(backdatedEntryDay(saved, [], '2026-04-02')).toBe('2026-04-01')
  expect(backdatedEntryDay(saved, [{ id: 'a' }], '2026-04-02')).toBeUndefined()
  expect(backdatedEntryDay(saved, [], '2026-04-01')).toBeUndefined()
  expect(backdatedEntryDay(undefined, [], '2026-04-02')).toBeUndefined()
})

test('an entry that was just saved is forgotten once it was deleted, and a newer one stays', async () => {
  vi.stubGlobal('addEventListener', () => undefined)
  const { showBookedEntryInLists } = await import('@ledger/web/src/field/outbox/ui/show-booked-entry-in-lists.ts')
  vi.unstubAllGlobals()
  const balance = { totalReceived: '10.00', totalSpent: '0.00', currentBalance: '10.00' }
  for (const [gone, left] of [
    ['a', 'b'],
    ['b', undefined],
  ] as const) {
    markJustSaved(row('b', '2026-04-01'))
    await showBookedEntryInLists(new QueryClient(), { gone, balance })
    expect(useJustSaved.getState().row?.id).toBe(left)
  }
})

test('nothing is said of a day whose month is not known, and the days of the other month are', () => {
  const one = { received: '0.00', spent: '5.00', expenses: 1, spentOnExpenses: '5.00', closing: '1.00' }
  const known = { month: '2026-05', days: [{ ...one, date: '2026-05-01' }], error: null }
  const unread = { month: '2026-04', days: undefined, error: null }
  const { sums, isKnown, state } = accountDaysFromMonths([unread, known])
  expect([...sums.keys()]).toEqual(['2026-05-01'])
  expect(['2026-04-30', '2026-05-01', '2026-05-02'].map(isKnown)).toEqual([false, true, true])
  expect(state).toBe('loading')
  const error = new Error('No network')
  expect(accountDaysFromMonths([{ ...unread, error }, known]).state).toBe('failed')
  expect(accountDaysFromMonths([known, { ...known, error }]).state).toBe('known')
})

const waiting = (what: EntryOperation, refused?: OutboxEntry['refused']): OutboxEntry => ({
  ...{ id: crypto.randomUUID(), key: 'k', order: 1, owner: 'worker', enteredAt: '2026-11-22T06:30:00.000Z', tries: 0 },
  ...{ what, ...(refused ? { refused } : {}) },
})
const fields = (amount: string, date: string) => ({
  ...{ amount, date, recipient: 'Ramlal', purpose: '', narration: '', reference: '', paymentMode: 'cash' as const },
})
const refused = { status: 422, code: 'validation', title: '', message: '', issues: [], reference: '' }
const dayOfSums = (date: string, spentOnExpenses: string, closing: string, spent = spentOnExpenses) => ({
  ...{ date, received: '0.00', spent, expenses: 1, spentOnExpenses, closing },
})
const november = {
  month: '2026-11',
  days: [dayOfSums('2026-11-20', '40.00', '960.00'), dayOfSums('2026-11-22', '100.00', '660.00', '300.00')],
  error: null,
}

test('what waits counts in the sums of its day, and in the balance of that day and of all later ones', () => {
  const seen = sampleTransaction('a')
  const changes = dayChangesOf([
    waiting({ kind: 'expense', fields: fields('7.50', '2026-11-21') }),
    waiting({ kind: 'expense', fields: fields('9', '2026-11-22') }, refused),
    waiting({ kind: 'edit', fields: fields('130', '2026-11-20'), of: { row: 'a', revision: 1 }, seen }),
    waiting({ kind: 'deletion', of: { row: 'b', revision: 1 }, seen: { ...seen, amount: '10.00' } }),
    // Its month was not read.
    waiting({ kind: 'expense', fields: fields('1', '2026-10-31') }),
  ])
  const known = accountDaysFromMonths([{ month: '2026-10', days: undefined, error: null }, november])
  const { sums } = addChangesToDaySums(known, changes)
  expect([...sums.values()].toSorted((a, b) => a.date.localeCompare(b.date))).toEqual([
    { ...dayOfSums('2026-11-20', '170.00', '829.00'), expenses: 2 },
    dayOfSums('2026-11-21', '7.50', '821.50'),
    // The sums were read before the entry that is deleted.
    { ...dayOfSums('2026-11-22', '0.00', '631.50', '190.00'), expenses: 0 },
  ])
})

test('a day that has only what waits begins with the balance beside it, and has none where no day is known', () => {
  const change = (day: string) => [{ day, paise: 1000, expenses: 1 }]
  const closingOf = (day: string, days = november.days) =>
    addChangesToDaySums(accountDaysFromMonths([{ ...november, days }]), change(day)).sums.get(day)?.closing
  expect(closingOf('2026-11-23')).toBe('650.00')
  expect(closingOf('2026-11-19')).toBe('990.00')
  expect(closingOf('2026-11-19', [])).toBeUndefined()
})

test('an entry that was booked moves into the sums that were read, and counts once', () => {
  const client = new QueryClient()
  const key = ['/api/site/days', '2026-11']
  client.setQueryData(key, november.days, { updatedAt: 5 })
  const changes = dayChangesOf([waiting({ kind: 'expense', fields: fields('60', '2026-11-22') })])
  const shownWith = (left: typeof changes) => {
    const read = client.getQueryData<typeof november.days>(key)
    return addChangesToDaySums(accountDaysFromMonths([{ ...november, days: read }]), left).sums.get('2026-11-22')
  }
  const before = shownWith(changes)
  addBookedToCachedDays(client, changes)
  expect(shownWith([])).toEqual(before)
  expect(before).toMatchObject({ expenses: 2, spentOnExpenses: '160.00', closing: '600.00' })
  expect(client.getQueryState(key)?.dataUpdatedAt).toBe(5)
})
