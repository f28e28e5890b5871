import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { personFullName } from '../people/person-and-site-names.ts'
import { SendMoneySection } from '../send-money/send-money-section.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { words } from '../shell/screen-texts.ts'

/** `/admin/send-money`: the form alone. A user who changes nothing is led to the dashboard. */
export function SendMoneyPage(): ReactNode {
  const t = useWords(words)
  const sites = useNameOrder(useQuery(sitesQuery).data, personFullName)
  return (
    <OfficePage title={t.sendMoney}>
      {(user) =>
        user.role === 'admin' ? (
          <div className="max-w-xl">
            <SendMoneySection admin={user} sites={sites} />
          </div>
        ) : (
          <Navigate to="/admin" replace />
        )
      }
    </OfficePage>
  )
}
