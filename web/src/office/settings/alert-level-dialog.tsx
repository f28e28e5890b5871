import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { alertLevelBody } from '@ledger/contracts/http/worklists/worklist-limit-schemas.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { AmountField } from '../../shared/entry/form/amount-field.tsx'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { FormDialog } from '../controls/form-dialog.tsx'
import { personFullName } from '../people/person-and-site-names.ts'
import { words } from './screen-texts.ts'
import { setAlertLevel } from './settings-queries.ts'
import { amountText } from './worklist-limits-fields.ts'

/** Sets the balance below which a site incharge is short of cash; empty, that of all sites counts. For an admin. */
export function AlertLevelDialog({ site, onClose }: { site: SiteUser; onClose(): void }) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [amount, setAmount] = useState(() => amountText(site.alertLevel))
  const [problem, setProblem] = useState<string>()
  const body = { amount: amount === '' ? null : amount }
  const saving = useMutation({
    mutationFn: () => setAlertLevel({ id: site.id, body, idempotencyKey: key.toSend() }),
    onSuccess() {
      key.done()
      showToast({ tone: 'done', title: t.alertSaved, text: personFullName(site) })
      onClose()
      void refetchOfficeLists(client)
    },
    onError: (error) => key.failed(error),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = alertLevelBody.safeParse(body)
    setProblem(error?.issues[0]?.message)
    if (error === undefined && !saving.isPending) saving.mutate()
  }
  return (
    <FormDialog
      title={t.alertLevelOf(personFullName(site))}
      isEdited={amount !== amountText(site.alertLevel)}
      isSaving={saving.isPending}
      error={saving.error}
      onSubmit={submit}
      onClose={onClose}
      submit={
        <Button type="submit" disabled={saving.isPending}>
          {saving.isPending ? t.saving : t.saveLevel}
        </Button>
      }
    >
      <AmountField
        label={t.alertLevelField}
        hint={t.alertLevelHint}
        error={inWords(problem)}
        field={{ name: 'amount', value: amount, ref: null, onBlur: () => undefined, onChange: setAmount }}
      />
    </FormDialog>
  )
}
