import { useSession } from '../../shared/session/session.ts'
import { FieldDashboard } from './field-dashboard.tsx'

/** `/site-dashboard`. The router shows it only to a session user (§2). */
export function SiteDashboard() {
  const user = useSession((state) => state.user)
  return user === undefined ? null : <FieldDashboard user={user} />
}
