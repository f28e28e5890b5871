import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { siteLogin } from '../api/sign-in.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { controlLook, Field } from '../design/field.tsx'
import { Front } from '../design/front.tsx'
import { usePageTitle } from '../design/page-title.ts'
import { PasswordInput } from '../design/password-input.tsx'
import { showToast } from '../design/toast-store.ts'
import { mobileDigits } from '../language/figures.ts'
import { useWords } from '../language/words.ts'
import { homeOf, useSession } from '../session/session.ts'
import { checkSiteLogin } from './check.ts'
import { useSignIn } from './use-sign-in.ts'
import { words } from './words.ts'

/** `/site-login` (§2): mobile number and password; a supervisor goes to the supervisor dashboard, all others to the site's. */
export function SiteLogin() {
  const t = useWords(words)
  const navigate = useNavigate()
  const router = useRouter()
  const [mobile, setMobile] = useState('')
  const [password, setPassword] = useState('')
  usePageTitle(t.siteTitle)
  const signIn = useSignIn({
    check: checkSiteLogin,
    call: siteLogin,
    onSignedIn({ user }) {
      useSession.getState().enter(user)
      const text = user.role === 'supervisor' ? t.welcomeSupervisor : t.welcomeSite
      showToast({ tone: 'done', title: t.successful, text })
      void navigate({ to: homeOf(user.role), replace: true })
    },
  })
  return (
    <Front>
      <form
        noValidate
        className="grid gap-5"
        // Who begins to type will be there soon.
        onFocus={() => void router.loadRouteChunk(router.routesByPath['/site-dashboard'])}
        onSubmit={(event) => {
          event.preventDefault()
          signIn.submit({ mobile, password }, event.currentTarget)
        }}
      >
        <div>
          <h1 className="font-heavy text-title">{t.siteTitle}</h1>
          <p className="text-ink-soft">{t.siteFor}</p>
        </div>
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
        <Field label={t.password} error={signIn.errorOf('password')}>
          {(parts) => (
            <PasswordInput
              {...parts}
              name="password"
              autoComplete="current-password"
              maxLength={128}
              value={password}
              onChange={(event) => {
                setPassword(event.target.value)
                signIn.forget('password')
              }}
            />
          )}
        </Field>
        <Button type="submit" disabled={signIn.pending} className="min-h-14">
          {signIn.pending ? t.signingIn : t.signIn}
        </Button>
      </form>
      <p className="mt-5 text-center text-ink-soft">{t.needAccess}</p>
      <Link to="/" className={`${buttonLook('quiet')} mt-3 self-center`}>
        <ArrowLeft className="size-5" aria-hidden="true" />
        {t.backToRoles}
      </Link>
    </Front>
  )
}
