import { bothSidesOf } from '@ledger/contracts/rows.ts'
import type { Transaction } from '@ledger/contracts/shapes.ts'
import { type RowNow, readAgainWith, showRow, withRows } from '@ledger/web/src/shared/api/known-rows.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { aRow } from './a-row.ts'

const withRow = (answer: unknown, now: RowNow) =>
  withRows(answer, new Map([[bothSidesOf('gone' in now ? now.gone : now.id), now]]))

describe('a row as it is now, in an answer that was read before', () => {
  const now = aRow('b', 2, '250.00')

  test.each<[string, (row: Transaction) => unknown]>([
    ['a list', (row) => [aRow('a'), row]],
    ['pages', (row) => ({ pages: [{ rows: [aRow('a')], next: '/next', count: 2 }, { rows: [row] }], pageParams: [1] })],
    ['a ledger', (row) => ({ openingBalance: '0.00', rows: { transactions: [row], of: null } })],
  ])('%s', (_, answer) => {
    expect(withRow(answer(aRow('b')), now)).toEqual(answer(now))
    for (const known of [now, aRow('b', 3, '300.00'), aRow('c')])
      expect(withRow(answer(known), now), 'not older, or another').toEqual(answer(known))
  })

  test('what does not change is the very same, so that nothing of it is drawn again', () => {
    const pages = [{ rows: [aRow('a')] }, { rows: [aRow('b')] }]
    const answer = { pages, pageParams: [1, 2] }
    expect(withRow(answer, aRow('c', 2))).toBe(answer)
    const changed = withRow(answer, now) as typeof answer
    expect(changed.pages[0]).toBe(pages[0])
    expect(changed.pageParams).toBe(answer.pageParams)
  })

  test('what head office’s rows say beyond it stays', () => {
    const own = { ...aRow('b'), accountName: 'Rajesh', siteName: 'Canal Bridge' }
    expect(withRow([own], now)).toEqual([{ ...now, accountName: 'Rajesh', siteName: 'Canal Bridge' }])
  })

  test('the other side of a transfer is changed alike, stays the other one’s, and goes with it', () => {
    const given = { ...aRow('b'), recipient: 'Ramesh', accountName: 'Rajesh' }
    const taken = { ...aRow('b-in'), type: 'credit' as const, userId: 'supervisor', accountName: 'Ramesh' }
    const edited = { amount: '250.00', narration: 'Half of it', revision: 2 }
    const { accountName: _, ...answer } = { ...taken, ...edited }
    expect(withRow([given, taken, aRow('c')], answer)).toEqual([
      { ...given, ...edited },
      { ...taken, ...edited },
      aRow('c'),
    ])
    expect(withRow([given, taken, aRow('c')], { gone: 'b-in' })).toEqual([aRow('c')])
  })

  test('who changed an entry last is not said until it is read again', () => {
    expect(withRow({ ...aRow('b'), edited: { at: 'before', by: 'somebody' } }, now)).toEqual({ ...now, edited: null })
  })

  test('one that is gone is in no list', () => {
    const gone: RowNow = { gone: 'b' }
    expect(withRow([aRow('a'), aRow('b', 7)], gone)).toEqual([aRow('a')])
    expect(withRow({ pages: [{ rows: [aRow('b')] }] }, gone)).toEqual({ pages: [{ rows: [] }] })
    expect(withRow(aRow('b'), gone)).toBeUndefined()
    expect(withRow({ count: 2, total: null }, gone)).toEqual({ count: 2, total: null })
    const deleted = { ...aRow('b', 8), deleted: { at: '2026-11-22T06:30:00.000Z', by: null } }
    expect(withRow([deleted], gone), 'but in those of deleted ones').toEqual([deleted])
  })
})

