import { KeyRound } from 'lucide-react'
import { EXTERNAL_SIGN_IN } from '../api/sign-in.ts'
import { brand } from '../design/brand.ts'
import { buttonLook } from '../design/button.tsx'
import { Front } from '../design/front.tsx'
import { OrDivider } from '../design/or-divider.tsx'
import { usePageTitle } from '../design/page-title.ts'
import { useWords } from '../language/words.ts'
import { RoleChoice } from './role-choice.tsx'
import { words } from './words.ts'

/** `/login` and `/login-type` (§2): the chooser, and the way to the external sign-in, which is a browser navigation. */
export function LoginType() {
  const t = useWords(words)
  usePageTitle(useWords(brand).tagline)
  return (
    <Front>
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
