import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { siteLogin } from '../shared/api/sign-in.ts'
import { controlLook, Field } from '../shared/design/field.tsx'
import { usePageTitle } from '../shared/design/page-title.ts'
import { showToast } from '../shared/design/toast-store.ts'
import { mobileDigits } from '../shared/language/figures.ts'
import { useWords } from '../shared/language/words.ts'
import { bringLastHere, homeOf, useSession } from '../shared/session/session.ts'
import { checkSiteLogin } from './check.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'
import { words } from './words.ts'

/**
 * `/site-login` (§2): mobile number and password. A supervisor goes to the supervisor dashboard, all others to the
 * site's.
 */
export function SiteLogin() {
  const t = useWords(words)
  const navigate = useNavigate()
  const router = useRouter()
  const [mobile, setMobile] = useState('')
  const [password, setPassword] = useState('')
  usePageTitle(t.siteTitle)
  // Loads both dashboards when the user begins to type. The site's comes first, because most users are incharges.
  const bringDashboards = async () => {
    await router.loadRouteChunk(router.routesByPath['/site-dashboard'])
    await bringLastHere()
    await router.loadRouteChunk(router.routesByPath['/supervisor-dashboard'])
  }
  const signIn = useSignIn({
    check: checkSiteLogin,
    call: siteLogin,
    onSignedIn({ answer: { user }, account }) {
      useSession.getState().enter(user, account)
      const text = user.role === 'supervisor' ? t.welcomeSupervisor : t.welcomeSite
      showToast({ tone: 'done', title: t.successful, text })
      void navigate({ to: homeOf(user.role), replace: true })
    },
  })
  return (
    <SignInForm
      title={t.siteTitle}
      about={t.siteFor}
      signIn={signIn}
      fields={{ mobile, password }}
      onPassword={setPassword}
      back={t.backToRoles}
      below={<p className="mt-5 text-center text-ink-soft">{t.needAccess}</p>}
      onFocus={() => void bringDashboards()}
    >
      <Field label={t.mobile} hint={t.mobileHint} error={signIn.errorOf('mobile')}>
        {(parts) => (
          <input
            {...parts}
            name="mobile"
            type="tel"
            inputMode="numeric"
            autoComplete="username"
            value={mobile}
            onChange={(event) => {
              setMobile(mobileDigits(event.target.value))
              signIn.forget('mobile')
            }}
            className={`${controlLook} figures tracking-wider`}
          />
        )}
      </Field>
    </SignInForm>
  )
}
