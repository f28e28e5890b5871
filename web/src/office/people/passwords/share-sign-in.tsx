import { LANGUAGES, type Language } from '@ledger/contracts/languages.ts'
import { Copy, MessageCircle, MessageSquareText, Printer, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button, buttonLook } from '../../../shared/design/controls/button.tsx'
import { RadioChoice } from '../../../shared/design/controls/radio-choice.tsx'
import { printedCompanyName } from '../../../shared/design/page/company-name.ts'
import { showToast } from '../../../shared/design/toast/toast-store.ts'
import { canShare, copyText, shareText, whatsAppLink } from '../../../shared/entry/dialog/share-text.ts'
import { useWords } from '../../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../../shared/language/language-setting.ts'
import { words } from '../screen-texts.ts'
import { type SignInDetails, signInText, smsLink } from './sign-in-text.ts'

interface Props {
  details: SignInDetails
  /** The account is disabled: its owner cannot sign in yet. */
  isDisabled?: boolean
  onClose(): void
}

/** A new sign-in, to be passed on in the person's language. Nothing of it is stored or sent to the server. */
export function ShareSignIn({ details, isDisabled = false, onClose }: Props) {
  const t = useWords(words)
  const [language, setLanguage] = useState<Language>(useLanguage((state) => state.language))
  const [hasSheet] = useState(canShare)
  const [isPrinting, setPrinting] = useState(false)
  const head = useRef<HTMLParagraphElement>(null)
  // The form with the focused button is gone.
  useEffect(() => head.current?.focus(), [])
  const text = signInText(details, printedCompanyName(), language)
  const mobile = details.signsInWith === 'mobile' ? details.signInName : undefined
  const send = async (by: typeof shareText) => {
    const became = await by(text)
    if (became === 'copied') showToast({ tone: 'done', title: t.copied })
    if (became === 'failed') showToast({ tone: 'problem', title: t.notCopied })
  }
  return (
    <div className="grid gap-4">
      <p ref={head} tabIndex={-1} className="outline-none">
        {t.shareText(details.name)}
      </p>
      {isDisabled ? <p className="font-strong">{t.staysDisabled(details.name)}</p> : null}
      <fieldset className="grid grid-cols-2 gap-3">
        <legend className="mb-1.5 font-strong">{t.shareLanguage}</legend>
        {LANGUAGES.map((each) => (
          <RadioChoice key={each} name="share-language" checked={each === language} onChange={() => setLanguage(each)}>
            <span lang={each}>{each === 'en' ? 'English' : 'हिंदी'}</span>
          </RadioChoice>
        ))}
      </fieldset>
      <output
        lang={language}
        className="block whitespace-pre-line break-words rounded-brick border border-rule bg-ground p-4"
      >
        {text}
      </output>
      <div className="grid grid-cols-2 tiny:grid-cols-1 gap-3">
        {hasSheet ? (
          <Button kind="secondary" onClick={() => void send(shareText)} className="col-span-full">
            <Share2 className="size-5 shrink-0" aria-hidden="true" />
            {t.share}
          </Button>
        ) : null}
        <a href={whatsAppLink(text, mobile)} className={buttonLook('secondary')}>
          <MessageCircle className="size-5 shrink-0" aria-hidden="true" />
          WhatsApp
        </a>
        {mobile === undefined ? null : (
          <a href={smsLink(text, mobile)} className={buttonLook('secondary')}>
            <MessageSquareText className="size-5 shrink-0" aria-hidden="true" />
            {t.sms}
          </a>
        )}
        <Button kind="secondary" onClick={() => void send(copyText)}>
          <Copy className="size-5 shrink-0" aria-hidden="true" />
          {t.copy}
        </Button>
        <Button kind="secondary" onClick={() => setPrinting(true)}>
          <Printer className="size-5 shrink-0" aria-hidden="true" />
          {t.print}
        </Button>
      </div>
      <p className="text-ink-soft text-small">{t.shareNote}</p>
      <Button onClick={onClose} className="min-h-14">
        {t.shareDone}
      </Button>
      {isPrinting ? <PrintedSignIn text={text} language={language} setPrinting={setPrinting} /> : null}
    </div>
  )
}

interface PrintedProps {
  text: string
  language: Language
  setPrinting(isPrinting: boolean): void
}

/** The message alone on paper, in place of the screen (shared/design/print.css). */
function PrintedSignIn({ text, language, setPrinting }: PrintedProps) {
  useEffect(() => {
    const onPrinted = () => setPrinting(false)
    window.addEventListener('afterprint', onPrinted, { once: true })
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [setPrinting])
  return createPortal(
    <div className="paper">
      <div lang={language} className="paper-sheet whitespace-pre-line break-words text-[12pt]/7">
        {text}
      </div>
    </div>,
    document.body,
  )
}
