import { useLanguage } from '../../language/language-setting.ts'

/** §4: flips between English and Hindi. It shows the name of the other language, in that language. */
export function LanguageSwitch({ className = '' }: { className?: string }) {
  const { language, flip } = useLanguage()
  return (
    <button
      type="button"
      onClick={flip}
      lang={language === 'en' ? 'hi' : 'en'}
      className={`inline-flex min-h-11 min-w-11 items-center justify-center rounded-brick px-3 font-strong text-body hover:underline ${language === 'en' ? 'font-switch' : ''} ${className}`}
    >
      {language === 'en' ? 'हिंदी' : 'English'}
    </button>
  )
}
