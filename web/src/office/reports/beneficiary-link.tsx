import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

interface Props {
  id: string
  className?: string
  children: ReactNode
}

/** Links a beneficiary's name to the statement of all its payments. */
export function BeneficiaryLink({ id, className = '', children }: Props) {
  return (
    <Link
      to="/admin/beneficiary"
      search={{ id }}
      state={{ hasListBefore: true }}
      className={`inline-flex min-h-11 items-center underline lg:min-h-9 underline-offset-4 hover:no-underline ${className}`}
    >
      {/* One child of the flex box: the spaces between a text and its marks would go. */}
      <span className="min-w-0">{children}</span>
    </Link>
  )
}
