import { eraseBillBody } from '@ledger/contracts/http/entry-requests.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { newIdempotencyKey } from '../../shared/api/api-client.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { ViewerButton } from '../../shared/bills/bill-viewer.tsx'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { eraseBill } from '../api/transaction-queries.ts'
import { FormDialog } from '../controls/form-dialog.tsx'
import { words } from './screen-texts.ts'

interface Props {
  id: string
  onErased(): void
}

/** Erases the bytes of a bill, as a law may require: after a confirmation, and with a reason, which is recorded. */
export function EraseBillButton({ id, onErased }: Props) {
  const t = useWords(words)
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <ViewerButton label={t.erase} onClick={() => setAsked(true)}>
        <Trash2 className="size-6" aria-hidden="true" />
      </ViewerButton>
      {isAsked ? <EraseBillDialog id={id} onErased={onErased} onClose={() => setAsked(false)} /> : null}
    </>
  )
}

function EraseBillDialog({ id, onErased, onClose }: Props & { onClose(): void }) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const [key] = useState(newIdempotencyKey)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const erasing = useMutation({
    mutationFn: () => eraseBill({ id, body: { reason }, idempotencyKey: key }),
    onSuccess() {
      onClose()
      onErased()
      void refetchOfficeLists(client)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = eraseBillBody.safeParse({ reason })
    setProblem(error?.issues[0]?.message)
    if (error === undefined && !erasing.isPending) erasing.mutate()
  }
  return (
    <FormDialog
      title={t.eraseTitle}
      isEdited={reason !== ''}
      isSaving={erasing.isPending}
      error={erasing.error}
      onSubmit={submit}
      onClose={onClose}
      submit={
        <Button type="submit" kind="danger" disabled={erasing.isPending} className="min-h-14">
          {erasing.isPending ? t.erasing : t.erase}
        </Button>
      }
    >
      <p>{t.eraseText}</p>
      <FormField label={t.reason} error={inWords(problem)}>
        {(parts) => (
          <textarea
            {...parts}
            value={reason}
            rows={2}
            onChange={({ target }) => setReason(target.value)}
            className={`${controlLook} py-2.5`}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
