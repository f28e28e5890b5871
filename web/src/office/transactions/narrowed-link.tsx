import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CompanyFilter } from '../calls/money.ts'
import { companyFilter } from './company-filter.ts'

interface Props {
  filter: Partial<CompanyFilter>
  children: ReactNode
}

/** From a figure's name to the transactions that it is made of: counted, added up, and ready to be exported there. */
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
