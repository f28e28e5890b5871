import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isUnauthorized } from '../../shared/api/api-error.ts'
import { balanceQuery, beneficiariesQuery } from '../../shared/api/field-queries.ts'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useFieldSession } from '../../shared/session/field-session.ts'
import { endFieldSession, toastUnauthorized } from '../../shared/session/sign-in-again.ts'
import { ExpenseForm } from './expense-form.tsx'
import { words } from './screen-texts.ts'

/**
 * `/expense` (§2). A user who is not signed in sees a message and is redirected to the site sign-in after half a second
 * (§9).
 */
export function ExpenseScreen() {
  usePageTitle(useWords(words).title)
  const navigate = useNavigate()
  const user = useFieldSession((state) => state.user)
  const { unfinished, again } = useSearch({ from: '/expense' })
  const balance = useQuery({ ...balanceQuery, enabled: user !== undefined })
  const beneficiaries = useQuery({ ...beneficiariesQuery, enabled: user !== undefined })
  const signedOut = user === undefined || isUnauthorized(balance.error) || isUnauthorized(beneficiaries.error)
  useEffect(() => {
    if (!signedOut) return
    toastUnauthorized(() => {
      endFieldSession()
      void navigate({ to: '/site-login', replace: true })
    })
  }, [signedOut, navigate])
  if (user === undefined) return null
  return (
    <ExpenseForm
      key={unfinished ?? again}
      user={user}
      balance={balance.data}
      beneficiaries={beneficiaries.data ?? []}
      unfinished={unfinished}
      again={again}
    />
  )
}
