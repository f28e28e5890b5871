import { buffer } from 'node:stream/consumers'
import type { EditLogRow } from '@ledger/contracts/audit.ts'
import { pdfOf } from '@ledger/ledger-service/edit-log/pdf.ts'
import { expect, it } from 'vitest'
import { pagesOfPdf } from '../../environment/second-programs.ts'

const renamed = (position: number, after: string): EditLogRow => ({
  ...{ position, recordedAt: '2026-04-01T06:30:00.000Z', action: 'changed', amount: null, site: null, from: null },
  ...{ subject: 'Supervisor R', subjectKind: 'supervisor', subjectName: 'R', subjectId: 'r' },
  actor: { id: 'a', name: 'Asha', role: 'admin' },
  fields: [{ field: 'name', before: null, after }],
})
const HEAD = {
  ...{ company: 'Test Builders', madeAt: '2026-04-01T06:30:00.000Z', checkpoint: null },
  ...{ actions: undefined, actor: undefined, account: undefined, from: undefined, to: undefined, year: undefined },
}

/** A glyph says for the whole file what it stands for, and a letter with a mark is drawn by the glyph of the letter. */
it.each([
  ['L\u0301', 'toLocale'],
  ['x\u0301z\u0304', 'Maxim zone'],
])('after %j a plain text is copied as it was written: %j', async (marked, plain) => {
  async function* rows() {
    yield [renamed(1, marked), renamed(2, plain)]
  }
  const [page] = await pagesOfPdf(new Uint8Array(await buffer(pdfOf(rows(), 'en', HEAD))))
  expect(page?.map(({ text }) => text)).toContain(plain)
})
