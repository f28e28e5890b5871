import { type OfficeSettings, officeSettingsBody } from '@ledger/contracts/http/worklists/worklist-limit-schemas.ts'
import { latinDigits } from '@ledger/contracts/text/latin-digits.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { refetchOfficeLists } from '../../shared/api/office-queries.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { AmountField } from '../../shared/entry/form/amount-field.tsx'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { RefusalMessage } from '../controls/refusal-message.tsx'
import { words } from './screen-texts.ts'
import { officeSettingsQuery, setOfficeSettings } from './settings-queries.ts'
import {
  mergeTypedLimits,
  settingsBodyOf,
  toWorklistLimitsFields,
  type WorklistLimitsFields,
} from './worklist-limits-fields.ts'

const AMOUNT_LIMITS = ['lowCash', 'billAbove', 'large'] as const

/** The four limits, for an admin. A value that the contract refuses is explained beside its field, and not sent. */
export function WorklistLimitsForm({ settings }: { settings: OfficeSettings }) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [typed, setTyped] = useState<WorklistLimitsFields>(() => toWorklistLimitsFields(settings))
  const [shown, setShown] = useState(settings)
  // A limit that another admin has saved meanwhile takes the place of one that was not touched here.
  if (shown !== settings) {
    setShown(settings)
    setTyped((texts) => mergeTypedLimits(texts, toWorklistLimitsFields(shown), toWorklistLimitsFields(settings)))
  }
  const [problems, setProblems] = useState<Partial<Record<keyof OfficeSettings, string>>>({})
  const saving = useMutation({
    mutationFn: (texts: WorklistLimitsFields) =>
      setOfficeSettings({ body: settingsBodyOf(texts), idempotencyKey: key.toSend() }),
    onSuccess(saved) {
      key.done()
      client.setQueryData(officeSettingsQuery.queryKey, saved)
      setTyped(toWorklistLimitsFields(saved))
      showToast({ tone: 'done', title: t.saved, text: t.savedText })
      void refetchOfficeLists(client)
    },
    onError: (error) => key.failed(error),
  })
  const type = (name: keyof OfficeSettings) => (value: string) => {
    setTyped((texts) => ({ ...texts, [name]: value }))
    setProblems((all) => ({ ...all, [name]: undefined }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = officeSettingsBody.safeParse(settingsBodyOf(typed))
    setProblems(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])))
    if (error === undefined && !saving.isPending) saving.mutate(typed)
  }
  const hintOf = (name: keyof OfficeSettings, hint: string) => (typed[name] === '' ? t.off : hint)
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      {AMOUNT_LIMITS.map((name) => (
        <AmountField
          key={name}
          label={t[name]}
          hint={hintOf(name, t[`${name}Hint`])}
          error={inWords(problems[name])}
          field={{ name, value: typed[name], ref: null, onBlur: () => undefined, onChange: type(name) }}
        />
      ))}
      <FormField label={t.lateDays} hint={hintOf('lateDays', t.lateDaysHint)} error={inWords(problems.lateDays)}>
        {(parts) => (
          <input
            {...parts}
            name="lateDays"
            value={typed.lateDays}
            inputMode="numeric"
            autoComplete="off"
            onChange={({ target }) => type('lateDays')(latinDigits(target.value))}
            className={`${controlLook} figures max-w-40`}
          />
        )}
      </FormField>
      <RefusalMessage error={saving.error} />
      <Button type="submit" disabled={saving.isPending} className="min-h-14 md:justify-self-start md:px-8">
        {saving.isPending ? t.saving : t.save}
      </Button>
    </form>
  )
}
