import { Search } from 'lucide-react'
import { controlLook } from '../../shared/design/controls/form-field.tsx'

interface Props {
  label: string
  value: string
  onChange(value: string): void
  className?: string
}

/** A search box at the head of a section's list. */
export function SearchField({ label, value, onChange, className = 'px-4 pb-4 md:px-5' }: Props) {
  return (
    <div data-field className={className}>
      <div className="relative">
        <Search className="pointer-events-none absolute top-3.5 left-3 size-5 text-ink-soft" aria-hidden="true" />
        <input
          type="search"
          aria-label={label}
          placeholder={label}
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlLook} pl-10`}
        />
      </div>
    </div>
  )
}
