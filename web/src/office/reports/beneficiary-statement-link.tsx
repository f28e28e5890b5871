import { Link, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parsePeriodSearch } from '../../shared/period/period-search-params.ts'

interface Props {
  id: string
  className?: string
  children: ReactNode
}

/** Links a beneficiary's name to the statement of its payments, in the period of the page. */
export function BeneficiaryStatementLink({ id, className = '', children }: Props) {
  const { from, to } = useSearch({ strict: false })
  return (
    <Link
      to="/admin/beneficiary"
      search={{ id, ...parsePeriodSearch({ from, to }) }}
      state={{ hasListBefore: true }}
      className={`inline-flex min-h-11 items-center underline lg:min-h-9 underline-offset-4 hover:no-underline ${className}`}
    >
      {/* One child of the flex box: the spaces between a text and its marks would go. */}
      <span className="min-w-0">{children}</span>
    </Link>
  )
}
