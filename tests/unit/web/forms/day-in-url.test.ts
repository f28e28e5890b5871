import { parseEditLogSearch } from '@ledger/web/src/audit/edit-log/edit-log-search-params.ts'
import { parseEventSearch } from '@ledger/web/src/audit/explorer/event-search-params.ts'
import { parseListSearch } from '@ledger/web/src/field/transactions/transaction-search-params.ts'
import { parseBeneficiaryStatementSearch } from '@ledger/web/src/office/reports/beneficiary-statement-search-params.ts'
import { parseCompanyFilter } from '@ledger/web/src/office/transactions/company-transaction-search-params.ts'
import { expect, test } from 'vitest'

/** Every screen whose filter stands in its address. */
const SCREENS = {
  parseListSearch,
  parseCompanyFilter,
  parseBeneficiaryStatementSearch,
  parseEventSearch,
  parseEditLogSearch,
}

test.each(Object.entries(SCREENS))(
  '%s takes existing days of our time from the address and no others',
  (_name, parse) => {
    expect(parse({ from: '2026-04-10', to: '2024-02-29' })).toMatchObject({ from: '2026-04-10', to: '2024-02-29' })
    for (const day of [
      '0026-04-10',
      '1999-12-31',
      '2026-02-30',
      '2026-13-01',
      '20226-04-10',
      '2026-4-1',
      '',
      2026,
      null,
    ])
      expect(Object.keys(parse({ from: day, to: day })), String(day)).not.toContain('from')
  },
)
