import type { StatementRow } from '@ledger/contracts/http/statements/statement-schemas.ts'
import { statementJson } from '@ledger/ledger-service/exports/books/statement-json.ts'
import { expect, it } from 'vitest'

const rowOf = (id: number) => ({ id: String(id), transactionId: null, party: `Party ${id}` }) as unknown as StatementRow

type Whole = Parameters<typeof statementJson>[0]
const statement = { from: '2026-04-01', to: '2026-04-30', opening: '1.00', closing: '2.00' } as unknown as Whole

it.each([[[[1, 2], [3]]], [[[1], [], [2], [3]]], [[[], [1], []]], [[]]])(
  'is one JSON object with all rows in their order, of pages %j',
  async (pages) => {
    async function* pagesOf() {
      for (const page of pages) yield page.map(rowOf)
    }
    const of = { kind: 'company' } as unknown as Parameters<typeof statementJson>[1]
    let text = ''
    for await (const part of statementJson(statement, of, pagesOf(), { seal: { state: 'open' } as never })) text += part
    const { rows, ...rest } = JSON.parse(text)
    expect(rows.map(({ id }: { id: string }) => id)).toEqual(pages.flat().map(String))
    expect(rest).toMatchObject({ opening: '1.00', closing: '2.00', sealed: null, next: null })
  },
)
