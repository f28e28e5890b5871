import { dayOf } from '@ledger/contracts/dates.ts'
import { type TaxLimitsFromDay, taxLimitsBody } from '@ledger/contracts/http/tax/tax-limit-and-tax-list-schemas.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { AmountField } from '../../shared/entry/form/amount-field.tsx'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { dateOfDayText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { DayFormField } from '../../shared/period/day-form-field.tsx'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { FormDialog } from '../controls/form-dialog.tsx'
import { amountText } from '../settings/worklist-limits-fields.ts'
import { words } from './screen-texts.ts'
import { setTaxLimits, taxLimitsQuery } from './tax-queries.ts'

/** The limits for tax with the days from which they hold, and the dialog that sets new ones. */
export function TaxLimitsSection({ mayChange }: { mayChange: boolean }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data, error, refetch } = useQuery(taxLimitsQuery)
  const [isChanging, setChanging] = useState(false)
  const amount = (limit: string | null) => (limit === null ? t.off : rupees(limit))
  const last = data?.at(-1)
  return (
    <section aria-label={t.limits} className="grid gap-2 border-rule border-t px-4 py-4 md:px-5 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="font-heavy">{t.limits}</h3>
        {mayChange && last !== undefined ? (
          <Button kind="secondary" onClick={() => setChanging(true)}>
            {t.changeLimits}
          </Button>
        ) : null}
      </div>
      <p className="text-ink-soft text-small">{t.limitsText}</p>
      {data === undefined ? (
        error === null ? (
          <SkeletonBar className="h-16 w-full" />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )
      ) : (
        <ul className="text-small">
          {data.map(({ from, single, year, cashDay }) => (
            <li key={from} className="flex flex-wrap gap-x-6 gap-y-1 border-rule border-t py-2">
              <strong className="min-w-40">
                {from === null ? t.fromTheBeginning : t.from(dateOfDayText(from, language))}
              </strong>
              <Limit label={t.single} value={amount(single)} />
              <Limit label={t.year} value={amount(year)} />
              <Limit label={t.cash} value={amount(cashDay)} />
            </li>
          ))}
        </ul>
      )}
      {isChanging && last !== undefined ? <LimitsDialog limits={last} onClose={() => setChanging(false)} /> : null}
    </section>
  )
}

function Limit({ label, value }: { label: string; value: string }) {
  return (
    <span>
      <span className="text-ink-soft">{label}</span> <span className="figures">{value}</span>
    </span>
  )
}

const AMOUNTS = ['single', 'year', 'cashDay'] as const
const LABELS = { single: 'singleLimit', year: 'yearLimit', cashDay: 'cashLimit' } as const

/** Sets all three limits from a day on; an empty one lists none. */
function LimitsDialog({ limits, onClose }: { limits: TaxLimitsFromDay; onClose(): void }) {
  const t = useWords(words)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const [typed, setTyped] = useState({
    from: dayOf(new Date().toISOString()),
    ...{ single: amountText(limits.single), year: amountText(limits.year), cashDay: amountText(limits.cashDay) },
  })
  const [isEdited, setEdited] = useState(false)
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({})
  const orNull = (text: string) => (text === '' ? null : text)
  const body = {
    from: typed.from,
    ...{ single: orNull(typed.single), year: orNull(typed.year), cashDay: orNull(typed.cashDay) },
  }
  const saving = useMutation({
    mutationFn: () => setTaxLimits({ body, idempotencyKey: key.toSend() }),
    onSuccess(saved) {
      key.done()
      client.setQueryData(taxLimitsQuery.queryKey, saved)
      showToast({ tone: 'done', title: t.limitsSaved })
      onClose()
      void client.invalidateQueries({ queryKey: ['/api/admin/tax-list'] })
    },
    onError: (error) => key.failed(error),
  })
  const type = (name: keyof typeof typed) => (value: string) => {
    setEdited(true)
    setTyped((texts) => ({ ...texts, [name]: value }))
    setProblems((all) => ({ ...all, [name]: undefined }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { error } = taxLimitsBody.safeParse(body)
    setProblems(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message])))
    if (error === undefined && !saving.isPending) saving.mutate()
  }
  return (
    <FormDialog
      title={t.changeLimits}
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
      <DayFormField label={t.fromDay} value={typed.from} onChange={type('from')} error={inWords(problems.from)} />
      {AMOUNTS.map((name) => (
        <AmountField
          key={name}
          label={t[LABELS[name]]}
          hint={t.emptyHint}
          error={inWords(problems[name])}
          field={{ name, value: typed[name], ref: null, onBlur: () => undefined, onChange: type(name) }}
        />
      ))}
    </FormDialog>
  )
}
