import { useSession } from '../../shared/session/session.ts'
import { FieldDashboard } from './field-dashboard.tsx'

/** `/site-dashboard`; the router lets nobody here without a session user (§2). */
export function SiteDashboard() {
  const user = useSession((state) => state.user)
  return user === undefined ? null : <FieldDashboard user={user} />
}
