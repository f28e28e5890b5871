import type { SiteSupervisorBalance, TransferPayee } from '@ledger/contracts/http/people/account-schemas.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

/** Parts of the field screens, drawn once: what is chosen, in what order, and in what colour. */

const seen = vi.hoisted((): { props: Record<string, unknown>; storage: string } => ({ props: {}, storage: '' }))
/** Each passes on what it was given: the form and the microphone need a browser. */
vi.mock(import('@ledger/web/src/shared/design/lazy-component.tsx'), () => ({
  LazyComponent: ((props: { with: Record<string, unknown> }) => {
    seen.props = props.with
    return null
  }) as never,
}))
vi.mock(import('@ledger/web/src/shared/voice/voice-sentence-button.tsx'), () => ({
  VoiceSentenceButton: ((props: Record<string, unknown>) => {
    seen.props = props
    return null
  }) as never,
}))
vi.mock(import('@ledger/web/src/shared/api/today.ts'), async (original) => ({
  ...(await original()),
  useToday: () => '2026-06-01' as never,
}))

beforeAll(() => {
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', Object.assign(new EventTarget(), { querySelector: () => null }))
  for (const name of ['localStorage', 'sessionStorage'])
    vi.stubGlobal(name, { getItem: () => null, setItem: () => undefined, removeItem: () => undefined })
})
afterAll(() => vi.unstubAllGlobals())

function draw(part: ReactNode, client = new QueryClient()): string {
  return renderToStaticMarkup(<QueryClientProvider client={client}>{part}</QueryClientProvider>)
}

/** 1 June 2026 is a Monday: the day, its week and its month begin together. */
test.each([
  ['today', '2026-06-01', '2026-06-01', ['Today']],
  ['the week', '2026-06-01', '2026-06-07', ['This week']],
  ['the month', '2026-06-01', '2026-06-30', ['This month']],
  ['other days', '2026-06-01', '2026-06-15', []],
  ['no days', undefined, undefined, ['All time']],
])('the period of %s is chosen, and no other that begins with it', async (_what, from, to, chosen) => {
  const { PeriodChips } = await import('@ledger/web/src/field/transactions/period-chips.tsx')
  const html = draw(<PeriodChips from={from} to={to} onChoose={() => undefined} />)
  const labels = [...html.matchAll(/<label.*?<\/label>/g)].filter(([label]) => label.includes('checked=""'))
  expect(labels.map(([label]) => label.replaceAll(/<[^>]*>/g, ''))).toEqual(chosen)
})

test('a supervisor of the site who spent more than it had is told apart by colour', async () => {
  const { SiteSupervisors } = await import('@ledger/web/src/field/site-dashboard/site-supervisors.tsx')
  const { supervisorBalancesQuery } = await import('@ledger/web/src/shared/api/field-queries.ts')
  const client = new QueryClient()
  client.setQueryData<SiteSupervisorBalance[]>(supervisorBalancesQuery.queryKey, [
    { name: 'Sita', currentBalance: '-50.00' },
    { name: 'Ravi', currentBalance: '50.00' },
  ])
  const rows = [...draw(<SiteSupervisors isReady={false} />, client).matchAll(/<li.*?<\/li>/g)].map(([row]) => row)
  expect(rows.map((row) => [row.includes('Sita'), row.includes('text-debit')])).toEqual([
    [false, false],
    [true, true],
  ])
})

test('whom money was passed on to comes first, the latest first, and then the others by name', async () => {
  const { TransferSection } = await import('@ledger/web/src/field/transfer/transfer-section.tsx')
  const { supervisorsQuery } = await import('@ledger/web/src/shared/api/field-queries.ts')
  const payee = (firstName: string, lastTransfer: string | null) =>
    ({ id: `supervisor_${firstName}`, firstName, lastName: '', lastTransfer }) as TransferPayee
  const client = new QueryClient()
  client.setQueryData(supervisorsQuery.queryKey, [
    payee('Zoya', '2026-05-02T06:30:00.000Z'),
    payee('Amit', '2026-05-01T06:30:00.000Z'),
    payee('Tara', null),
    payee('Bina', null),
  ])
  draw(<TransferSection user={{} as never} balance={{ data: {}, isPending: false } as never} />, client)
  const supervisors = seen.props.supervisors as TransferPayee[]
  expect(supervisors.map(({ firstName }) => firstName)).toEqual(['Zoya', 'Amit', 'Bina', 'Tara'])
})

test.each([
  ['another payee', 'Mohan', 1],
  ['the same payee', 'Ramlal', 0],
  ['no payee', undefined, 0],
])('a spoken sentence with %s takes back what the one before had filled in: %s', async (_what, recipient, times) => {
  const { SpeakExpense } = await import('@ledger/web/src/field/expense/speak-expense.tsx')
  const onPayee = vi.fn()
  const set: Record<string, unknown> = {}
  const form = {
    getValues: () => 'Ramlal',
    setValue: (name: string, value: unknown) => {
      set[name] = value
    },
  } as never
  draw(<SpeakExpense form={form} beneficiaries={[]} onPayee={onPayee} />)
  const spoken = { amount: '450', ...(recipient === undefined ? {} : { recipient }) }
  ;(seen.props.onFields as (fields: object) => void)(spoken)
  expect(onPayee).toHaveBeenCalledTimes(times)
  expect(set).toEqual(spoken)
})
