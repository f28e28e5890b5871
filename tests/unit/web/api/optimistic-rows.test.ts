import { rowIdOfBothSides } from '@ledger/contracts/events/transaction-row-sides-and-ids.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import {
  type CurrentRow,
  refetchWithUpdate,
  showRowInLists,
  withKnownRows,
} from '@ledger/web/src/shared/api/optimistic-rows.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, test, vi } from 'vitest'
import { sampleTransaction } from '../sample-transaction.ts'

const withRow = (answer: unknown, now: CurrentRow) =>
  withKnownRows(answer, new Map([[rowIdOfBothSides('gone' in now ? now.gone : now.id), now]]))

describe('a row as it is now, in an answer that was read before', () => {
  const now = sampleTransaction('b', 2, '250.00')

  test.each<[string, (row: Transaction) => unknown]>([
    ['a list', (row) => [sampleTransaction('a'), row]],
    [
      'pages',
      (row) => ({
        pages: [{ rows: [sampleTransaction('a')], next: '/next', count: 2 }, { rows: [row] }],
        pageParams: [1],
      }),
    ],
    ['an answer of parts', (row) => ({ count: 1, rows: { transactions: [row], of: null } })],
  ])('%s', (_, answer) => {
    expect(withRow(answer(sampleTransaction('b')), now)).toEqual(answer(now))
    for (const known of [now, sampleTransaction('b', 3, '300.00'), sampleTransaction('c')])
      expect(withRow(answer(known), now), 'not older, or another').toEqual(answer(known))
  })

  test('a ledger stays as it was read, because the balances of its other rows follow from the row', () => {
    const ledger = [{ rows: { closingBalance: '0.00', rows: [{ ...sampleTransaction('b'), balance: '0.00' }] } }]
    expect(withRow(ledger, now)).toBe(ledger)
    expect(withRow(ledger, { gone: 'b' })).toBe(ledger)
  })

  test('what does not change is the very same, so that nothing of it is drawn again', () => {
    const pages = [{ rows: [sampleTransaction('a')] }, { rows: [sampleTransaction('b')] }]
    const answer = { pages, pageParams: [1, 2] }
    expect(withRow(answer, sampleTransaction('c', 2))).toBe(answer)
    const changed = withRow(answer, now) as typeof answer
    expect(changed.pages[0]).toBe(pages[0])
    expect(changed.pageParams).toBe(answer.pageParams)
  })

  test('what head office’s rows say beyond it stays', () => {
    const own = { ...sampleTransaction('b'), accountName: 'Rajesh' }
    expect(withRow([own], now)).toEqual([{ ...now, accountName: 'Rajesh' }])
  })

  test('the other side of a transfer is changed alike, stays the other one’s, and goes with it', () => {
    const given = { ...sampleTransaction('b'), recipient: 'Ramesh', accountName: 'Rajesh' }
    const taken = { ...sampleTransaction('b-in'), type: 'credit' as const, userId: 'supervisor', accountName: 'Ramesh' }
    const edited = { amount: '250.00', narration: 'Half of it', revision: 2 }
    const { accountName: _, ...answer } = { ...taken, ...edited }
    expect(withRow([given, taken, sampleTransaction('c')], answer)).toEqual([
      { ...given, ...edited },
      { ...taken, ...edited },
      sampleTransaction('c'),
    ])
    expect(withRow([given, taken, sampleTransaction('c')], { gone: 'b-in' })).toEqual([sampleTransaction('c')])
  })

  test('who changed an entry last is not said until it is read again', () => {
    expect(withRow({ ...sampleTransaction('b'), edited: { at: 'before', by: 'somebody' } }, now)).toEqual({
      ...now,
      edited: null,
    })
  })

  test('one that is gone is in no list', () => {
    const gone: CurrentRow = { gone: 'b' }
    expect(withRow([sampleTransaction('a'), sampleTransaction('b', 7)], gone)).toEqual([sampleTransaction('a')])
    expect(withRow({ pages: [{ rows: [sampleTransaction('b')] }] }, gone)).toEqual({ pages: [{ rows: [] }] })
    expect(withRow(sampleTransaction('b'), gone)).toBeUndefined()
    expect(withRow({ count: 2, total: null }, gone)).toEqual({ count: 2, total: null })
    const deleted = { ...sampleTransaction('b', 8), deleted: { at: '2026-11-22T06:30:00.000Z', by: null } }
    expect(withRow([deleted], gone), 'but in those of deleted ones').toEqual([deleted])
  })
})