describe('while lists are read', () => {
  const LISTS = { queryKey: ['list'] }
  const edited = aRow('b', 2, '250.00')

  /** A client, and what each reading is answered, in turn. */
  function reader() {
    const answers: ((rows: Transaction[]) => void)[] = []
    const queryFn = () => new Promise<Transaction[]>((resolve) => void answers.push(resolve))
    return { client: new QueryClient(), queryFn, answers }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const show = (client: QueryClient) => readAgainWith(client, LISTS, () => showRow(client, LISTS, edited))

  test('an answer to what was asked before does not put the old row back; the next one counts', async () => {
    const { client, queryFn, answers } = reader()
    const queryKey = ['list', 'shown']
    client.setQueryData(queryKey, [aRow('b')], { updatedAt: 1000 })
    const seen: unknown[] = []
    new QueryObserver<Transaction[]>(client, { queryKey, queryFn }).subscribe(({ data }) => void seen.push(data))
    expect(answers).toHaveLength(1)
    void show(client)
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([edited])
    expect(client.getQueryState(queryKey)?.dataUpdatedAt, 'the rest is of when it was read').toBe(1000)
    answers[0]?.([aRow('b')])
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([edited])
    expect(answers).toHaveLength(2)
    answers[1]?.([aRow('b', 3)])
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([aRow('b', 3)])
    expect(seen.at(-1)).toEqual([aRow('b', 3)])
  })

  test('what is read for the first time is asked for anew, also what nobody looks at yet', async () => {
    const { client, queryFn, answers } = reader()
    client.prefetchQuery({ queryKey: ['list', 'ahead'], queryFn })
    await settled()
    void show(client)
    await settled()
    expect(answers).toHaveLength(2)
    answers[0]?.([aRow('b')])
    answers[1]?.([edited])
    await settled()
    expect(client.getQueryData(['list', 'ahead'])).toEqual([edited])
  })

  test('what stood in for an answer on its way stays', async () => {
    const { client, queryFn } = reader()
    const queryKey = ['list', 'kept']
    new QueryObserver<Transaction[]>(client, { queryKey, queryFn }).subscribe(() => undefined)
    client.setQueryData(queryKey, [aRow('a'), aRow('b')], { updatedAt: 500 })
    void show(client)
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([aRow('a'), edited])
    expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(500)
  })

  test('an answer that is of before all the same, as where read models are behind, does not put the old row back', async () => {
    const { client, queryFn, answers } = reader()
    const queryKey = ['list', 'shown']
    client.setQueryData(queryKey, [aRow('b')])
    const look = async (rows: Transaction[], at = queryKey) => {
      void client.fetchQuery({ queryKey: at, queryFn })
      answers.pop()?.(rows)
      await settled()
      return client.getQueryData(at)
    }
    await show(client)
    expect(await look([aRow('a'), aRow('b')])).toEqual([aRow('a'), edited])
    expect(await look([aRow('b')], ['list', 'another search'])).toEqual([edited])
    expect(await look([aRow('b')], ['of something else'])).toEqual([aRow('b')])
    expect(await look([aRow('b', 3)])).toEqual([aRow('b', 3)])

    showRow(client, LISTS, { gone: 'b' })
    // What was answered before comes late.
    showRow(client, LISTS, edited)
    expect(await look([aRow('a'), aRow('b', 3)])).toEqual([aRow('a')])
  })

  test('what is known goes with whoever was signed in', async () => {
    const { client, queryFn, answers } = reader()
    const queryKey = ['list', 'shown']
    client.setQueryData(queryKey, [aRow('b')])
    await show(client)
    client.clear()
    void client.fetchQuery({ queryKey, queryFn })
    answers.pop()?.([aRow('b')])
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([aRow('b')])
  })

  test('of what is known the newest hundred rows are remembered', () => {
    const client = new QueryClient()
    const all = Array.from({ length: 101 }, (_, index) => aRow(`row ${index}`))
    for (const { id } of all) showRow(client, LISTS, aRow(id, 2))
    client.setQueryData(['list'], all)
    const revisions = client.getQueryData<Transaction[]>(['list'])?.map(({ revision }) => revision)
    expect(revisions).toEqual([1, ...Array.from({ length: 100 }, () => 2)])
  })
})
