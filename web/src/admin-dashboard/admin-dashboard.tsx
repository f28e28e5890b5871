import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnauthorized } from '../api/api-error.ts'
import { adminQuery, sitesQuery } from '../api/office.ts'
import { messageOf } from '../api/readers-words.ts'
import { Masthead } from '../design/masthead.tsx'
import { usePageTitle } from '../design/page-title.ts'
import { Failed } from '../design/states.tsx'
import { useWords } from '../language/words.ts'
import { SendMoney } from './send-money.tsx'
import { Sites } from './sites.tsx'
import { Totals } from './totals.tsx'
import { useAdminLogout } from './use-admin-logout.ts'
import { words } from './words.ts'

/**
 * `/admin` and its two aliases (§2). On a desk the book of the sites on the left, the day's work on the right; on a phone the
 * work first. Later sections (ledgers, reports, supervisors) follow below in the same two columns.
 */
export function AdminDashboard() {
  const t = useWords(words)
  usePageTitle(t.title)
  const navigate = useNavigate()
  const admin = useQuery(adminQuery)
  const sites = useQuery({ ...sitesQuery, enabled: admin.data !== undefined })
  const logout = useAdminLogout()
  const signedOut = isUnauthorized(admin.error) || isUnauthorized(sites.error)
  useEffect(() => {
    if (signedOut) void navigate({ to: '/admin-login', replace: true })
  }, [signedOut, navigate])

  return (
    <div className="min-h-dvh pb-8">
      <Masthead title={t.title} onLogout={logout.run} leaving={logout.pending}>
        <p className="min-h-5 truncate text-ink-soft text-small">{admin.data?.name}</p>
      </Masthead>
      {admin.error !== null && !signedOut ? (
        <main className="mx-auto max-w-6xl">
          <Failed message={messageOf(admin.error)} onRetry={() => void admin.refetch()} />
        </main>
      ) : (
        <main className="mx-auto grid max-w-6xl gap-4 p-4 md:gap-6 md:p-6 lg:grid-cols-[minmax(0,1fr)_380px] lg:items-start">
          <div className="lg:col-span-2">
            <Totals sites={sites.data} />
          </div>
          <div className="min-w-0 lg:order-2">
            <SendMoney admin={admin.data} sites={sites.data} />
          </div>
          <div className="min-w-0 lg:order-1">
            <Sites query={sites} admin={admin.data} />
          </div>
        </main>
      )}
    </div>
  )
}
