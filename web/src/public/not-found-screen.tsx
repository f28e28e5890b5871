import { Link } from '@tanstack/react-router'
import { buttonLook } from '../shared/design/controls/button.tsx'
import { usePageTitle } from '../shared/design/page/page-title.ts'
import { SignedOutLayout } from '../shared/design/page/signed-out-layout.tsx'
import { inBothLanguages, useWords } from '../shared/language/in-both-languages.ts'

const words = inBothLanguages(
  { title: 'Page Not Found', text: 'There is no page at this address.', home: 'Go to the start page' },
  { title: 'पेज नहीं मिला', text: 'इस पते पर कोई पेज नहीं है।', home: 'पहले पेज पर जाएँ' },
)

/** Any unknown address (§2). */
export function NotFound() {
  const t = useWords(words)
  usePageTitle(t.title)
  return (
    <SignedOutLayout>
      <p className="figures font-heavy text-hero">404</p>
      <h1 className="mt-1 font-heavy text-title">{t.title}</h1>
      <p className="mb-6 text-ink-soft">{t.text}</p>
      <Link to="/" className={`${buttonLook('primary')} min-h-14`}>
        {t.home}
      </Link>
    </SignedOutLayout>
  )
}
