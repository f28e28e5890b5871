import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ALL_TIME, type OpenPeriod } from '../../shared/language/period-text.ts'
import { periodSearch } from '../../shared/period/period-in-address.ts'

interface Props {
  id: string
  /** The period of the figures beside the name; left out, all payments. */
  period?: OpenPeriod
  className?: string
  children: ReactNode
}

/** Links a beneficiary's name to the statement of its payments. */
export function BeneficiaryLink({ id, period = ALL_TIME, className = '', children }: Props) {
  return (
    <Link
      to="/admin/beneficiary"
      search={{ id, ...periodSearch(period) }}
      state={{ hasListBefore: true }}
      className={`inline-flex min-h-11 items-center underline lg:min-h-9 underline-offset-4 hover:no-underline ${className}`}
    >
      {/* One child of the flex box: the spaces between a text and its marks would go. */}
      <span className="min-w-0">{children}</span>
    </Link>
  )
}
