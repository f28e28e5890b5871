import { useFieldSession } from '../../shared/session/field-session.ts'
import { InchargeDashboard } from './incharge-dashboard.tsx'

/** `/site-dashboard`. The router shows it only to a session user (§2). */
export function SiteDashboard() {
  const user = useFieldSession((state) => state.user)
  return user === undefined ? null : <InchargeDashboard user={user} />
}
