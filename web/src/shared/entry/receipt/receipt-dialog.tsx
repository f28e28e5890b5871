import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { LANGUAGES } from '@ledger/contracts/languages.ts'
import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { entryQuery } from '../../api/own-transaction-queries.ts'
import { buttonLook } from '../../design/controls/button.tsx'
import { RadioChoice } from '../../design/controls/radio-choice.tsx'
import { Dialog } from '../../design/dialog/dialog.tsx'
import { useWords } from '../../language/in-both-languages.ts'
import type { AccountHolder } from '../dialog/entry-as-text.ts'
import { ShareButton } from '../dialog/share-button.tsx'
import { whatsAppLink } from '../dialog/share-text.ts'
import { receiptAsText } from './receipt-as-text.ts'
import { receiptLanguageOf, rememberReceiptLanguage } from './receipt-language-by-receiver.ts'
import { words } from './screen-texts.ts'

export interface ReceiptDialogProps {
  /** The giver's row of a transfer. */
  row: Transaction
  giver: AccountHolder
  /** The receiver's number, where it is known. */
  mobile: string | undefined
  onClose(): void
}

/** The receipt of a transfer as the receiver will read it, and the buttons that pass it on. */
export function ReceiptDialog({ row: given, giver, mobile, onClose }: ReceiptDialogProps) {
  const t = useWords(words)
  const [language, setLanguage] = useState(() => receiptLanguageOf(given.recipient))
  // The answer to a transfer has no voucher number yet.
  const { data } = useQuery({ ...entryQuery(given.id), enabled: given.voucher === null })
  const text = receiptAsText(data ?? given, giver, language)
  // Outside the form of transfers, because Enter on a radio there would send the form.
  return createPortal(
    <Dialog title={t.title} onClose={onClose}>
      <div className="grid gap-4">
        <fieldset className="grid grid-cols-2 tiny:grid-cols-1 gap-2">
          <legend className="mb-1.5 font-strong">{t.language}</legend>
          {LANGUAGES.map((each) => (
            <RadioChoice
              key={each}
              name="receipt-language"
              checked={each === language}
              onChange={() => {
                setLanguage(each)
                rememberReceiptLanguage(given.recipient, each)
              }}
            >
              <span lang={each} className="font-switch">
                {each === 'en' ? 'English' : 'हिंदी'}
              </span>
            </RadioChoice>
          ))}
        </fieldset>
        <output
          lang={language}
          className="block whitespace-pre-line break-words rounded-brick border border-rule bg-ground p-4"
        >
          {text}
        </output>
        <ShareButton text={text} />
        <a href={whatsAppLink(text, mobile)} className={buttonLook('secondary')}>
          <MessageCircle className="size-5 shrink-0" aria-hidden="true" />
          WhatsApp
        </a>
      </div>
    </Dialog>,
    document.body,
  )
}
