import { Link } from '@tanstack/react-router'
import { ArrowUp, Download, Mail, MapPin, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonLook } from '../../shared/design/button.tsx'
import { Later } from '../../shared/design/later.tsx'
import { useLanguage } from '../../shared/language/language.ts'
import { useWords } from '../../shared/language/words.ts'
import { CONTENT } from './content.ts'
import { ClientLogo, HeroPicture } from './illustrations.tsx'
import { NavBar } from './nav-bar.tsx'
import { Projects } from './projects.tsx'
import { SectionLink } from './section-link.tsx'
import type { SectionId } from './use-active-section.ts'
import { words } from './words.ts'

/** `/landing` (§2): the public page of the contractor. */
export function Landing() {
  const language = useLanguage((state) => state.language)
  const { company, line, titles, capabilities, clients } = CONTENT[language]
  useEffect(() => {
    document.title = `${company}: ${line}`
  }, [company, line])
  // An address with a section scrolls there once the section exists.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <div className="bg-ground">
      <NavBar />
      <main>
        <Hero />
        <Part id="about" title={titles.about} as="sheet">
          <About />
        </Part>
        <Part id="projects" title={titles.projects}>
          <Projects />
        </Part>
        <Part id="capabilities" title={titles.capabilities} as="sheet">
          <ol className="grid gap-x-8 gap-y-6 md:grid-cols-2 lg:grid-cols-3">
            {capabilities.map(({ title, text }) => (
              <li key={title} className="border-accent-line border-t-4 pt-3">
                <h3 className="font-heavy text-lead">{title}</h3>
                <p className="mt-1">{text}</p>
              </li>
            ))}
          </ol>
        </Part>
        <Part id="partners" title={titles.partners}>
          <ul className="grid gap-5 md:grid-cols-2">
            {clients.map(({ name, testimonial, by, logo }) => (
              <li key={logo} className="flex flex-col rounded-sheet border border-rule bg-sheet p-5">
                <figure className="flex flex-1 flex-col gap-4">
                  <blockquote className="flex-1 text-lead">{testimonial}</blockquote>
                  <figcaption className="flex items-center gap-3">
                    <ClientLogo of={logo} />
                    <span>
                      <span className="block font-heavy">{name}</span>
                      <span className="block text-ink-soft text-small">{by}</span>
                    </span>
                  </figcaption>
                </figure>
              </li>
            ))}
          </ul>
          <Profile />
        </Part>
        <Part id="contact" title={titles.contact} as="sheet">
          <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <Office />
            <WhenNear>
              <Later load={loadForm} with={{}} waiting={WAITING} />
            </WhenNear>
          </div>
        </Part>
      </main>
      <Foot />
    </div>
  )
}

function Hero() {
  const t = useWords(words)
  const { company, line, promise } = CONTENT[useLanguage((state) => state.language)]
  return (
    <section id="home" tabIndex={-1} aria-label={company} className="scroll-mt-20 focus-visible:outline-none">
      <div className="mx-auto grid max-w-6xl items-center gap-8 px-4 py-8 md:py-14 lg:grid-cols-2 lg:px-6">
        <div className="grid gap-5">
          <h1 className="font-heavy text-title md:text-hero">{line}</h1>
          <p className="text-lead">{promise}</p>
          <div className="grid gap-3 md:flex md:flex-wrap">
            <SectionLink to="projects" className={`${buttonLook('primary')} min-h-14`}>
              {t.viewWork}
            </SectionLink>
            <SectionLink to="contact" className={`${buttonLook('secondary')} min-h-14`}>
              {t.getInTouch}
            </SectionLink>
          </div>
        </div>
        <HeroPicture label={t.heroPicture} />
      </div>
    </section>
  )
}

interface PartProps {
  id: Exclude<SectionId, 'home'>
  title: string
  as?: 'sheet'
  children: ReactNode
}

function Part({ id, title, as, children }: PartProps) {
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className={`scroll-mt-16 border-rule border-t focus-visible:outline-none ${as === 'sheet' ? 'bg-sheet' : ''}`}
    >
      <div className="mx-auto max-w-6xl px-4 py-10 md:py-16 lg:px-6">
        <h2 id={`${id}-title`} className="mb-6 font-heavy text-title">
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}

/** The form loads the contract's schemas, which a visitor who only reads does not need. */
const loadForm = () => import('./contact-form.tsx').then((module) => module.ContactForm)
const WAITING = <div className="min-h-[620px] rounded-sheet border border-rule bg-sheet" aria-busy="true" />

/** Renders its children once the reader comes near. */
function WhenNear({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (place.current === null || near) return
    const observer = new IntersectionObserver((entries) => entries.some((one) => one.isIntersecting) && setNear(true), {
      rootMargin: '800px 0px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [near])
  return <div ref={place}>{near ? children : WAITING}</div>
}

function About() {
  const { about, stats } = CONTENT[useLanguage((state) => state.language)]
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-4 text-lead">
        {about.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <dl className="grid content-start gap-4 md:grid-cols-3 lg:grid-cols-1">
        {stats.map(({ figure, label }) => (
          <div key={label} className="flex flex-col-reverse rounded-sheet bg-wash px-5 py-4">
            <dt>{label}</dt>
            <dd className="figures font-heavy text-figure">{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** The same content for paper, made when the app is built. */
function Profile() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  return (
    <div className="mt-6 grid items-center gap-4 rounded-sheet border border-rule bg-sheet p-5 md:grid-cols-[1fr_auto]">
      <div>
        <h3 className="font-heavy text-lead">{t.profile}</h3>
        <p className="text-ink-soft">{t.profileText}</p>
      </div>
      <a href={`/company-profile-${language}.pdf`} download className={buttonLook('secondary')}>
        <Download className="size-5" aria-hidden="true" />
        {t.download}
      </a>
    </div>
  )
}

function Office() {
  const t = useWords(words)
  const { address, email, phone, hours } = CONTENT[useLanguage((state) => state.language)].contact
  const link = 'inline-flex min-h-11 items-center font-strong underline underline-offset-4'
  return (
    <address className="grid content-start gap-6 not-italic">
      <Way icon={<MapPin className="size-6" aria-hidden="true" />} title={t.office}>
        {address.map((row) => (
          <span key={row} className="block">
            {row}
          </span>
        ))}
        <span className="block text-ink-soft text-small">{hours}</span>
      </Way>
      <Way icon={<Mail className="size-6" aria-hidden="true" />} title={t.email}>
        <a href={`mailto:${email}`} className={`${link} break-all`}>
          {email}
        </a>
      </Way>
      <Way icon={<Phone className="size-6" aria-hidden="true" />} title={t.phone}>
        <a href={`tel:${phone.replaceAll(' ', '')}`} className={`${link} figures`}>
          {phone}
        </a>
      </Way>
    </address>
  )
}

function Way({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-4">
      {icon}
      <div>
        <h3 className="font-heavy">{title}</h3>
        {children}
      </div>
    </div>
  )
}

function Foot() {
  const t = useWords(words)
  const { company } = CONTENT[useLanguage((state) => state.language)]
  return (
    <footer className="border-rule border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-6 lg:px-6">
        <p className="text-ink-soft text-small">© 2026 {company}</p>
        <Link to="/login" className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4">
          {t.books}
          <span className="sr-only">: {t.booksText}</span>
        </Link>
        <SectionLink to="home" className="inline-flex min-h-11 items-center gap-2 font-strong hover:underline">
          <ArrowUp className="size-5" aria-hidden="true" />
          {t.top}
        </SectionLink>
      </div>
    </footer>
  )
}
