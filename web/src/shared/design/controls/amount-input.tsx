import type { InputHTMLAttributes, Ref } from 'react'
import { rupees } from '../../language/format-money-and-dates.ts'
import { controlLook } from './form-field.tsx'

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  /** "none" where the form has a pad of its own. */
  inputMode?: 'decimal' | 'none'
  ref?: Ref<HTMLInputElement>
}

/** The amount of a form: in the largest figures, with its ₹, on the number pad. */
export function AmountInput({ inputMode = 'decimal', ...props }: Props) {
  // Ninety-nine crores with their paise fit into the box of the narrowest phone.
  const size = String(props.value ?? '').length > 8 ? 'text-[clamp(1rem,6vw,1.625rem)]' : 'text-[clamp(1rem,9vw,2rem)]'
  return (
    <div className="relative">
      <span
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 font-strong text-[clamp(1rem,9vw,2rem)] text-ink-soft"
        aria-hidden="true"
      >
        ₹
      </span>
      <input
        {...props}
        inputMode={inputMode}
        autoComplete="off"
        placeholder="0"
        className={`${controlLook} figures min-h-16 pl-[max(36px,calc(12px+0.85*clamp(1rem,9vw,2rem)))] font-heavy ${size}`}
      />
    </div>
  )
}

/** Returns the typed amount with its commas, once it is long enough to be misread. */
export function withCommas(typed: string): string | undefined {
  return /^\d{4,}(\.\d{1,2})?$/.test(typed) ? rupees(typed) : undefined
}
