import {
  BookOpenText,
  ChartColumn,
  Contact,
  Handshake,
  History,
  Inbox,
  LayoutDashboard,
  List,
  type LucideIcon,
  Search,
  Send,
  Settings,
} from 'lucide-react'
import type { words } from './screen-texts.ts'

export interface MenuItem {
  readonly to:
    | '/admin'
    | '/admin/send-money'
    | '/admin/all-transactions'
    | '/admin/ledgers'
    | '/admin/beneficiaries'
    | '/admin/reports'
    | '/admin/people'
    | '/admin/search'
    | '/admin/messages'
    | '/admin/settings'
    | '/admin/audit'
  readonly label: keyof (typeof words)['en']
  readonly icon: LucideIcon
  /** Other addresses of the same page, and those of the pages below it. */
  readonly also?: readonly string[]
  /** Hidden from users who change nothing. */
  readonly movesMoney?: true
  /** In the bar of a phone, under a shorter name where one is given; the others are under "More". */
  readonly inBar?: { readonly label?: keyof (typeof words)['en'] }
}

/** The pages of head office, in the order of the menu. */
const MENU_ITEMS: readonly MenuItem[] = [
  {
    to: '/admin',
    label: 'today',
    icon: LayoutDashboard,
    also: ['/admin-dashboard', '/comprehensive-admin-dashboard'],
    inBar: {},
  },
  { to: '/admin/send-money', label: 'sendMoney', icon: Send, movesMoney: true, inBar: { label: 'send' } },
  { to: '/admin/all-transactions', label: 'entries', icon: List, inBar: {} },
  { to: '/admin/ledgers', label: 'ledgers', icon: BookOpenText, inBar: {} },
  { to: '/admin/beneficiaries', label: 'beneficiaries', icon: Handshake, also: ['/admin/beneficiary'] },
  { to: '/admin/reports', label: 'reports', icon: ChartColumn },
  { to: '/admin/people', label: 'people', icon: Contact },
  { to: '/admin/search', label: 'search', icon: Search },
  { to: '/admin/messages', label: 'messages', icon: Inbox },
  { to: '/admin/settings', label: 'settings', icon: Settings },
  { to: '/admin/audit', label: 'audit', icon: History },
]

/** Returns the items that a user sees. An auditor changes nothing, so there is nothing to send. */
export function menuItemsFor(mayChange: boolean): readonly MenuItem[] {
  return MENU_ITEMS.filter(({ movesMoney }) => mayChange || movesMoney === undefined)
}

/** Tells whether the page at a path, or one below it, is the item's. */
export function isCurrentItem({ to, also = [] }: MenuItem, pathname: string): boolean {
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  return path === to || also.includes(path) || (to !== '/admin' && path.startsWith(`${to}/`))
}
