import {
  beneficiaryDetailsBody,
  type BeneficiaryDetails as Details,
} from '@ledger/contracts/http/beneficiaries/beneficiary-details-schemas.ts'
import { latinDigits } from '@ledger/contracts/text/latin-digits.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { FormDialog } from '../controls/form-dialog.tsx'
import { words } from './screen-texts.ts'
import { beneficiaryDetailsQuery, setBeneficiaryDetails } from './tax-queries.ts'

const FIELDS = ['pan', 'gstin', 'phone'] as const

interface Props {
  id: string
  name: string
  mayChange: boolean
}

/** PAN, GSTIN and phone of a beneficiary on one line; admin and accountant change them in a dialog. */
export function BeneficiaryDetailsSection({ id, name, mayChange }: Props) {
  const t = useWords(words)
  const { data, error, refetch } = useQuery(beneficiaryDetailsQuery(id))
  const [isChanging, setChanging] = useState(false)
  if (data === undefined && error !== null)
    return <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
  // A line of its own height, so that nothing moves when it comes.
  if (data === undefined) return <div className="min-h-11 lg:min-h-9" />
  const known = FIELDS.filter((field) => data[field] !== null)
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-5 gap-y-1 px-4 pb-2 text-small md:px-5 lg:min-h-9">
      {known.length === 0 ? <span className="text-ink-soft">{t.noDetails}</span> : null}
      {known.map((field) => (
        <span key={field}>
          <span className="text-ink-soft">{t[field]}</span> <span className="figures">{data[field]}</span>
        </span>
      ))}
      {mayChange ? (
        <button
          type="button"
          onClick={() => setChanging(true)}
          className="min-h-11 font-strong underline underline-offset-4 hover:no-underline lg:min-h-9 print:hidden"
        >
          {known.length === 0 ? t.addDetails : t.change}
        </button>
      ) : null}
      {isChanging ? <DetailsDialog id={id} name={name} details={data} onClose={() => setChanging(false)} /> : null}
    </div>
  )
}

function DetailsDialog({
  id,
  name,
  details,
  onClose,
}: {
  id: string
  name: string
  details: Details
  onClose(): void
}) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [typed, setTyped] = useState({
    ...{ pan: details.pan ?? '', gstin: details.gstin ?? '', phone: details.phone ?? '' },
  })
  const isEdited = FIELDS.some((field) => typed[field] !== (details[field] ?? ''))
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const saving = useMutation({
    mutationFn: () => setBeneficiaryDetails({ id, body: typed, idempotencyKey: key.toSend() }),
    onSuccess(saved) {
      key.done()
      client.setQueryData(beneficiaryDetailsQuery(id).queryKey, saved)
      showToast({ tone: 'done', title: t.detailsSaved, text: name })
      onClose()
      void client.invalidateQueries({ queryKey: ['/api/admin/tax-list'] })
    },
    onError: (error) => key.failed(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = beneficiaryDetailsBody.safeParse(typed)
    setProblems(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])))
    if (error === undefined && !saving.isPending) saving.mutate()
  }
  return (
    <FormDialog
      title={t.detailsOf(name)}
      isEdited={isEdited}
      isSaving={saving.isPending}
      error={saving.error}
      onSubmit={submit}
      onClose={onClose}
      submit={
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? t.saving : t.save}
        </Button>
      }
    >
      {FIELDS.map((field) => (
        <FormField key={field} label={t[field]} error={inWords(problems[field])}>
          {(parts) => (
            <input
              {...parts}
              name={field}
              value={typed[field]}
              inputMode={field === 'phone' ? 'tel' : 'text'}
              autoComplete="off"
              onChange={({ target }) => {
                setTyped((texts) => ({ ...texts, [field]: latinDigits(target.value) }))
                setProblems((all) => ({ ...all, [field]: undefined }))
              }}
              className={`${controlLook} figures ${field === 'phone' ? '' : 'uppercase'}`}
            />
          )}
        </FormField>
      ))}
      <p className="text-ink-soft text-small">{t.detailsHint}</p>
    </FormDialog>
  )
}
