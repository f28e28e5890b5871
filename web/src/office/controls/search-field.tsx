import { Search } from 'lucide-react'
import { useRef } from 'react'
import { controlLook } from '../../shared/design/controls/form-field.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { useSearchShortcut } from './use-search-shortcut.ts'

interface Props {
  label: string
  value: string
  onChange(value: string): void
  className?: string
  /** The search of the page, which the key `/` leads to. */
  isMain?: boolean
}

/** A search box at the head of a section's list. */
export function SearchField({ label, value, onChange, className = 'px-4 pb-4 md:px-5', isMain = false }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const isDesk = useIsDesk()
  useSearchShortcut(field, isMain)
  return (
    <div data-field className={className}>
      <div className="relative">
        <Search className="pointer-events-none absolute top-3.5 left-3 size-5 text-ink-soft" aria-hidden="true" />
        <input
          ref={field}
          type="search"
          data-entry-search={isMain ? '' : undefined}
          aria-label={label}
          aria-keyshortcuts={isMain ? '/' : undefined}
          placeholder={isMain && isDesk ? `${label}  /` : label}
          maxLength={100}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className={`${controlLook} pl-10`}
        />
      </div>
    </div>
  )
}
