import type { TransactionHistory } from '@ledger/contracts/http/audit/event-and-history-schemas.ts'
import type { SheetLine } from '@ledger/web/src/shared/export/file/sheet-model.ts'
import { expect, test, vi } from 'vitest'

const BILL = { type: 'image/jpeg', width: 800, height: 1200 } as const
const answer: TransactionHistory['questions'][number] = {
  ...{ type: 'EntryAnswered', position: 7, recordedAt: '2026-11-20T10:03:00.000Z', meta: {} },
  ...{ actor: { id: 'b', name: 'Anita Joshi', role: 'site_incharge' }, question: 'q', text: 'The shop gave it today' },
  bills: ['a', 'b'].map((letter) => ({ ...BILL, id: letter.repeat(64) })),
}

/** Returns the last three cells, which name a field, and its values before and after. */
async function printedField(record: typeof answer, language: 'en' | 'hi') {
  vi.stubGlobal('localStorage', { getItem: () => null })
  const { printedHistory } = await import('@ledger/web/src/audit/entry/printed-history.ts')
  const history = { transaction: 't', voucher: null, revisions: [], questions: [record], next: null }
  const pages: SheetLine[][] = []
  const { lines } = printedHistory(history, language, () => undefined)
  for await (const page of lines.read({ oldestFirst: false })) pages.push([...page])
  return pages.flat().map((line) => line.slice(3))
}

test('the bills of an answer are printed by the beginnings of their hashes, as those of an entry are', async () => {
  const hashes = 'aaaaaaaaaaaa, bbbbbbbbbbbb'
  expect(await printedField(answer, 'en')).toEqual([['Bills', null, hashes]])
  expect(await printedField(answer, 'hi')).toEqual([['बिल', null, hashes]])
  expect(await printedField({ ...answer, bills: [] }, 'en')).toEqual([[null, null, null]])
})
