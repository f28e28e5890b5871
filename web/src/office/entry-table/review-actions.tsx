import { type ReviewKind, reviewBody } from '@ledger/contracts/http/worklists/mark-entry-reviewed-schemas.ts'
import type { WorklistName } from '@ledger/contracts/http/worklists/worklist-count-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { reviewEntry } from '../api/transaction-queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { useUnsentText } from '../controls/use-unsent-text.ts'
import type { EntryTableRow } from './entry-columns.tsx'
import { words } from './screen-texts.ts'

/** The review that takes an entry off its worklist. Money or a question takes it off the others. */
const REVIEW_OF_LIST: Partial<Record<WorklistName, ReviewKind>> = {
  withoutBill: 'no_bill_needed',
  enteredLate: 'seen',
  looksTwice: 'not_duplicate',
  large: 'seen',
}

interface Props {
  row: EntryTableRow
  worklist: WorklistName
  onDone(): void
}

/** The review of an entry of a worklist: one button, and for a bill that is not needed the reason. */
export function ReviewActions({ row, worklist, onDone }: Props) {
  const t = useWords(words)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [reason, setReason] = useUnsentText('reason', row.id)
  const inWords = useRuleTranslation()
  const [isTried, setTried] = useState(false)
  const kind = REVIEW_OF_LIST[worklist]
  const needsReason = kind === 'no_bill_needed'
  const review = useMutation({
    mutationFn: (as: ReviewKind) =>
      reviewEntry({
        id: row.id,
        idempotencyKey: key.toSend(),
        ifRevision: row.revision,
        body: { as, ...(needsReason ? { reason: reason.trim() } : {}) },
      }),
    onSuccess() {
      showToast({ tone: 'done', title: t.reviewed })
      setReason('')
      setTried(false)
      onDone()
      void refetchOfficeLists(client)
    },
    onError(error) {
      key.failed(error)
      // The panel shows an entry that is no longer so: the lists bring the current one.
      if (error instanceof ApiError && error.code === 'revision_changed') {
        onDone()
        void refetchOfficeLists(client)
      }
      showToast({ tone: 'problem', title: t.notReviewed, reason: errorMessage(error) })
    },
  })
  if (kind === undefined) return null
  const reasonProblem =
    reason.trim() === ''
      ? t.reasonNeeded
      : inWords(reviewBody.shape.reason.safeParse(reason.trim()).error?.issues[0]?.message)
  const problem = needsReason ? reasonProblem : undefined
  return (
    <form
      noValidate
      className="col-span-full grid gap-2 rounded-brick border border-rule bg-ground p-3"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problem === undefined && !review.isPending) review.mutate(kind)
      }}
    >
      {needsReason ? (
        <FormField label={t.reason} error={isTried ? problem : undefined}>
          {(parts) => (
            <input
              {...parts}
              value={reason}
              autoComplete="off"
              onChange={({ target }) => setReason(target.value)}
              className={controlLook}
            />
          )}
        </FormField>
      ) : null}
      <Button type="submit" kind="secondary" disabled={review.isPending}>
        <Check className="size-5" aria-hidden="true" />
        {t[kind]}
      </Button>
    </form>
  )
}
