import { Link } from '@tanstack/react-router'
import { ArrowUp, Download, Mail, MapPin, Phone } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { buttonLook } from '../../shared/design/controls/button.tsx'
import { LazyComponent } from '../../shared/design/lazy-component.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { ClientLogo, HeroPicture } from './illustrations.tsx'
import { LANDING_CONTENT } from './landing-content-by-language.ts'
import { NavBar } from './nav-bar.tsx'
import { ProjectGallery } from './project-gallery.tsx'
import { words } from './screen-texts.ts'
import { SectionLink } from './section-link.tsx'
import type { LandingSectionId } from './use-active-section.ts'

/** `/landing` (§2): the public page of the contractor. */
export function Landing() {
  const language = useLanguage((state) => state.language)
  const { company, line, titles, capabilities, clients } = LANDING_CONTENT[language]
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
        <LandingSection id="about" title={titles.about} as="sheet">
          <AboutSection />
        </LandingSection>
        <LandingSection id="projects" title={titles.projects}>
          <ProjectGallery />
        </LandingSection>
        <LandingSection id="capabilities" title={titles.capabilities} as="sheet">
          <ol className="grid gap-x-8 gap-y-6 md:grid-cols-2 lg:grid-cols-3">
            {capabilities.map(({ title, text }) => (
              <li key={title} className="border-accent-line border-t-4 pt-3">
                <h3 className="font-heavy text-lead">{title}</h3>
                <p className="mt-1">{text}</p>
              </li>
            ))}
          </ol>
        </LandingSection>
        <LandingSection id="partners" title={titles.partners}>
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
          <ProfileDownload />
        </LandingSection>
        <LandingSection id="contact" title={titles.contact} as="sheet">
          <div className="grid gap-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <OfficeContact />
            <WhenNear>
              <LazyComponent load={loadContactForm} with={{}} waiting={CONTACT_FORM_PLACEHOLDER} />
            </WhenNear>
          </div>
        </LandingSection>
      </main>
      <LandingFooter />
    </div>
  )
}

function Hero() {
  const t = useWords(words)
  const { company, line, promise } = LANDING_CONTENT[useLanguage((state) => state.language)]
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

interface LandingSectionProps {
  id: Exclude<LandingSectionId, 'home'>
  title: string
  as?: 'sheet'
  children: ReactNode
}

function LandingSection({ id, title, as, children }: LandingSectionProps) {
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
const loadContactForm = () => import('./contact-form.tsx').then((module) => module.ContactForm)
const CONTACT_FORM_PLACEHOLDER = (
  <div className="min-h-[620px] rounded-sheet border border-rule bg-sheet" aria-busy="true" />
)

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
  return <div ref={place}>{near ? children : CONTACT_FORM_PLACEHOLDER}</div>
}

function AboutSection() {
  const { about, stats } = LANDING_CONTENT[useLanguage((state) => state.language)]
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
function ProfileDownload() {
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

function OfficeContact() {
  const t = useWords(words)
  const { address, email, phone, hours } = LANDING_CONTENT[useLanguage((state) => state.language)].contact
  const link = 'inline-flex min-h-11 items-center font-strong underline underline-offset-4'
  return (
    <address className="grid content-start gap-6 not-italic">
      <ContactWay icon={<MapPin className="size-6" aria-hidden="true" />} title={t.office}>
        {address.map((row) => (
          <span key={row} className="block">
            {row}
          </span>
        ))}
        <span className="block text-ink-soft text-small">{hours}</span>
      </ContactWay>
      <ContactWay icon={<Mail className="size-6" aria-hidden="true" />} title={t.email}>
        <a href={`mailto:${email}`} className={`${link} break-all`}>
          {email}
        </a>
      </ContactWay>
      <ContactWay icon={<Phone className="size-6" aria-hidden="true" />} title={t.phone}>
        <a href={`tel:${phone.replaceAll(' ', '')}`} className={`${link} figures`}>
          {phone}
        </a>
      </ContactWay>
    </address>
  )
}

function ContactWay({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
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

function LandingFooter() {
  const t = useWords(words)
  const { company } = LANDING_CONTENT[useLanguage((state) => state.language)]
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
