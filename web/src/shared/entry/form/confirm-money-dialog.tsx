import { ENTRY_FIELD_LABELS } from '@ledger/contracts/entry-text-fields.ts'
import { Button } from '../../design/controls/button.tsx'
import { Dialog } from '../../design/dialog/dialog.tsx'
import { dayText } from '../../language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'
import { useLanguage } from '../../language/language-setting.ts'
import { paymentModeLabels } from '../../language/payment-mode-labels.ts'

const words = inBothLanguages(
  { title: 'Please confirm', mode: 'Payment Mode', date: 'Date', cancel: 'Cancel' },
  { title: 'एक बार देख लें', mode: 'भुगतान का तरीका', date: 'तारीख', cancel: 'रहने दें' },
)

interface Props {
  /** Names the amount and the receiver. */
  question: string
  /** The receiver, with enough to distinguish others of the same name. */
  receiver: { label: string; text: string }
  /** The reason, under the name of its field. */
  reason: { label: string; text: string }
  /** As typed; "" for none. */
  reference: string
  mode: string
  /** The day for which it is booked, `YYYY-MM-DD`. */
  day: string
  /** The button that sends, and its text while sending. */
  send: string
  sending: string
  isSending: boolean
  onSend(): void
  onCancel(): void
}

/** §5: shows receiver, amount and reason before any money moves. */
export function ConfirmMoneyDialog({
  question,
  receiver,
  reason,
  reference,
  mode,
  day,
  send,
  sending,
  isSending,
  onSend,
  onCancel,
}: Props) {
  const t = useWords(words)
  const labels = useWords(ENTRY_FIELD_LABELS)
  const language = useLanguage((state) => state.language)
  const modes: Readonly<Record<string, string>> = useWords(paymentModeLabels)
  return (
    <Dialog title={t.title} onClose={() => (isSending ? undefined : onCancel())}>
      <p className="font-heavy text-title">{question}</p>
      <dl className="mt-4 grid gap-3 border-rule border-t pt-4">
        <div>
          <dt className="text-ink-soft text-small">{receiver.label}</dt>
          <dd>{receiver.text}</dd>
        </div>
        <div>
          <dt className="text-ink-soft text-small">{reason.label}</dt>
          <dd className="whitespace-pre-line">{reason.text}</dd>
        </div>
        {reference.trim() === '' ? null : (
          <div>
            <dt className="text-ink-soft text-small">{labels.reference}</dt>
            <dd className="break-words">{reference}</dd>
          </div>
        )}
        <div>
          <dt className="text-ink-soft text-small">{t.mode}</dt>
          <dd>{modes[mode]}</dd>
        </div>
        <div>
          <dt className="text-ink-soft text-small">{t.date}</dt>
          <dd className="figures">{dayText(day, language)}</dd>
        </div>
      </dl>
      <div className="mt-6 grid grid-cols-[1fr_2fr] tiny:grid-cols-1 gap-3">
        <Button kind="secondary" disabled={isSending} onClick={onCancel} className="min-h-14">
          {t.cancel}
        </Button>
        <Button disabled={isSending} onClick={onSend} className="min-h-14">
          {isSending ? sending : send}
        </Button>
      </div>
    </Dialog>
  )
}
