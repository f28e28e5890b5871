import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { useSession } from '../session/session.ts'
import { ScreenFailed } from './screen-failed.tsx'

const root = createRootRoute({ component: Outlet })
const at = <const P extends string>(path: P) => ({ getParentRoute: () => root, path })

const roleSelection = () => import('../role-selection/role-selection.tsx')
const loginType = lazyRouteComponent(() => import('../role-selection/login-type.tsx'), 'LoginType')
const adminDashboard = lazyRouteComponent(() => import('../admin-dashboard/admin-dashboard.tsx'), 'AdminDashboard')

/** The route table of §2, as far as its screens are built. Each screen is a chunk of its own. */
const routes = [
  createRoute({ ...at('/'), component: lazyRouteComponent(roleSelection, 'RoleSelection') }),
  createRoute({ ...at('/login'), component: loginType }),
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
    ...at('/site-dashboard'),
    beforeLoad() {
      if (useSession.getState().user === undefined) throw redirect({ to: '/site-login', replace: true })
    },
    component: lazyRouteComponent(() => import('../site-dashboard/site-dashboard.tsx'), 'SiteDashboard'),
  }),
  createRoute({
    ...at('/supervisor-dashboard'),
    beforeLoad() {
      const role = useSession.getState().user?.role
      if (role === 'site_incharge') throw redirect({ to: '/site-dashboard', replace: true })
      if (role !== 'supervisor') throw redirect({ to: '/login', replace: true })
    },
    // Until the supervisor's own screen is built: the same balance and list, of the supervisor's own account.
    component: lazyRouteComponent(() => import('../site-dashboard/site-dashboard.tsx'), 'SiteDashboard'),
  }),
  createRoute({
    ...at('/expense'),
    component: lazyRouteComponent(() => import('../expense/expense.tsx'), 'Expense'),
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
