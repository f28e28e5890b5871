import { beneficiaryId } from '@ledger/contracts/beneficiary-id.ts'
import { renameBeneficiaryBody } from '@ledger/contracts/http/beneficiaries/beneficiary-requests.ts'
import type { Beneficiary } from '@ledger/contracts/http/beneficiaries/beneficiary-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../shared/api/api-error.ts'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { FormDialog } from '../controls/form-dialog.tsx'
import { renameBeneficiary } from './beneficiary-queries.ts'
import { words } from './screen-texts.ts'

interface Props {
  beneficiary: Beneficiary
  /** Called where another beneficiary has the name, with that one, if the person wants to merge the two. */
  onMerge(other: Beneficiary): void
  onClose(): void
}

/** Gives a beneficiary another name. */
export function RenameDialog({ beneficiary, onMerge, onClose }: Props) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [name, setName] = useState(beneficiary.name)
  const [problem, setProblem] = useState<string>()
  const renaming = useMutation({
    mutationFn: () => renameBeneficiary({ id: beneficiary.id, body: { name }, idempotencyKey: key.toSend() }),
    onSuccess(renamed) {
      key.done()
      showToast({ tone: 'done', title: t.renamed(renamed.name) })
      onClose()
      void refetchOfficeLists(client)
    },
    onError: (error) => key.failed(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = renameBeneficiaryBody.safeParse({ name })
    setProblem(error?.issues[0]?.message)
    if (error === undefined && !renaming.isPending) renaming.mutate()
  }
  const isInUse = renaming.error instanceof ApiError && renaming.error.code === 'beneficiary_name_in_use'
  return (
    <FormDialog
      title={t.renameOf(beneficiary.name)}
      isEdited={name !== beneficiary.name}
      isSaving={renaming.isPending}
      error={renaming.error}
      onSubmit={submit}
      onClose={onClose}
      submit={
        isInUse ? (
          <Button onClick={() => onMerge({ id: beneficiaryId(name), name: name.trim() })} className="min-h-14">
            {t.mergeInstead}
          </Button>
        ) : (
          <Button type="submit" disabled={renaming.isPending} className="min-h-14">
            {renaming.isPending ? t.renaming : t.rename}
          </Button>
        )
      }
    >
      <FormField label={t.name} hint={t.renameHint} error={inWords(problem)}>
        {(parts) => (
          <input
            {...parts}
            value={name}
            disabled={renaming.isPending}
            autoComplete="off"
            onChange={({ target }) => {
              setName(target.value)
              renaming.reset()
            }}
            className={controlLook}
          />
        )}
      </FormField>
    </FormDialog>
  )
}
