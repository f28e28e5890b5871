import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'
import { LanguageSwitch } from '../controls/language-switch.tsx'

const words = inBothLanguages({ back: 'Back' }, { back: 'वापस' })

interface Props {
  title: string
  home: '/site-dashboard' | '/supervisor-dashboard' | '/admin'
}

/** The head of a screen below a dashboard: its title, and the way back. */
export function ScreenHeader({ title, home }: Props) {
  const t = useWords(words)
  return (
    <header className="sticky top-0 z-10 border-rule border-b bg-sheet tiny:static">
      <div className="mx-auto flex max-w-6xl items-center gap-1 py-2 pr-1 pl-1 tiny:flex-wrap tiny:justify-between md:px-4">
        <Link
          to={home}
          aria-label={t.back}
          className="grid size-12 shrink-0 place-items-center rounded-brick hover:bg-ground print:hidden"
        >
          <ArrowLeft className="size-6" aria-hidden="true" />
        </Link>
        <h1 className="min-w-0 flex-1 break-words font-heavy text-lead tiny:order-last tiny:basis-full tiny:px-3">
          {title}
        </h1>
        <LanguageSwitch />
      </div>
    </header>
  )
}
