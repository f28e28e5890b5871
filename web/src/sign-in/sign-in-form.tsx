import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, buttonLook } from '../shared/design/controls/button.tsx'
import { FormField } from '../shared/design/controls/form-field.tsx'
import { PasswordInput } from '../shared/design/controls/password-input.tsx'
import { SignedOutLayout } from '../shared/design/page/signed-out-layout.tsx'
import { useWords } from '../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'
import type { SignInState } from './use-sign-in.ts'

interface Props<Fields> {
  above?: ReactNode
  title: string
  about: string
  signIn: SignInState<Fields>
  fields: Fields & { password: string }
  onPassword(password: string): void
  /** The field that identifies the user. */
  children: ReactNode
  /** Shown between the form and the way back. */
  below?: ReactNode
  back: string
  onFocus?(): void
}

/** The user's field, a password, one button, and the way back to the chooser (§2, both sign-ins). */
export function SignInForm<Fields>(props: Props<Fields>) {
  const { above, title, about, signIn, fields, onPassword, children, below, back, onFocus } = props
  const t = useWords(words)
  return (
    <SignedOutLayout>
      {above}
      <form
        noValidate
        className="grid gap-5"
        onFocus={onFocus}
        onSubmit={(event) => {
          event.preventDefault()
          signIn.submit(fields, event.currentTarget)
        }}
      >
        <div>
          <h1 className="font-heavy text-title">{title}</h1>
          <p className="text-ink-soft">{about}</p>
        </div>
        {children}
        <FormField label={t.password} error={signIn.errorOf('password')}>
          {(parts) => (
            <PasswordInput
              {...parts}
              name="password"
              autoComplete="current-password"
              maxLength={128}
              value={fields.password}
              onChange={(event) => {
                onPassword(event.target.value)
                signIn.forget('password')
              }}
            />
          )}
        </FormField>
        <Button type="submit" disabled={signIn.pending} className="min-h-14">
          {signIn.pending ? t.signingIn : t.signIn}
        </Button>
      </form>
      {below}
      <Link to="/" className={`${buttonLook('quiet')} mt-4 self-center`}>
        <ArrowLeft className="size-5" aria-hidden="true" />
        {back}
      </Link>
    </SignedOutLayout>
  )
}
