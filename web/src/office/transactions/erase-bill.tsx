import { eraseBillBody } from '@ledger/contracts/bodies.ts'
import { LIMITS } from '@ledger/contracts/text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { newIdempotencyKey } from '../../shared/api/call.ts'
import { readAllAgain } from '../../shared/api/office.ts'
import { Tool } from '../../shared/bills/viewer.tsx'
import { Button } from '../../shared/design/button.tsx'
import { Dialog } from '../../shared/design/dialog.tsx'
import { controlLook, Field } from '../../shared/design/field.tsx'
import { useRuleWords } from '../../shared/forms/use-rule-words.ts'
import { useWords } from '../../shared/language/words.ts'
import { eraseBill } from '../calls/money.ts'
import { Refused } from '../dashboard/refused.tsx'
import { words } from './words.ts'

interface Props {
  id: string
  onErased(): void
}

/** Erases the bytes of a bill, as a law may require: after a confirmation, and with a reason, which is recorded. */
export function EraseBill({ id, onErased }: Props) {
  const t = useWords(words)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Tool label={t.erase} onClick={() => setAsked(true)}>
        <Trash2 className="size-6" aria-hidden="true" />
      </Tool>
      {isAsked ? <Question id={id} onErased={onErased} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

function Question({ id, onErased, onClose }: Props & { onClose(): void }) {
  const t = useWords(words)
  const inWords = useRuleWords()
  const client = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const erasing = useMutation({
    mutationFn: () => eraseBill({ id, body: { reason }, idempotencyKey: key }),
    onSuccess() {
      onClose()
      onErased()
      void readAllAgain(client)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = eraseBillBody.safeParse({ reason })
    setProblem(error?.issues[0]?.message)
    if (error === undefined && !erasing.isPending) erasing.mutate()
  }
  return (
    <Dialog title={t.eraseTitle} onClose={() => (erasing.isPending ? undefined : onClose())}>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <p>{t.eraseText}</p>
        <Field label={t.reason} error={inWords(problem)}>
          {(parts) => (
            <textarea
              {...parts}
              value={reason}
              rows={2}
              maxLength={LIMITS.narration}
              onChange={({ target }) => setReason(target.value)}
              className={`${controlLook} py-2.5`}
            />
          )}
        </Field>
        <Refused error={erasing.error} />
        <div className="grid grid-cols-2 gap-3">
          <Button kind="secondary" disabled={erasing.isPending} onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" kind="danger" disabled={erasing.isPending}>
            {erasing.isPending ? t.erasing : t.erase}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
