import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { siteLogin } from '../shared/api/sign-in-calls.ts'
import { usePageTitle } from '../shared/design/page/page-title.ts'
import { showToast } from '../shared/design/toast/toast-store.ts'
import { MobileField } from '../shared/forms/mobile-field.tsx'
import { useWords } from '../shared/language/in-both-languages.ts'
import { homePathOf, preloadLastSignedIn, useFieldSession } from '../shared/session/field-session.ts'
import { endedSession } from '../shared/session/session-ended.ts'
import { words } from './screen-texts.ts'
import { SessionEndedNotice } from './session-ended-notice.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'
import { validateSiteLogin } from './validate-sign-in.ts'

/**
 * `/site-login` (§2): mobile number and password. A supervisor goes to the supervisor dashboard, all others to the
 * site's.
 */
export function SiteLogin() {
  const t = useWords(words)
  const navigate = useNavigate()
  const router = useRouter()
  // A user whose session has ended need not type the number again.
  const [ended] = useState(endedSession)
  const [mobile, setMobile] = useState(ended?.mobile ?? '')
  const [password, setPassword] = useState('')
  usePageTitle(t.siteTitle)
  // Loads both dashboards when the user begins to type. The site's comes first, because most users are incharges.
  const bringDashboards = async () => {
    await router.loadRouteChunk(router.routesByPath['/site-dashboard'])
    await preloadLastSignedIn()
    await router.loadRouteChunk(router.routesByPath['/supervisor-dashboard'])
  }
  const signIn = useSignIn({
    check: validateSiteLogin,
    call: siteLogin,
    onSignedIn({ answer: { user }, account }) {
      useFieldSession.getState().enter(user, account)
      const text = user.role === 'supervisor' ? t.welcomeSupervisor : t.welcomeSite
      showToast({ tone: 'done', title: t.successful, text })
      void navigate({ to: homePathOf(user.role), replace: true })
    },
  })
  return (
    <SignInForm
      above={ended === undefined ? null : <SessionEndedNotice account={ended.account} />}
      title={t.siteTitle}
      about={t.siteFor}
      signIn={signIn}
      fields={{ mobile, password }}
      onPassword={setPassword}
      back={t.backToRoles}
      below={<p className="mt-5 text-center text-ink-soft">{t.needAccess}</p>}
      onFocus={() => void bringDashboards()}
    >
      <MobileField
        label={t.mobile}
        hint={t.mobileHint}
        error={signIn.errorOf('mobile')}
        name="mobile"
        autoComplete="username"
        value={mobile}
        // The phone fills in the last number. Keys after its ten digits would be refused, so they replace it.
        onFocus={({ target }) => {
          if (mobile.length >= 10) target.select()
        }}
        onChange={(digits) => {
          setMobile(digits)
          signIn.forget('mobile')
        }}
      />
    </SignInForm>
  )
}
