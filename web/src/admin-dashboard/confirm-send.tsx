import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { rupees } from '../language/figures.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import type { SendMoneyFields } from './send-money-form.tsx'
import { words } from './words.ts'

interface Props {
  asked: SendMoneyFields
  name: string
  sending: boolean
  onSend(): void
  onCancel(): void
}

/** §5: "Send ₹{amount} to {site incharge}?", and the purpose. */
export function ConfirmSend({ asked, name, sending, onSend, onCancel }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeWords)
  return (
    <Dialog title={t.confirmTitle} onClose={onCancel}>
      <p className="font-heavy text-title">{t.confirm(rupees(asked.amount), name)}</p>
      <dl className="mt-4 grid gap-3 border-rule border-t pt-4">
        <div>
          <dt className="text-ink-soft text-small">{t.purpose}</dt>
          <dd>{asked.narration}</dd>
        </div>
        <div>
          <dt className="text-ink-soft text-small">{t.mode}</dt>
          <dd>{modes[asked.paymentMode]}</dd>
        </div>
      </dl>
      <div className="mt-6 grid grid-cols-[1fr_2fr] gap-3">
        <Button kind="secondary" disabled={sending} onClick={onCancel} className="min-h-14">
          {t.cancel}
        </Button>
        <Button disabled={sending} onClick={onSend} className="min-h-14">
          {sending ? t.sending : t.send}
        </Button>
      </div>
    </Dialog>
  )
}
