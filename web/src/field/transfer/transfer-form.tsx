import { transferBody } from '@ledger/contracts/http/entry-requests.ts'
import type { Balance, TransferPayee } from '@ledger/contracts/http/people/account-schemas.ts'
import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useState } from 'react'
import type { FieldErrors } from 'react-hook-form'
import { errorTitleInHindi } from '../../shared/api/error-messages.ts'
import { useToday } from '../../shared/api/today.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { ConfirmMoneyDialog } from '../../shared/entry/form/confirm-money-dialog.tsx'
import { NeedsNetworkNotice } from '../../shared/entry/form/needs-network-notice.tsx'
import { ReceiptButton } from '../../shared/entry/receipt/receipt-button.tsx'
import { useDraftForm } from '../../shared/forms/use-draft-form.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { rupees } from '../../shared/language/format-money-and-dates.ts'
import { currentLanguage, useWords } from '../../shared/language/in-both-languages.ts'
import type { FieldUser } from '../../shared/session/field-session.ts'
import { payeeMobile, payeeName } from './payee-name-and-mobile.ts'
import { words } from './screen-texts.ts'
import {
  blankTransfer,
  exceedsBalance,
  INSUFFICIENT_BALANCE,
  REQUIRED_TRANSFER_FIELDS,
  type TransferFields,
  transferErrorTitle,
} from './transfer-fields.ts'
import { TransferInputs } from './transfer-inputs.tsx'
import { useTransfer } from './use-transfer.ts'

export interface TransferFormProps {
  user: FieldUser
  supervisors: readonly TransferPayee[]
  balance: Balance | undefined
}

/** §2 and §5, Transfer to Supervisor: filled, checked in the order of §5, confirmed, sent. */
export function TransferForm({ user, supervisors, balance }: TransferFormProps) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const draft = useDraftForm({
    form: 'transfer',
    owner: user.account,
    schema: transferBody,
    blank: blankTransfer(useToday()),
  })
  const [asked, setAsked] = useState<TransferFields>()
  const [done, setDone] = useState<{ row: Transaction; toUserId: string }>()
  const { send, sending } = useTransfer(draft, {
    onDone: (row, toUserId) => setDone({ row, toUserId }),
    onSettled: () => setAsked(undefined),
  })
  const { handleSubmit, watch, setError } = draft.form
  const fields = watch()
  const missing = REQUIRED_TRANSFER_FIELDS.filter((name) => fields[name] === '')
  // An empty form needs no explanation: after a transfer it would read as a fault.
  const saysMissing = draft.isEdited && missing.length > 0
  const labels = { toUserId: t.supervisor, amount: t.amount, paymentMode: t.mode, narration: t.narration }
  const payeeOf = (wanted: string | undefined) => supervisors.find(({ id }) => id === wanted)
  const receiver = payeeOf(asked?.toUserId)
  const sentTo = payeeOf(done?.toUserId)

  const say = (title: string, message: string) =>
    showToast({
      tone: 'problem',
      title: currentLanguage() === 'en' ? title : errorTitleInHindi(title),
      text: inWords(message),
    })
  const sayFirst = (errors: FieldErrors<TransferFields>) => {
    const first = [...REQUIRED_TRANSFER_FIELDS, 'reference' as const, 'date' as const]
      .map((name) => errors[name]?.message)
      .find((text) => text !== undefined)
    if (first !== undefined) say(transferErrorTitle(first), first)
  }
  const ask = (checked: TransferFields) => {
    if (!exceedsBalance(checked.amount, balance)) return setAsked(checked)
    setError('amount', { type: 'balance', message: t.insufficient }, { shouldFocus: true })
    showToast({
      tone: 'problem',
      title: currentLanguage() === 'en' ? INSUFFICIENT_BALANCE.title : errorTitleInHindi(INSUFFICIENT_BALANCE.title),
      text: t.insufficient,
    })
  }

  return (
    <form noValidate className="grid gap-5" onSubmit={handleSubmit(ask, sayFirst)}>
      <NeedsNetworkNotice>{t.needsNetwork}</NeedsNetworkNotice>
      <TransferInputs form={draft.form} supervisors={supervisors} balance={balance} disabled={sending} />
      <div className="grid gap-2">
        <Button
          type="submit"
          disabled={missing.length > 0 || sending}
          aria-describedby={saysMissing ? 'transfer-missing' : undefined}
          className="min-h-14"
        >
          {t.submit}
        </Button>
        {saysMissing ? (
          <p id="transfer-missing" className="text-ink-soft text-small">
            {t.stillMissing(missing.map((name) => labels[name]).join(', '))}
          </p>
        ) : null}
      </div>
      {done === undefined ? null : (
        <div className="grid gap-2 border-rule border-t pt-4">
          <p className="break-words font-strong">{t.sentTo(rupees(done.row.amount), done.row.recipient)}</p>
          <ReceiptButton row={done.row} giver={user} mobile={sentTo && payeeMobile(sentTo)} />
        </div>
      )}
      {asked !== undefined && receiver !== undefined ? (
        <ConfirmMoneyDialog
          question={t.confirm(rupees(asked.amount), payeeName(receiver))}
          receiver={{ label: t.supervisor, text: `${payeeName(receiver)}, ${payeeMobile(receiver)}` }}
          reason={{ label: t.narration, text: asked.narration }}
          reference={asked.reference}
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
