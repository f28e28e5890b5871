import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { RadioChoice } from '../../shared/design/controls/radio-choice.tsx'
import { Dialog } from '../../shared/design/dialog/dialog.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { mergeBeneficiaries } from './beneficiary-queries.ts'
import { words } from './screen-texts.ts'

interface Props {
  /** Two or more; the first one's name is proposed. */
  beneficiaries: readonly Beneficiary[]
  onMerged(): void
  onClose(): void
}

/** Asks which name stays, and says what follows from a merge. */
export function MergeDialog({ beneficiaries, onMerged, onClose }: Props) {
  const t = useWords(words)
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [into, setInto] = useState(beneficiaries[0]?.id ?? '')
  const merging = useMutation({
    mutationFn: () => {
      const from = beneficiaries.map(({ id }) => id).filter((id) => id !== into)
      return mergeBeneficiaries({ body: { from, into }, idempotencyKey: key.toSend() })
    },
    onSuccess({ name }) {
      key.done()
      showToast({ tone: 'done', title: t.merged(name) })
      onMerged()
      void refetchOfficeLists(client)
    },
    onError: (error) => key.failed(error),
  })
  return (
    <Dialog title={t.mergeTitle} onClose={() => (merging.isPending ? undefined : onClose())}>
      <p>{t.whatMergeDoes}</p>
      <fieldset className="mt-4 grid gap-2" disabled={merging.isPending}>
        <legend className="mb-2 font-strong">{t.whichStays}</legend>
        {beneficiaries.map(({ id, name }) => (
          <RadioChoice key={id} name="into" checked={id === into} onChange={() => setInto(id)}>
            <span className="min-w-0 [overflow-wrap:anywhere]">{name}</span>
          </RadioChoice>
        ))}
      </fieldset>
      <p className="mt-4 text-ink-soft">{t.mergeStays}</p>
      <RefusalMessage error={merging.error} />
      <div className="mt-6 grid grid-cols-2 tiny:grid-cols-1 gap-3">
        <Button kind="secondary" disabled={merging.isPending} onClick={onClose} className="min-h-14">
          {t.cancel}
        </Button>
        <Button disabled={merging.isPending} onClick={() => merging.mutate()} className="min-h-14">
          {merging.isPending ? t.merging : t.merge}
        </Button>
      </div>
    </Dialog>
  )
}
