import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { adminLogin } from '../api/sign-in.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { controlLook, Field } from '../design/field.tsx'
import { Front } from '../design/front.tsx'
import { usePageTitle } from '../design/page-title.ts'
import { PasswordInput } from '../design/password-input.tsx'
import { showToast } from '../design/toast-store.ts'
import { useWords } from '../language/words.ts'
import { useSession } from '../session/session.ts'
import { checkAdminLogin } from './check.ts'
import { useSignIn } from './use-sign-in.ts'
import { words } from './words.ts'

/** `/admin-login` (§2): e-mail and password; success goes to `/admin`. */
export function AdminLogin() {
  const t = useWords(words)
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  usePageTitle(t.adminTitle)
  const signIn = useSignIn({
    check: checkAdminLogin,
    call: adminLogin,
    onSignedIn() {
      // The one cookie is the admin's now; a field user who was signed in here is no longer.
      useSession.getState().leave()
      showToast({ tone: 'done', title: t.successful, text: t.welcomeAdmin })
      void navigate({ to: '/admin', replace: true })
    },
  })
  return (
    <Front>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          signIn.submit({ email, password }, event.currentTarget)
        }}
      >
        <div>
          <h1 className="font-heavy text-title">{t.adminTitle}</h1>
          <p className="text-ink-soft">{t.adminFor}</p>
        </div>
        <Field label={t.email} error={signIn.errorOf('email')}>
          {(parts) => (
            <input
              {...parts}
              name="email"
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={254}
              value={email}
              onChange={(event) => {
                setEmail(event.target.value)
                signIn.forget('email')
              }}
              className={controlLook}
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
      <Link to="/" className={`${buttonLook('quiet')} mt-4 self-center`}>
        <ArrowLeft className="size-5" aria-hidden="true" />
        {t.backToSite}
      </Link>
    </Front>
  )
}
