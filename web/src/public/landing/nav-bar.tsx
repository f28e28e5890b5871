import { Link } from '@tanstack/react-router'
import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { buttonLook } from '../../shared/design/controls/button.tsx'
import { LanguageSwitch } from '../../shared/design/controls/language-switch.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { CompanyEmblem } from './company-emblem.tsx'
import { LANDING_CONTENT } from './landing-content-by-language.ts'
import { words } from './screen-texts.ts'
import { SectionLink } from './section-link.tsx'
import { LANDING_SECTIONS, useActiveSection } from './use-active-section.ts'

/** §2, Nav bar: the sections with the current one marked, the language, and the link to the books. */
export function NavBar() {
  const t = useWords(words)
  const { company, titles } = LANDING_CONTENT[useLanguage((state) => state.language)]
  const active = useActiveSection()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      opener.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  const close = () => setOpen(false)
  const links = LANDING_SECTIONS.map((id) => (
    <li key={id}>
      <SectionLink
        to={id}
        isCurrent={active === id}
        onFollow={close}
        className="flex min-h-12 items-center border-transparent border-l-4 px-3 font-strong hover:underline aria-[current]:border-accent-line aria-[current]:font-heavy lg:min-h-11 lg:border-b-4 lg:border-l-0 lg:pt-1"
      >
        {id === 'home' ? t.home : titles[id]}
      </SectionLink>
    </li>
  ))

  return (
    <header className="sticky top-0 z-10 border-rule border-b bg-sheet">
      <SectionLink
        to="about"
        className={`${buttonLook('primary')} absolute top-2 left-2 z-20 -translate-y-24 focus-visible:translate-y-0`}
      >
        {t.skip}
      </SectionLink>
      <div className="mx-auto flex max-w-6xl items-center gap-2 py-2 pr-2 pl-4 lg:px-6">
        <CompanyEmblem className="size-10 shrink-0" />
        <p className="min-w-0 flex-1 font-heavy text-lead/6">{company}</p>
        <nav aria-label={t.sections} className="max-lg:hidden">
          <ul className="flex">{links}</ul>
        </nav>
        <LanguageSwitch className="shrink-0" />
        <Link to="/login" className={`${buttonLook('primary')} shrink-0 max-lg:hidden`}>
          {t.login}
        </Link>
        <button
          ref={opener}
          type="button"
          aria-expanded={open}
          aria-controls="landing-menu"
          aria-label={open ? t.closeMenu : t.menu}
          onClick={() => setOpen(!open)}
          className="grid size-12 shrink-0 place-items-center rounded-brick lg:hidden"
        >
          {open ? <X className="size-6" aria-hidden="true" /> : <Menu className="size-6" aria-hidden="true" />}
        </button>
      </div>
      <div id="landing-menu" hidden={!open} className="border-rule border-t bg-sheet px-4 pt-2 pb-4 lg:hidden">
        <nav aria-label={t.sections}>
          <ul>{links}</ul>
        </nav>
        <Link to="/login" className={`${buttonLook('primary')} mt-3 w-full`}>
          {t.login}
        </Link>
      </div>
    </header>
  )
}
