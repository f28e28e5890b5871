import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { adminLogin } from '../shared/api/sign-in-calls.ts'
import { controlLook, FormField } from '../shared/design/controls/form-field.tsx'
import { usePageTitle } from '../shared/design/page/page-title.ts'
import { showToast } from '../shared/design/toast/toast-store.ts'
import { useWords } from '../shared/language/in-both-languages.ts'
import { useFieldSession } from '../shared/session/field-session.ts'
import { words } from './screen-texts.ts'
import { SignInForm } from './sign-in-form.tsx'
import { useSignIn } from './use-sign-in.ts'
import { validateAdminLogin } from './validate-sign-in.ts'

/** `/admin-login` (§2): e-mail and password; success goes to `/admin`. */
export function AdminLoginScreen() {
  const t = useWords(words)
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  usePageTitle(t.adminTitle)
  const signIn = useSignIn({
    check: validateAdminLogin,
    call: adminLogin,
    onSignedIn({ user: { role } }) {
      // The one cookie is now the admin's, so a field user who was signed in here is signed out.
      useFieldSession.getState().leave()
      const text = role === 'auditor' ? t.welcomeAuditor : role === 'accountant' ? t.welcomeAccountant : t.welcomeAdmin
      showToast({ tone: 'done', title: t.successful, text })
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
      <FormField label={t.email} error={signIn.errorOf('email')}>
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
      </FormField>
    </SignInForm>
  )
}
