import { Link, useLocation } from '@tanstack/react-router'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { parsePeriodSearch } from '../../shared/period/period-search-params.ts'
import { isCurrentItem, type MenuItem } from './menu-items.ts'
import { words } from './screen-texts.ts'

interface Props {
  item: MenuItem
  label: MenuItem['label']
  className: string
  iconClassName: string
  /** True where the link takes the place of the step of an overlay, so that the way back leads past it. */
  replace?: boolean
  onClick?(): void
}

/** A link of the menu. It carries the period of the page to the next one. */
export function MenuLink({ item, label, className, iconClassName, replace = false, onClick }: Props) {
  const t = useWords(words)
  const isCurrent = useLocation({ select: ({ pathname }) => isCurrentItem(item, pathname) })
  const { from, to } = useLocation({
    select: ({ search }) => parsePeriodSearch({ ...search }),
    structuralSharing: true,
  })
  const Icon = item.icon
  return (
    <Link
      to={item.to}
      search={parsePeriodSearch({ from, to })}
      replace={replace}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onClick}
      className={className}
    >
      <Icon className={iconClassName} aria-hidden="true" />
      <span className="min-w-0 truncate">{t[label]}</span>
    </Link>
  )
}
