import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { adminLogin } from '../shared/api/sign-in.ts'
import { controlLook, Field } from '../shared/design/field.tsx'
import { usePageTitle } from '../shared/design/page-title.ts'
import { showToast } from '../shared/design/toast-store.ts'
import { useWords } from '../shared/language/words.ts'
import { useSession } from '../shared/session/session.ts'
import { checkAdminLogin } from './check.ts'
import { SignInForm } from './sign-in-form.tsx'
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
      // The one cookie is now the admin's, so a field user who was signed in here is signed out.
      useSession.getState().leave()
      showToast({ tone: 'done', title: t.successful, text: t.welcomeAdmin })
      void navigate({ to: '/admin', replace: true })
    },
  })
  return (
    <SignInForm
      title={t.adminTitle}
      about={t.adminFor}
      signIn={signIn}
      fields={{ email, password }}
      onPassword={setPassword}
      back={t.backToSite}
    >
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
    </SignInForm>
  )
}
