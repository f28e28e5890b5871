import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { MarkedText } from '../../shared/entry/list/marked-text.tsx'

interface Props {
  name: string
  /** The search that the person was found by. */
  query?: string | undefined
  /** Shown beside the name, such as the badge of a disabled account. */
  badge?: ReactNode
  details: ReactNode
  /** Shown on the right, such as the balance. */
  figure?: ReactNode
  actions?: ReactNode
}

/** A person in a list: name, details and actions. At a desk in one line, on a phone with the buttons below. */
export function PersonRow({ name, query, badge, details, figure, actions }: Props) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-rule border-t px-4 py-2.5 md:grid-cols-[minmax(0,1fr)_auto_auto] md:px-5 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_auto] lg:py-0">
      <div className="min-w-0 lg:contents">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="break-words font-strong">
            <MarkedText text={name} query={query} />
          </span>
          {badge}
        </p>
        <p className="break-words text-ink-soft text-small">{details}</p>
      </div>
      <div className="text-right">{figure}</div>
      {actions === undefined ? null : (
        <div className="-ml-3 flex flex-wrap max-md:col-span-2 md:-mr-3 md:ml-0 md:justify-end">{actions}</div>
      )}
    </li>
  )
}

const BADGE_TONES = {
  plain: 'border-edge text-ink-soft',
  credit: 'border-credit text-credit',
  debit: 'border-debit bg-debit-wash text-debit',
} as const

/** A short word beside a name: a status, a role. */
export function PersonBadge({ tone = 'plain', children }: { tone?: keyof typeof BADGE_TONES; children: string }) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-brick border px-1.5 font-strong text-[13px]/5 ${BADGE_TONES[tone]}`}
    >
      {children}
    </span>
  )
}

interface ActionProps {
  icon: LucideIcon
  /** The text of the button. */
  children: string
  /** The text with the person's name, for screen readers, which read the button without the row. */
  label: string
  disabled?: boolean
  onClick(): void
}

/** A button for one action on a row, 44 px high; at a desk as high as its row. */
export function RowAction({ icon: Icon, children, label, disabled, onClick }: ActionProps) {
  return (
    <button
      type="button"
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
      className="inline-flex min-h-11 items-center gap-1.5 rounded-brick px-3 font-strong text-small hover:bg-ground lg:min-h-9 disabled:text-ink-soft"
    >
      <Icon className="size-4.5 text-ink-soft" aria-hidden="true" />
      {children}
    </button>
  )
}
