import { useSearch } from '@tanstack/react-router'
import { CircleAlert, KeyRound } from 'lucide-react'
import { EXTERNAL_SIGN_IN } from '../../shared/api/sign-in.ts'
import { brand } from '../../shared/design/brand.ts'
import { buttonLook } from '../../shared/design/button.tsx'
import { Front } from '../../shared/design/front.tsx'
import { OrDivider } from '../../shared/design/or-divider.tsx'
import { usePageTitle } from '../../shared/design/page-title.ts'
import { useWords } from '../../shared/language/words.ts'
import { isOpenidRefusal, openidRefusals } from './openid-refusals.ts'
import { RoleChoice } from './role-choice.tsx'
import { words } from './words.ts'

/**
 * `/login` and `/login-type` (§2): the chooser, and the link to the external sign-in, which is a browser navigation. A
 * failed external sign-in returns here, with its reason in the address.
 */
export function LoginType() {
  const t = useWords(words)
  const refusals = useWords(openidRefusals)
  const { error } = useSearch({ strict: false })
  usePageTitle(useWords(brand).tagline)
  return (
    <Front>
      {isOpenidRefusal(error) ? (
        <p
          role="alert"
          className="mb-6 flex items-start gap-2 rounded-brick border-2 border-debit bg-debit-wash p-4 font-strong"
        >
          <CircleAlert className="mt-0.5 size-5 shrink-0 text-debit" aria-hidden="true" />
          {refusals[error]}
        </p>
      ) : null}
      <RoleChoice />
      <OrDivider />
      <a href={EXTERNAL_SIGN_IN} className={`${buttonLook('secondary')} w-full`}>
        <KeyRound className="size-5" aria-hidden="true" />
        {t.external}
      </a>
      <p className="mt-3 text-center text-ink-soft text-small">{t.logged}</p>
    </Front>
  )
}
