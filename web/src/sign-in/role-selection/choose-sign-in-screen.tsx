import { useSearch } from '@tanstack/react-router'
import { CircleAlert, KeyRound } from 'lucide-react'
import { EXTERNAL_SIGN_IN_PATH } from '../../shared/api/sign-in-calls.ts'
import { buttonLook } from '../../shared/design/controls/button.tsx'
import { OrDivider } from '../../shared/design/controls/or-divider.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { productName } from '../../shared/design/page/product-name.ts'
import { SignedOutLayout } from '../../shared/design/page/signed-out-layout.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { endedSession } from '../../shared/session/session-ended.ts'
import { SiteLogin } from '../site-login-screen.tsx'
import { isOpenidErrorCode, openidErrorWords } from './openid-error-words.ts'
import { RoleChoiceForm } from './role-choice-form.tsx'
import { words } from './screen-texts.ts'

/**
 * `/login` and `/login-type` (§2): the chooser, and the link to the external sign-in, which is a browser navigation. A
 * failed external sign-in returns here, with its reason in the address. A field user whose session has ended was led
 * there (§2), where only head office can sign in, and signs in here instead.
 */
export function ChooseSignIn() {
  const { error } = useSearch({ strict: false })
  const isLedHere = error === 'no_provider' || error === 'cancelled_at_provider'
  return isLedHere && endedSession() !== undefined ? <SiteLogin /> : <LoginTypeChooser error={error} />
}

function LoginTypeChooser({ error }: { error: string | undefined }) {
  const t = useWords(words)
  const refusals = useWords(openidErrorWords)
  usePageTitle(useWords(productName).tagline)
  return (
    <SignedOutLayout>
      {isOpenidErrorCode(error) ? (
        <p
          role="alert"
          className="mb-6 flex items-start gap-2 rounded-brick border-2 border-debit bg-debit-wash p-4 font-strong"
        >
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-debit" aria-hidden="true" />
          {refusals[error]}
        </p>
      ) : null}
      <RoleChoiceForm />
      <OrDivider />
      <a href={EXTERNAL_SIGN_IN_PATH} className={`${buttonLook('secondary')} w-full`}>
        <KeyRound className="size-5" aria-hidden="true" />
        {t.external}
      </a>
      <p className="mt-3 text-center text-ink-soft text-small">{t.logged}</p>
    </SignedOutLayout>
  )
}
