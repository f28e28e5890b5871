import type { BooksAnswer } from '@ledger/contracts/http/books/closing-and-seal-schemas.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test, vi } from 'vitest'

beforeAll(() => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
})

const CLOSING: BooksAnswer['closings'][number] = {
  ...{ upTo: '2026-10-31', at: '2026-11-02T06:30:00.000Z', by: 'Meera', position: 7 },
  ...{ accounts: null, root: null, sealing: null, reopened: null },
}

test.each([
  [null, 'Being sealed …'],
  [{ done: 0, of: 0 }, 'Being sealed …'],
  [{ done: 3, of: 8 }, 'Being sealed: 37 %'],
  [{ done: 8, of: 8 }, 'Being sealed: 100 %'],
])('a closing says how far its seal is: %o', async (sealing, said) => {
  const { ClosingsList } = await import('@ledger/web/src/office/books/closings-list.tsx')
  expect(renderToStaticMarkup(<ClosingsList closings={[{ ...CLOSING, sealing }]} />)).toContain(said)
})
