import { Link } from '@tanstack/react-router'
import { buttonLook } from '../../shared/design/button.tsx'
import { Front } from '../../shared/design/front.tsx'
import { usePageTitle } from '../../shared/design/page-title.ts'
import { inBothLanguages, useWords } from '../../shared/language/words.ts'

const words = inBothLanguages(
  { title: 'Page Not Found', text: 'There is no page at this address.', home: 'Go to the start page' },
  { title: 'पेज नहीं मिला', text: 'इस पते पर कोई पेज नहीं है।', home: 'पहले पेज पर जाएँ' },
)

/** Any unknown address (§2). */
export function NotFound() {
  const t = useWords(words)
  usePageTitle(t.title)
  return (
    <Front>
      <p className="figures font-heavy text-hero">404</p>
      <h1 className="mt-1 font-heavy text-title">{t.title}</h1>
      <p className="mb-6 text-ink-soft">{t.text}</p>
      <Link to="/" className={`${buttonLook('primary')} min-h-14`}>
        {t.home}
      </Link>
    </Front>
  )
}