describe('while lists are read', () => {
  const LISTS = { queryKey: ['list'] }
  const edited = sampleTransaction('b', 2, '250.00')

  /** Returns a client, and the pending answers of its reads, in order. */
  function reader() {
    const answers: ((rows: Transaction[]) => void)[] = []
    const queryFn = () => new Promise<Transaction[]>((resolve) => void answers.push(resolve))
    return { client: new QueryClient(), queryFn, answers }
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const show = (client: QueryClient) => refetchWithUpdate(client, LISTS, () => showRowInLists(client, LISTS, edited))

  test('an answer to what was asked before does not put the old row back; the next one counts', async () => {
    const { client, queryFn, answers } = reader()
    const queryKey = ['list', 'shown']
    client.setQueryData(queryKey, [sampleTransaction('b')], { updatedAt: 1000 })
    const seen: unknown[] = []
    new QueryObserver<Transaction[]>(client, { queryKey, queryFn }).subscribe(({ data }) => void seen.push(data))
    expect(answers).toHaveLength(1)
    void show(client)
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([edited])
    expect(client.getQueryState(queryKey)?.dataUpdatedAt, 'the rest is of when it was read').toBe(1000)
    answers[0]?.([sampleTransaction('b')])
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([edited])
    expect(answers).toHaveLength(2)
    answers[1]?.([sampleTransaction('b', 3)])
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([sampleTransaction('b', 3)])
    expect(seen.at(-1)).toEqual([sampleTransaction('b', 3)])
  })

  test('what is read for the first time is asked for anew, also what nobody looks at yet', async () => {
    const { client, queryFn, answers } = reader()
    client.prefetchQuery({ queryKey: ['list', 'ahead'], queryFn })
    await settled()
    void show(client)
    await settled()
    expect(answers).toHaveLength(2)
    answers[0]?.([sampleTransaction('b')])
    answers[1]?.([edited])
    await settled()
    expect(client.getQueryData(['list', 'ahead'])).toEqual([edited])
  })

  test('what stood in for an answer on its way stays', async () => {
    const { client, queryFn } = reader()
    const queryKey = ['list', 'kept']
    new QueryObserver<Transaction[]>(client, { queryKey, queryFn }).subscribe(() => undefined)
    client.setQueryData(queryKey, [sampleTransaction('a'), sampleTransaction('b')], { updatedAt: 500 })
    void show(client)
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([sampleTransaction('a'), edited])
    expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(500)
  })

  test('an answer that is of before all the same, as where read models are behind, does not put the old row back', async () => {
    const { client, queryFn, answers } = reader()
    const queryKey = ['list', 'shown']
    client.setQueryData(queryKey, [sampleTransaction('b')])
    const look = async (rows: Transaction[], at = queryKey) => {
      void client.fetchQuery({ queryKey: at, queryFn })
      answers.pop()?.(rows)
      await settled()
      return client.getQueryData(at)
    }
    await show(client)
    expect(await look([sampleTransaction('a'), sampleTransaction('b')])).toEqual([sampleTransaction('a'), edited])
    expect(await look([sampleTransaction('b')], ['list', 'another search'])).toEqual([edited])
    expect(await look([sampleTransaction('b')], ['of something else'])).toEqual([sampleTransaction('b')])
    expect(await look([sampleTransaction('b', 3)])).toEqual([sampleTransaction('b', 3)])

    showRowInLists(client, LISTS, { gone: 'b' })
    // The answer of an earlier command comes late.
    showRowInLists(client, LISTS, edited)
    expect(await look([sampleTransaction('a'), sampleTransaction('b', 3)])).toEqual([sampleTransaction('a')])
  })

  test('a row that cannot be shown is logged, and the lists are read again', async () => {
    const { client, queryFn, answers } = reader()
    const queryKey = ['list', 'shown']
    client.setQueryData(queryKey, [sampleTransaction('b')])
    new QueryObserver<Transaction[]>(client, { queryKey, queryFn, staleTime: 60_000 }).subscribe(() => undefined)
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    const fault = new Error('A fault of the app')
    void refetchWithUpdate(client, LISTS, () => {
      throw fault
    })
    await settled()
    expect([logged.mock.calls, answers.length]).toEqual([[[fault]], 1])
    logged.mockRestore()
  })

  test('what is known goes with whoever was signed in', async () => {
    const { client, queryFn, answers } = reader()
    const queryKey = ['list', 'shown']
    client.setQueryData(queryKey, [sampleTransaction('b')])
    await show(client)
    client.clear()
    void client.fetchQuery({ queryKey, queryFn })
    answers.pop()?.([sampleTransaction('b')])
    await settled()
    expect(client.getQueryData(queryKey)).toEqual([sampleTransaction('b')])
  })

  test('of what is known the newest hundred rows are remembered', () => {
    const client = new QueryClient()
    const all = Array.from({ length: 101 }, (_, index) => sampleTransaction(`row ${index}`))
    for (const { id } of all) showRowInLists(client, LISTS, sampleTransaction(id, 2))
    client.setQueryData(['list'], all)
    const revisions = client.getQueryData<Transaction[]>(['list'])?.map(({ revision }) => revision)
    expect(revisions).toEqual([1, ...Array.from({ length: 100 }, () => 2)])
  })
})
