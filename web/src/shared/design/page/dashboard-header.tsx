import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'
import { LanguageSwitch } from '../controls/language-switch.tsx'
import { AppLogo } from './app-logo.tsx'
import { currentCompanyName } from './company-name.ts'

const words = inBothLanguages({ logout: 'Logout' }, { logout: 'लॉग आउट' })

interface Props {
  title: string
  children?: ReactNode
  onLogout(): void
  leaving: boolean
}

/** The head of every signed-in screen: the account, the language, the logout. */
export function DashboardHeader({ title, children, onLogout, leaving }: Props) {
  const t = useWords(words)
  return (
    <header className="border-rule border-b bg-sheet">
      <div className="mx-auto flex max-w-6xl items-center gap-3 py-2 pr-1 pl-4 tiny:flex-wrap tiny:gap-y-0 md:pr-4">
        <AppLogo className="size-10 shrink-0 max-[359px]:hidden tiny:hidden" />
        <div className="min-w-0 flex-1 tiny:basis-full">
          {currentCompanyName === undefined ? null : (
            <p className="line-clamp-2 font-strong text-small [overflow-wrap:anywhere]">{currentCompanyName}</p>
          )}
          <h1 className="line-clamp-4 font-heavy text-body/6 [overflow-wrap:anywhere]">{title}</h1>
          {children}
        </div>
        <LanguageSwitch className="shrink-0" />
        <button
          type="button"
          onClick={onLogout}
          disabled={leaving}
          className="inline-flex size-11 shrink-0 items-center justify-center gap-2 rounded-brick font-strong hover:underline md:w-auto md:px-3"
        >
          <LogOut className="size-5" aria-hidden="true" />
          <span className="max-md:sr-only">{t.logout}</span>
        </button>
      </div>
    </header>
  )
}
