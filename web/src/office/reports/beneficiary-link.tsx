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
      className={`inline-flex min-h-11 items-center underline underline-offset-4 hover:no-underline ${className}`}
    >
      {children}
    </Link>
  )
}
