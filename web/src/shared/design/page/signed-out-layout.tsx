import type { ReactNode } from 'react'
import { useWords } from '../../language/in-both-languages.ts'
import { LanguageSwitch } from '../controls/language-switch.tsx'
import { BrickworkDrawing } from './brickwork-drawing.tsx'
import { currentCompanyName } from './company-name.ts'
import { productName } from './product-name.ts'

interface Props {
  /** Shown under the wall on a desk. A phone leaves it out. */
  children: ReactNode
}

/**
 * The frame of every screen before a sign-in: a wall in brick yellow with the courses of the mark, above the form on a
 * phone, beside it on a desk.
 */
export function SignedOutLayout({ children }: Props) {
  const t = useWords(productName)
  return (
    <div className="flex min-h-dvh flex-col lg:grid lg:grid-cols-[5fr_6fr]">
      <header className="relative overflow-hidden bg-accent text-on-accent">
        <div className="flex items-start justify-between gap-4 p-5 pb-24 tiny:flex-wrap tiny:p-3 tiny:pb-24 lg:block lg:p-12">
          <p className="leading-none">
            <span className="block font-heavy text-[34px]/10 tracking-[-0.01em] lg:text-[64px]/18">{t.name}</span>
            <span className="mt-1 block font-strong text-body lg:mt-2 lg:text-lead">{t.tagline}</span>
            {currentCompanyName === undefined ? null : (
              <span className="mt-2 block font-heavy text-lead [overflow-wrap:anywhere] lg:mt-6 lg:text-title">
                {currentCompanyName}
              </span>
            )}
          </p>
          <LanguageSwitch className="-mt-0.5 -mr-2 shrink-0 border-2 border-on-accent lg:absolute lg:top-12 lg:right-12 lg:m-0" />
        </div>
        <BrickworkDrawing className="absolute bottom-0 left-0 h-20 w-auto min-w-full lg:h-auto lg:w-full" />
      </header>
      <main className="flex flex-1 flex-col bg-ground lg:justify-center">
        <div className="mx-auto flex w-full max-w-md flex-1 flex-col px-5 tiny:px-3 pt-6 pb-8 lg:flex-none lg:px-0">
          {children}
        </div>
      </main>
    </div>
  )
}
