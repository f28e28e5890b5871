import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { controlLook } from './form-field.tsx'

/**
 * The phone's own picker, which is the fastest one with a thumb. Radix's picker injects a style tag, which the CSP
 * forbids.
 */
export function Select({ className = '', ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <div className="relative">
      <select {...rest} className={`${controlLook} appearance-none truncate pr-11 ${className}`} />
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-3 size-5 -translate-y-1/2 text-ink-soft"
        aria-hidden="true"
      />
    </div>
  )
}
