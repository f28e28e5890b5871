import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CompanyFilter } from '../calls/money.ts'
import { companyFilter } from './company-filter.ts'

interface Props {
  filter: Partial<CompanyFilter>
  children: ReactNode
}

/** Links a figure's name to its transactions, where they are counted, summed and can be exported. */
export function NarrowedLink({ filter, children }: Props) {
  return (
    <Link
      to="/admin/all-transactions"
      search={companyFilter({ ...filter })}
      className="inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline"
    >
      {children}
    </Link>
  )
}
