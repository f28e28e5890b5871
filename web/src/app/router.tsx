import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { eventFilter } from '../audit/explorer/event-filter.ts'
import { ledgerSearch, momentSearch } from '../audit/time-line/moment-search.ts'
import { useSession } from '../session/session.ts'
import { listFilter } from '../transactions/list-filter.ts'
import { ScreenFailed } from './screen-failed.tsx'

const root = createRootRoute({ component: Outlet })
const at = <const P extends string>(path: P) => ({ getParentRoute: () => root, path })

const roleSelection = () => import('../role-selection/role-selection.tsx')
const loginType = lazyRouteComponent(() => import('../role-selection/login-type.tsx'), 'LoginType')
/** Why the external sign-in came to nothing; the screen knows the codes. */
const openidRefusal = ({ error }: Readonly<Record<string, unknown>>) => (typeof error === 'string' ? { error } : {})
const adminDashboard = lazyRouteComponent(() => import('../admin-dashboard/admin-dashboard.tsx'), 'AdminDashboard')

/** §2: without a session user a field screen leads to the site sign-in. */
function needsFieldUser(): void {
  if (useSession.getState().user === undefined) throw redirect({ to: '/site-login', replace: true })
}

/** The route table of §2, as far as its screens are built. Each screen is a chunk of its own. */
const routes = [
  createRoute({ ...at('/'), component: lazyRouteComponent(roleSelection, 'RoleSelection') }),
  createRoute({
    ...at('/landing'),
    component: lazyRouteComponent(() => import('../landing/landing.tsx'), 'Landing'),
  }),
  createRoute({ ...at('/login'), validateSearch: openidRefusal, component: loginType }),
  createRoute({ ...at('/login-type'), component: loginType }),
  createRoute({
    ...at('/admin-login'),
    component: lazyRouteComponent(() => import('../sign-in/admin-login.tsx'), 'AdminLogin'),
  }),
  createRoute({
    ...at('/site-login'),
    component: lazyRouteComponent(() => import('../sign-in/site-login.tsx'), 'SiteLogin'),
  }),
  createRoute({ ...at('/admin'), component: adminDashboard }),
  createRoute({ ...at('/admin-dashboard'), component: adminDashboard }),
  createRoute({ ...at('/comprehensive-admin-dashboard'), component: adminDashboard }),
  createRoute({
    ...at('/admin/all-transactions'),
    component: lazyRouteComponent(() => import('../admin-transactions/all-transactions.tsx'), 'AllTransactions'),
  }),
  createRoute({
    ...at('/site-dashboard'),
    beforeLoad: needsFieldUser,
    component: lazyRouteComponent(() => import('../site-dashboard/site-dashboard.tsx'), 'SiteDashboard'),
  }),
  createRoute({
    ...at('/supervisor-dashboard'),
    beforeLoad() {
      const role = useSession.getState().user?.role
      if (role === 'site_incharge') throw redirect({ to: '/site-dashboard', replace: true })
      if (role !== 'supervisor') throw redirect({ to: '/login', replace: true })
    },
    component: lazyRouteComponent(
      () => import('../supervisor-dashboard/supervisor-dashboard.tsx'),
      'SupervisorDashboard',
    ),
  }),
  createRoute({
    ...at('/expense'),
    component: lazyRouteComponent(() => import('../expense/expense.tsx'), 'Expense'),
  }),
  createRoute({
    ...at('/transactions'),
    beforeLoad: needsFieldUser,
    validateSearch: listFilter,
    component: lazyRouteComponent(() => import('../transactions/transactions.tsx'), 'Transactions'),
  }),
  createRoute({
    ...at('/balance-details'),
    beforeLoad: needsFieldUser,
    component: lazyRouteComponent(() => import('../balance-details/balance-details.tsx'), 'BalanceDetails'),
  }),
  createRoute({
    ...at('/reports'),
    beforeLoad: needsFieldUser,
    component: lazyRouteComponent(() => import('../reports/reports.tsx'), 'Reports'),
  }),
  createRoute({
    ...at('/admin/audit'),
    validateSearch: eventFilter,
    component: lazyRouteComponent(() => import('../audit/explorer/explorer.tsx'), 'Explorer'),
  }),
  createRoute({
    ...at('/admin/audit/access'),
    validateSearch: eventFilter,
    component: lazyRouteComponent(() => import('../audit/explorer/access-log.tsx'), 'AccessLog'),
  }),
  createRoute({
    ...at('/admin/audit/entry/$id'),
    component: lazyRouteComponent(() => import('../audit/entry/entry-history.tsx'), 'EntryHistory'),
  }),
  createRoute({
    ...at('/admin/audit/receipt/$id'),
    component: lazyRouteComponent(() => import('../audit/entry/receipt.tsx'), 'Receipt'),
  }),
  createRoute({
    ...at('/admin/audit/time-line'),
    validateSearch: momentSearch,
    component: lazyRouteComponent(() => import('../audit/time-line/time-line.tsx'), 'TimeLine'),
  }),
  createRoute({
    ...at('/admin/audit/time-line/ledger'),
    validateSearch: ledgerSearch,
    component: lazyRouteComponent(() => import('../audit/time-line/account-ledger.tsx'), 'AccountLedger'),
  }),
  createRoute({
    ...at('/admin/audit/edit-log'),
    component: lazyRouteComponent(() => import('../audit/edit-log/edit-log.tsx'), 'EditLog'),
  }),
  createRoute({
    ...at('/admin/audit/proof'),
    component: lazyRouteComponent(() => import('../audit/proof/proof.tsx'), 'Proof'),
  }),
]

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  defaultErrorComponent: ScreenFailed,
  defaultNotFoundComponent: lazyRouteComponent(() => import('../not-found/not-found.tsx'), 'NotFound'),
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
