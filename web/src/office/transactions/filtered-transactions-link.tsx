import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { parseCompanyFilter } from './company-transaction-search-params.ts'

interface Props {
  filter: Partial<CompanyTransactionFilter>
  children: ReactNode
}

/** Links a figure's name to its transactions, where they are counted, summed and can be exported. */
export function FilteredTransactionsLink({ filter, children }: Props) {
  return (
    <Link
      to="/admin/all-transactions"
      search={parseCompanyFilter({ ...filter })}
      className="inline-flex min-h-11 items-center underline lg:min-h-9 underline-offset-4 hover:no-underline"
    >
      {children}
    </Link>
  )
}
