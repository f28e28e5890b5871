import { transferBody } from '@ledger/contracts/bodies.ts'
import type { Balance, Payee } from '@ledger/contracts/shapes.ts'
import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { titleInHindi } from '../../shared/api/readers-words.ts'
import { Button } from '../../shared/design/button.tsx'
import { showToast } from '../../shared/design/toast-store.ts'
import { ConfirmMoney } from '../../shared/entry/confirm-money.tsx'
import { NeedsNetwork } from '../../shared/entry/needs-network.tsx'
import { useToday } from '../../shared/entry/today.ts'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useRuleWords } from '../../shared/forms/use-rule-words.ts'
import { rupees } from '../../shared/language/figures.ts'
import { currentLanguage, useWords } from '../../shared/language/words.ts'
import type { FieldUser } from '../../shared/session/session.ts'
import { mobileOf, nameOf } from './payee.ts'
import { blankTransfer, exceeds, INSUFFICIENT, REQUIRED, type TransferFields, titleOf } from './transfer-fields.ts'
import { TransferInputs } from './transfer-inputs.tsx'
import { useTransfer } from './use-transfer.ts'
import { words } from './words.ts'

export interface TransferFormProps {
  user: FieldUser
  supervisors: readonly Payee[]
  balance: Balance | undefined
}

/** §2 and §5, Transfer to Supervisor: filled, checked in the order of §5, confirmed, sent. */
export function TransferForm({ user, supervisors, balance }: TransferFormProps) {
  const t = useWords(words)
  const inWords = useRuleWords()
  const draft = useDraftForm({
    form: 'transfer',
    owner: user.account,
    schema: transferBody,
    blank: blankTransfer(useToday()),
  })
  const [asked, setAsked] = useState<TransferFields>()
  const { send, sending } = useTransfer(draft, () => setAsked(undefined))
  const { handleSubmit, watch, setError } = draft.form
  const fields = watch()
  const missing = REQUIRED.filter((name) => fields[name] === '')
  const labels = { toUserId: t.supervisor, amount: t.amount, paymentMode: t.mode, narration: t.narration }
  const receiver = supervisors.find(({ id }) => id === asked?.toUserId)

  const say = (title: string, message: string) =>
    showToast({
      tone: 'problem',
      title: currentLanguage() === 'en' ? title : titleInHindi(title),
      text: inWords(message),
    })
  const sayFirst = (errors: FieldErrors<TransferFields>) => {
    const first = [...REQUIRED, 'date' as const].map((name) => errors[name]?.message).find((text) => text !== undefined)
    if (first !== undefined) say(titleOf(first), first)
  }
  const ask = (checked: TransferFields) => {
    if (!exceeds(checked.amount, balance)) return setAsked(checked)
    setError('amount', { type: 'balance', message: t.insufficient }, { shouldFocus: true })
    showToast({
      tone: 'problem',
      title: currentLanguage() === 'en' ? INSUFFICIENT.title : titleInHindi(INSUFFICIENT.title),
      text: t.insufficient,
    })
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(ask, sayFirst)}>
      <NeedsNetwork>{t.needsNetwork}</NeedsNetwork>
      <TransferInputs form={draft.form} supervisors={supervisors} balance={balance} disabled={sending} />
      <div className="grid gap-2">
        <Button
          type="submit"
          disabled={missing.length > 0 || sending}
          aria-describedby={missing.length > 0 ? 'transfer-missing' : undefined}
          className="min-h-14"
        >
          {t.submit}
        </Button>
        {missing.length === 0 ? null : (
          <p id="transfer-missing" className="text-ink-soft text-small">
            {t.stillMissing(missing.map((name) => labels[name]).join(', '))}
          </p>
        )}
      </div>
      {asked !== undefined && receiver !== undefined ? (
        <ConfirmMoney
          question={t.confirm(rupees(asked.amount), nameOf(receiver))}
          receiver={{ label: t.supervisor, text: `${nameOf(receiver)}, ${mobileOf(receiver)}` }}
          reason={{ label: t.narration, text: asked.narration }}
          mode={asked.paymentMode}
          day={asked.date}
          send={t.send}
          sending={t.sending}
          isSending={sending}
          onSend={() => send(asked)}
          onCancel={() => setAsked(undefined)}
        />
      ) : null}
    </form>
  )
}
