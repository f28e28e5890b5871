import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { editLogSearch } from '../audit/edit-log/edit-log-search.ts'
import { eventFilter } from '../audit/explorer/event-filter.ts'
import { ledgerSearch, momentSearch } from '../audit/time-line/moment-search.ts'
import { listFilter } from '../field/transactions/list-filter.ts'
import { statementOf } from '../office/reports/statement-of.ts'
import { companyFilter } from '../office/transactions/company-filter.ts'
import { isAway } from '../shared/api/network.ts'
import { leadsToAnotherScreen } from '../shared/design/use-back-closes.ts'
import { lastKnownUser } from '../shared/session/session.ts'
import {
  type Coming,
  choosesRole,
  looksForFieldUser,
  needsFieldUser,
  needsIncharge,
  needsSupervisor,
  signsInToOffice,
  signsInToSite,
} from './guards.ts'
import { Opening } from './opening.tsx'
import { ScreenFailed } from './screen-failed.tsx'

const root = createRootRoute({ component: Outlet })
const at = <const P extends string>(path: P) => ({ getParentRoute: () => root, path })

const roleSelection = lazyRouteComponent(() => import('../sign-in/role-selection/role-selection.tsx'), 'RoleSelection')
const loginType = lazyRouteComponent(() => import('../sign-in/role-selection/login-type.tsx'), 'LoginType')
/** The error code of a failed external sign-in. The screen knows the codes. */
const openidRefusal = ({ error }: Readonly<Record<string, unknown>>) => (typeof error === 'string' ? { error } : {})
const adminDashboard = lazyRouteComponent(() => import('../office/dashboard/admin-dashboard.tsx'), 'AdminDashboard')

const siteDashboard = lazyRouteComponent(() => import('../field/site-dashboard/site-dashboard.tsx'), 'SiteDashboard')
const supervisorDashboard = lazyRouteComponent(
  () => import('../field/supervisor-dashboard/supervisor-dashboard.tsx'),
  'SupervisorDashboard',
)

/**
 * Loads a screen's code while the server is asked for the signed-in user. `likely` is the screen to which the guard
 * will probably redirect.
 */
function guarded<C extends AsyncRouteComponent<object>>(
  guard: (coming: Coming) => Promise<void>,
  component: C,
  likely: () => AsyncRouteComponent<object> = () => component,
) {
  const beforeLoad = (coming: Coming) => {
    void likely().preload?.()
    return guard(coming)
  }
  return { beforeLoad, component }
}

/**
 * Returns the screen that the chooser probably shows: the home screen of the last user of this browser, else the
 * chooser itself.
 */
function homeOrChooser() {
  const last = lastKnownUser()
  if (last === undefined) return roleSelection
  return last.role === 'supervisor' ? supervisorDashboard : siteDashboard
}

/** The route table of §2, as far as its screens are built. Each screen is a chunk of its own. */
const routes = [
  createRoute({ ...at('/'), ...guarded(choosesRole, roleSelection, homeOrChooser) }),
  createRoute({
    ...at('/landing'),
    component: lazyRouteComponent(() => import('../public/landing/landing.tsx'), 'Landing'),
  }),
  createRoute({
    ...at('/login'),
    validateSearch: openidRefusal,
    // A user whose external sign-in failed stays and sees why.
    beforeLoad: (coming) => (coming.search.error === undefined ? choosesRole(coming) : undefined),
    component: loginType,
  }),
  createRoute({ ...at('/login-type'), ...guarded(choosesRole, loginType) }),
  createRoute({
    ...at('/admin-login'),
    ...guarded(
      signsInToOffice,
      lazyRouteComponent(() => import('../sign-in/admin-login.tsx'), 'AdminLogin'),
    ),
  }),
  createRoute({
    ...at('/site-login'),
    ...guarded(
      signsInToSite,
      lazyRouteComponent(() => import('../sign-in/site-login.tsx'), 'SiteLogin'),
    ),
  }),
  createRoute({ ...at('/admin'), component: adminDashboard }),
  createRoute({ ...at('/admin-dashboard'), component: adminDashboard }),
  createRoute({ ...at('/comprehensive-admin-dashboard'), component: adminDashboard }),
  createRoute({
    ...at('/admin/all-transactions'),
    validateSearch: companyFilter,
    component: lazyRouteComponent(() => import('../office/transactions/all-transactions.tsx'), 'AllTransactions'),
  }),
  createRoute({
    ...at('/admin/beneficiary'),
    validateSearch: statementOf,
    component: lazyRouteComponent(() => import('../office/reports/beneficiary-statement.tsx'), 'BeneficiaryStatement'),
  }),
  createRoute({
    ...at('/site-dashboard'),
    ...guarded(needsIncharge, siteDashboard),
  }),
  createRoute({
    ...at('/supervisor-dashboard'),
    ...guarded(needsSupervisor, supervisorDashboard),
  }),
  createRoute({
    ...at('/expense'),
    ...guarded(
      looksForFieldUser,
      lazyRouteComponent(() => import('../field/expense/expense.tsx'), 'Expense'),
    ),
  }),
  createRoute({
    ...at('/transactions'),
    validateSearch: listFilter,
    ...guarded(
      needsFieldUser,
      lazyRouteComponent(() => import('../field/transactions/transactions.tsx'), 'Transactions'),
    ),
  }),
  createRoute({
    ...at('/balance-details'),
    ...guarded(
      needsFieldUser,
      lazyRouteComponent(() => import('../field/balance-details/balance-details.tsx'), 'BalanceDetails'),
    ),
  }),
  createRoute({
    ...at('/reports'),
    ...guarded(
      needsFieldUser,
      lazyRouteComponent(() => import('../field/reports/reports.tsx'), 'Reports'),
    ),
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
    validateSearch: editLogSearch,
    component: lazyRouteComponent(() => import('../audit/edit-log/edit-log.tsx'), 'EditLog'),
  }),
  createRoute({
    ...at('/admin/audit/proof'),
    component: lazyRouteComponent(() => import('../audit/proof/proof.tsx'), 'Proof'),
  }),
]

/**
 * The delay in milliseconds before the loading screen appears: a screen that arrives sooner needs none. Without a
 * network only the phone itself is waited for, and drawing the loading screen costs it time.
 */
const OPENING_AFTER_MS = isAway() ? 1000 : 300

export const router = createRouter({
  routeTree: root.addChildren(routes),
  // Messengers add parameters of their own to an address (`fbclid`, `utm_source`). They are no filters of the app.
  search: { strict: true },
  defaultPreload: 'intent',
  defaultPendingComponent: Opening,
  defaultPendingMs: OPENING_AFTER_MS,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ScreenFailed,
  defaultNotFoundComponent: lazyRouteComponent(() => import('../public/not-found/not-found.tsx'), 'NotFound'),
  scrollRestoration: leadsToAnotherScreen,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
