import { pendingEntries } from '@ledger/web/src/field/outbox/model/pending-entries.ts'
import { LogoutWarningDialog } from '@ledger/web/src/field/outbox/ui/logout-warning-dialog.tsx'
import { words } from '@ledger/web/src/field/outbox/ui/screen-texts.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

const shown = vi.hoisted((): { waiting: unknown[] } => ({ waiting: [] }))
vi.mock(import('@ledger/web/src/field/outbox/ui/use-pending-entries.ts'), async (original) => {
  const module = await original()
  return { ...module, usePendingEntries: (() => ({ ...module.NOTHING_PENDING, ...shown })) as never }
})
/** These need a page, the router and the network of a browser. */
vi.mock(import('@ledger/web/src/shared/design/toast/toast-container.ts'), () => ({
  moveToastsInto: () => () => undefined,
}))
vi.mock(import('@ledger/web/src/shared/design/dialog/use-close-on-back.ts'), () => ({
  useCloseOnBack: () => undefined,
}))
vi.mock(import('@ledger/web/src/shared/entry/form/needs-network-notice.tsx'), () => ({
  NeedsNetworkNotice: () => null as never,
}))

const refused = { status: 400, code: 'invalid', title: '', message: '', issues: [], reference: '' }
const fields = {
  ...{ amount: '450', recipient: 'Ramlal', purpose: 'Tea', paymentMode: 'cash' as const },
  ...{ narration: 'For the crew', reference: '', date: '2026-11-20' },
}
const entry = (order: number, isRefused: boolean) => ({
  ...{ id: `entry ${order}`, key: `key ${order}`, order, owner: 'account 1', tries: 0 },
  ...{ enteredAt: '2026-11-20T10:03:00.000Z', what: { kind: 'expense' as const, fields } },
  ...(isRefused ? { refused } : {}),
})

/** Entries that wait and were not refused are sent by the next sign-in; refused ones are not. */
test.each([
  ['none of two was refused', [false, false], true, undefined],
  ['one of two was refused', [false, true], true, '1'],
  ['one of three was not refused', [true, false, true], true, '2'],
  ['all were refused', [true, true], false, '2'],
] as const)('the question before a sign-out, where %s', (_what, all, saysSent, countRefused) => {
  shown.waiting = pendingEntries(all.map((isRefused, order) => entry(order, isRefused)))
  const html = renderToStaticMarkup(<LogoutWarningDialog onStay={() => undefined} onLeave={() => undefined} />)
  const { leaveMany, leaveSent, leaveRefused } = words.en
  expect(html).toContain(leaveMany(`${all.length} entries`))
  expect(html.includes(leaveSent)).toBe(saysSent)
  expect(html.includes('not accepted')).toBe(countRefused !== undefined)
  if (countRefused !== undefined) expect(html).toContain(leaveRefused(countRefused))
})
