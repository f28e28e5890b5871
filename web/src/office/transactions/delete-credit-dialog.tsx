import { deleteCreditForm } from '@ledger/contracts/http/entry-requests.ts'
import type { CompanyTransaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { words as dialogWords } from '../../shared/entry/form/screen-texts.ts'
import { useDiscardQuestion } from '../../shared/forms/use-discard-question.tsx'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { dateText, rupees, signedRupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { deleteCredit } from '../api/transaction-queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { ChangeReasonField } from './change-reason-field.tsx'
import { CreditConflictNotice } from './credit-conflict-notice.tsx'
import { words } from './screen-texts.ts'

interface Props {
  row: CompanyTransaction
  onClose(): void
  onNewer(row: CompanyTransaction): void
}

const DELETE_CREDIT_KEY = ['deleteCredit']

/** §5: asks before it deletes, and why, and shows the entry. Both sides of a transfer are deleted. */
export function DeleteCreditDialog({ row, onClose, onNewer }: Props) {
  const t = useWords(words)
  const d = useWords(dialogWords)
  const inWords = useRuleTranslation()
  const language = useLanguage((state) => state.language)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [changed, setChanged] = useState(false)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const deletion = useMutation({
    mutationKey: DELETE_CREDIT_KEY,
    mutationFn: () =>
      deleteCredit({ id: row.id, body: { reason }, idempotencyKey: key.toSend(), ifRevision: row.revision }),
    onSuccess() {
      showToast({ tone: 'done', title: d.deleted, text: `${rupees(row.amount)} · ${row.accountName}` })
      onClose()
      void refetchOfficeLists(client, { gone: row.id })
    },
    onError(error) {
      key.failed(error)
      if (error instanceof ApiError && error.code === 'revision_changed') return setChanged(true)
      showToast({ tone: 'problem', title: d.error, text: d.deleteFailed, reason: errorMessage(error) })
    },
  })
  const removing = deletion.isPending
  const { leave, question } = useDiscardQuestion(reason !== '', onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = deleteCreditForm.safeParse({ reason })
    setProblem(error?.issues[0]?.message)
    if (error !== undefined) field.current?.focus()
    else if (client.isMutating({ mutationKey: DELETE_CREDIT_KEY }) === 0) deletion.mutate()
  }
  return (
    <Dialog title={d.deleteTitle} onClose={() => (removing ? undefined : leave())}>
      <p className="font-heavy text-lead">{d.sure}</p>
      <p className="mt-1 font-strong text-debit">{d.forGood}</p>
      {row.isTransfer ? <p className="mt-1 text-ink-soft">{t.bothDelete}</p> : null}
      <div className="mt-4 flex items-start justify-between gap-4 rounded-brick border border-rule bg-ground p-4">
        <div className="min-w-0">
          <p className="font-strong">{row.accountName}</p>
          <p className="text-small">{row.narration}</p>
          <p className="figures text-ink-soft text-small">{dateText(row.date, language)}</p>
        </div>
        <p className="figures font-heavy text-credit">{signedRupees(row.amount, row.type)}</p>
      </div>
      <form noValidate onSubmit={submit} className="mt-5">
        <ChangeReasonField
          ref={field}
          label={t.deleteReason}
          error={inWords(problem)}
          value={reason}
          disabled={removing}
          onChange={({ target }) => setReason(target.value)}
        />
        {changed ? <CreditConflictNotice row={row} text={d.changedDelete} onNewer={onNewer} onGone={onClose} /> : null}
        {changed ? null : <RefusalMessage error={deletion.error} />}
        <div className="mt-6 grid grid-cols-2 tiny:grid-cols-1 gap-3">
          {question ?? (
            <>
              <Button kind="secondary" disabled={removing} onClick={leave} className="min-h-14">
                {d.cancel}
              </Button>
              <Button type="submit" kind="danger" disabled={removing || changed} className="min-h-14">
                <Trash2 className="size-5" aria-hidden="true" />
                {removing ? d.deleting : d.delete}
              </Button>
            </>
          )}
        </div>
      </form>
    </Dialog>
  )
}
