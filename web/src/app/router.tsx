import {
  type AsyncRouteComponent,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { parseEditLogSearch } from '../audit/edit-log/edit-log-search-params.ts'
import { parseEventSearch } from '../audit/explorer/event-search-params.ts'
import { parseLedgerSearch, parseTimeLineSearch } from '../audit/time-line/time-line-search-params.ts'
import { parseExpenseSearch } from '../field/expense/expense-search-params.ts'
import { parseReportsSearch } from '../field/reports/reports-search-params.ts'
import { parseListSearch } from '../field/transactions/transaction-search-params.ts'
import { parseDashboardSearch } from '../office/dashboard/dashboard-search-params.ts'
import { parseLedgersSearch } from '../office/pages/ledgers-search-params.ts'
import { parseBeneficiaryStatementSearch } from '../office/reports/beneficiary-statement-search-params.ts'
import { parseSummarySearch } from '../office/reports/summaries/summary-search-params.ts'
import { parseCompanyFilter } from '../office/transactions/company-transaction-search-params.ts'
import { isServerUnreachable } from '../shared/api/server-reachability.ts'
import { restoresScroll } from '../shared/design/dialog/use-close-on-back.ts'
import { textsInUrl } from '../shared/forms/texts-in-url.ts'
import { parsePeriodSearch } from '../shared/period/period-search-params.ts'
import { lastKnownUser } from '../shared/session/field-session.ts'
import { ErrorScreen } from './error-screen.tsx'
import { OpeningScreen } from './opening-screen.tsx'
import {
  type RouteVisit,
  redirectIfFieldUser,
  redirectIfOffice,
  redirectIfSignedIn,
  requireFieldUser,
  requireIncharge,
  requireSupervisor,
  restoreFieldUser,
} from './route-guards.ts'

const rootRoute = createRootRoute({ component: Outlet })
const pathOptions = <const P extends string>(path: P) => ({ getParentRoute: () => rootRoute, path })

const roleSelection = lazyRouteComponent(
  () => import('../sign-in/role-selection/role-selection-screen.tsx'),
  'RoleSelection',
)
const loginType = lazyRouteComponent(
  () => import('../sign-in/role-selection/choose-sign-in-screen.tsx'),
  'ChooseSignIn',
)
/** The error code of a failed external sign-in. The screen knows the codes. */
const openidRefusal = ({ error }: Readonly<Record<string, unknown>>) => (typeof error === 'string' ? { error } : {})
const officeShell = lazyRouteComponent(() => import('../office/shell/office-shell.tsx'), 'OfficeShell')
const adminDashboard = lazyRouteComponent(() => import('../office/dashboard/admin-dashboard.tsx'), 'AdminDashboard')

const siteDashboard = lazyRouteComponent(
  () => import('../field/site-dashboard/site-dashboard-screen.tsx'),
  'SiteDashboard',
)
const supervisorDashboard = lazyRouteComponent(
  () => import('../field/supervisor-dashboard/supervisor-dashboard-screen.tsx'),
  'SupervisorDashboard',
)

/**
 * Loads a screen's code while the server is asked for the signed-in user. `likely` is the screen to which the guard
 * will probably redirect.
 */
function guardedScreen<C extends AsyncRouteComponent<object>>(
  guard: (coming: RouteVisit) => Promise<void>,
  component: C,
  likely: () => AsyncRouteComponent<object> = () => component,
) {
  const beforeLoad = (coming: RouteVisit) => {
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
const screenRoutes = [
  createRoute({ ...pathOptions('/'), ...guardedScreen(redirectIfSignedIn, roleSelection, homeOrChooser) }),
  createRoute({
    ...pathOptions('/landing'),
    component: lazyRouteComponent(() => import('../public/landing/landing-page.tsx'), 'Landing'),
  }),
  createRoute({
    ...pathOptions('/login'),
    validateSearch: openidRefusal,
    // A user whose external sign-in failed stays and sees why.
    beforeLoad: (coming) => (coming.search.error === undefined ? redirectIfSignedIn(coming) : undefined),
    component: loginType,
  }),
  createRoute({ ...pathOptions('/login-type'), ...guardedScreen(redirectIfSignedIn, loginType) }),
  createRoute({
    ...pathOptions('/admin-login'),
    ...guardedScreen(
      redirectIfOffice,
      lazyRouteComponent(() => import('../sign-in/admin-login-screen.tsx'), 'AdminLoginScreen'),
    ),
  }),
  createRoute({
    ...pathOptions('/site-login'),
    ...guardedScreen(
      redirectIfFieldUser,
      lazyRouteComponent(() => import('../sign-in/site-login-screen.tsx'), 'SiteLogin'),
    ),
  }),
  createRoute({
    ...pathOptions('/site-dashboard'),
    ...guardedScreen(requireIncharge, siteDashboard),
  }),
  createRoute({
    ...pathOptions('/supervisor-dashboard'),
    ...guardedScreen(requireSupervisor, supervisorDashboard),
  }),
  createRoute({
    ...pathOptions('/expense'),
    validateSearch: parseExpenseSearch,
    ...guardedScreen(
      restoreFieldUser,
      lazyRouteComponent(() => import('../field/expense/expense-screen.tsx'), 'ExpenseScreen'),
    ),
  }),
  createRoute({
    ...pathOptions('/transactions'),
    validateSearch: parseListSearch,
    ...guardedScreen(
      requireFieldUser,
      lazyRouteComponent(() => import('../field/transactions/transactions-screen.tsx'), 'TransactionsScreen'),
    ),
  }),
  createRoute({
    ...pathOptions('/balance-details'),
    ...guardedScreen(
      requireFieldUser,
      lazyRouteComponent(() => import('../field/balance-details/balance-details-screen.tsx'), 'BalanceDetails'),
    ),
  }),
  createRoute({
    ...pathOptions('/reports'),
    validateSearch: parseReportsSearch,
    ...guardedScreen(
      requireFieldUser,
      lazyRouteComponent(() => import('../field/reports/reports-screen.tsx'), 'ReportsScreen'),
    ),
  }),
]

/** The frame of head office (office/shell), with the period that its menu carries from page to page. */
const layoutOptions = { validateSearch: parsePeriodSearch, component: officeShell }
const dashboardOptions = { path: '/', validateSearch: parseDashboardSearch, component: adminDashboard } as const

const office = createRoute({ ...pathOptions('/admin'), ...layoutOptions })
const officeOptions = <const P extends string>(path: P) => ({ getParentRoute: () => office, path })

const officePage = <N extends keyof typeof import('../office/pages/office-pages-chunk.ts')>(name: N) =>
  lazyRouteComponent(() => import('../office/pages/office-pages-chunk.ts'), name)

/** The two aliases of the dashboard (§2). */
const dashboardAlias = createRoute({ ...pathOptions('/admin-dashboard'), ...layoutOptions })
const comprehensiveAlias = createRoute({ ...pathOptions('/comprehensive-admin-dashboard'), ...layoutOptions })
// Made outside of addChildren, whose own types would take the place of theirs.
const aliasedDashboard = createRoute({ getParentRoute: () => dashboardAlias, ...dashboardOptions })
const comprehensiveDashboard = createRoute({ getParentRoute: () => comprehensiveAlias, ...dashboardOptions })

/**
 * The pages of head office and of the audit. They are a tuple, because the type of an array would take routes with like
 * parameters as one.
 */
const officePages = [
  createRoute({ getParentRoute: () => office, ...dashboardOptions }),
  createRoute({
    ...officeOptions('/send-money'),
    component: officePage('SendMoneyPage'),
  }),
  createRoute({
    ...officeOptions('/all-transactions'),
    validateSearch: parseCompanyFilter,
    component: lazyRouteComponent(
      () => import('../office/transactions/all-transactions-screen.tsx'),
      'AllTransactions',
    ),
  }),
  createRoute({
    ...officeOptions('/ledgers'),
    validateSearch: parseLedgersSearch,
    component: officePage('LedgersPage'),
  }),
  createRoute({
    ...officeOptions('/beneficiaries'),
    validateSearch: (search) => textsInUrl(search, 100, 'q'),
    component: officePage('BeneficiariesPage'),
  }),
  createRoute({
    ...officeOptions('/beneficiary'),
    validateSearch: parseBeneficiaryStatementSearch,
    component: officePage('BeneficiaryStatement'),
  }),
  createRoute({
    ...officeOptions('/reports'),
    validateSearch: parseSummarySearch,
    component: officePage('ReportsPage'),
  }),
  createRoute({
    ...officeOptions('/people'),
    validateSearch: (search) => textsInUrl(search, 100, 'incharges', 'supervisors'),
    component: officePage('PeoplePage'),
  }),
  createRoute({
    ...officeOptions('/search'),
    validateSearch: (search) => textsInUrl(search, 100, 'q'),
    component: officePage('SearchPage'),
  }),
  createRoute({
    ...officeOptions('/messages'),
    component: officePage('MessagesPage'),
  }),
  createRoute({ ...officeOptions('/settings'), component: officePage('OfficeSettingsScreen') }),
  createRoute({
    ...officeOptions('/audit'),
    validateSearch: parseEventSearch,
    component: lazyRouteComponent(() => import('../audit/explorer/explorer-screen.tsx'), 'Explorer'),
  }),
  createRoute({
    ...officeOptions('/audit/access'),
    validateSearch: parseEventSearch,
    component: lazyRouteComponent(() => import('../audit/explorer/access-log-screen.tsx'), 'AccessLog'),
  }),
  createRoute({
    ...officeOptions('/audit/entry/$id'),
    component: lazyRouteComponent(() => import('../audit/entry/entry-history-screen.tsx'), 'EntryHistory'),
  }),
  createRoute({
    ...officeOptions('/audit/receipt/$id'),
    component: lazyRouteComponent(() => import('../audit/entry/receipt-screen.tsx'), 'Receipt'),
  }),
  createRoute({
    ...officeOptions('/audit/time-line'),
    validateSearch: parseTimeLineSearch,
    component: lazyRouteComponent(() => import('../audit/time-line/time-line-screen.tsx'), 'TimeLine'),
  }),
  createRoute({
    ...officeOptions('/audit/time-line/ledger'),
    validateSearch: parseLedgerSearch,
    component: lazyRouteComponent(() => import('../audit/time-line/account-ledger-screen.tsx'), 'AccountLedgerScreen'),
  }),
  createRoute({
    ...officeOptions('/audit/edit-log'),
    validateSearch: parseEditLogSearch,
    component: lazyRouteComponent(() => import('../audit/edit-log/edit-log-screen.tsx'), 'EditLog'),
  }),
  createRoute({
    ...officeOptions('/audit/proof'),
    component: lazyRouteComponent(() => import('../audit/proof/proof-screen.tsx'), 'ProofScreen'),
  }),
] as const

const officeRoutes = [
  office.addChildren(officePages),
  dashboardAlias.addChildren([aliasedDashboard]),
  comprehensiveAlias.addChildren([comprehensiveDashboard]),
] as const

/**
 * The delay in milliseconds before the loading screen appears: a screen that arrives sooner needs none. Without a
 * network only the phone itself is waited for, and drawing the loading screen costs it time.
 */
const OPENING_DELAY_MS = isServerUnreachable() ? 1000 : 300

export const router = createRouter({
  routeTree: rootRoute.addChildren([...screenRoutes, ...officeRoutes]),
  // Messengers add parameters of their own to an address (`fbclid`, `utm_source`). They are no filters of the app.
  search: { strict: true },
  // An address that is nowhere has no frame, whatever it begins with.
  notFoundMode: 'root',
  defaultPreload: 'intent',
  defaultPendingComponent: OpeningScreen,
  defaultPendingMs: OPENING_DELAY_MS,
  defaultPendingMinMs: 0,
  defaultErrorComponent: ErrorScreen,
  defaultNotFoundComponent: lazyRouteComponent(() => import('../public/not-found-screen.tsx'), 'NotFound'),
  scrollRestoration: restoresScroll,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
