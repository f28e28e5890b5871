import type { PaymentMode } from '@ledger/contracts/payment-modes.ts'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { rupees } from '../language/figures.ts'
import { paymentModeWords } from '../language/payment-mode-words.ts'
import { useWords } from '../language/words.ts'
import type { TransferFields } from './transfer-fields.ts'
import { words } from './words.ts'

interface Props {
  asked: TransferFields
  name: string
  sending: boolean
  onSend(): void
  onCancel(): void
}

/** §5: names the supervisor, the amount and the narration before any money moves. */
export function ConfirmTransfer({ asked, name, sending, onSend, onCancel }: Props) {
  const t = useWords(words)
  const modes: Readonly<Record<string, string>> = useWords(paymentModeWords) satisfies Record<PaymentMode, string>
  return (
    <Dialog title={t.confirmTitle} onClose={() => (sending ? undefined : onCancel())}>
      <p className="font-heavy text-title">{t.confirm(rupees(asked.amount), name)}</p>
      <dl className="mt-4 grid gap-3 border-rule border-t pt-4">
        <div>
          <dt className="text-ink-soft text-small">{t.narration}</dt>
          <dd className="whitespace-pre-line">{asked.narration}</dd>
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
