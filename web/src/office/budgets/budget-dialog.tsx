import { type BudgetList, budgetBody } from '@ledger/contracts/http/purposes/purpose-and-budget-schemas.ts'
import { purposeNameIn } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { refetchOfficeLists, sitesQuery } from '../../shared/api/office-queries.ts'
import { today } from '../../shared/api/today.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { controlLook, FormField } from '../../shared/design/controls/form-field.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { showToast } from '../../shared/design/toast/toast-store.ts'
import { AmountField } from '../../shared/entry/form/amount-field.tsx'
import { useRuleTranslation } from '../../shared/forms/use-rule-translation.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { monthText } from '../../shared/language/month-text.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { purposesWithRevisionQuery, setBudget } from '../api/purpose-and-budget-queries.ts'
import { useIdempotencyKey } from '../api/use-idempotency-key.ts'
import { FormDialog } from '../controls/form-dialog.tsx'
import { personFullName, siteOrPersonName } from '../people/person-and-site-names.ts'
import { monthAround } from './month-around.ts'
import { words } from './screen-texts.ts'

/** The months that the dialog offers: from two before this one to nine after it. */
const MONTHS = Array.from({ length: 12 }, (_, place) => place - 2)

interface Props {
  /** The budget to change; undefined for a new one. */
  budget: BudgetList[number] | undefined
  onClose(): void
}

/** Sets the budget of a site for a purpose, or takes it away. */
export function BudgetDialog({ budget, onClose }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const inWords = useRuleTranslation()
  const client = useQueryClient()
  const key = useIdempotencyKey()
  const sites = useNameOrder(useQuery(sitesQuery).data, siteOrPersonName) ?? []
  const listed = useQuery(purposesWithRevisionQuery).data?.purposes ?? []
  const suggestions = useId()
  const [fields, setFields] = useState({
    site: budget?.site ?? '',
    purpose: budget?.purpose ?? '',
    month: budget === undefined ? today().slice(0, 7) : (budget.month ?? ''),
    amount: (budget?.amount ?? '').replace(/\.00$/, ''),
  })
  const [isEdited, setEdited] = useState(false)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const saving = useMutation({
    mutationFn: (body: ReturnType<typeof bodyOf>) => setBudget({ body, idempotencyKey: key.toSend() }),
    onSuccess({ amount, siteName, purpose }) {
      key.done()
      showToast({ tone: 'done', title: amount === null ? t.removed : t.saved, text: `${siteName}, ${purpose}` })
      onClose()
      void refetchOfficeLists(client)
    },
    onError: (error) => key.failed(error),
  })
  const set = (name: keyof typeof fields) => (value: string) => {
    setEdited(true)
    setFields((all) => ({ ...all, [name]: value }))
    setProblems(({ [name]: _, ...rest }) => rest)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = bodyOf(fields)
    const issues = budgetBody.safeParse(body).error?.issues ?? []
    setProblems(Object.fromEntries(issues.map(({ path, message }) => [String(path[0]), message])))
    if (issues.length === 0 && !saving.isPending) saving.mutate(body)
  }
  return (
    <FormDialog
      title={budget === undefined ? t.add : t.changeTitle}
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
      other={
        budget === undefined ? undefined : (
          <Button
            kind="secondary"
            disabled={saving.isPending}
            onClick={() => saving.mutate(bodyOf({ ...fields, amount: '0' }))}
          >
            {t.remove}
          </Button>
        )
      }
    >
      <FormField label={t.site} error={inWords(problems.site)}>
        {(parts) => (
          <Select
            {...parts}
            value={fields.site}
            disabled={budget !== undefined}
            onChange={({ target }) => set('site')(target.value)}
          >
            <option value="" />
            {sites.map((site) => (
              <option key={site.id} value={site.id}>
                {site.siteName === null ? personFullName(site) : `${site.siteName}, ${personFullName(site)}`}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField label={t.purpose} hint={t.purposeHint} error={inWords(problems.purpose)}>
        {(parts) => (
          <>
            <input
              {...parts}
              name="purpose"
              list={suggestions}
              value={fields.purpose}
              disabled={budget !== undefined}
              autoComplete="off"
              onChange={({ target }) => set('purpose')(target.value)}
              className={controlLook}
            />
            <datalist id={suggestions}>
              {listed.map((purpose) => (
                <option key={purpose.name} value={purposeNameIn(purpose, language)} />
              ))}
            </datalist>
          </>
        )}
      </FormField>
      <FormField label={t.month} error={inWords(problems.month)}>
        {(parts) => (
          <Select
            {...parts}
            value={fields.month}
            disabled={budget !== undefined}
            onChange={({ target }) => set('month')(target.value)}
          >
            <option value="">{t.wholeTime}</option>
            {monthsOffered(today(), fields.month).map((month) => (
              <option key={month} value={month}>
                {monthText(month, language)}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <AmountField
        label={t.amount}
        error={inWords(problems.amount)}
        field={{ name: 'amount', value: fields.amount, ref: null, onBlur: () => undefined, onChange: set('amount') }}
      />
    </FormDialog>
  )
}

const bodyOf = ({ month, ...fields }: Record<'site' | 'purpose' | 'month' | 'amount', string>) => ({
  ...fields,
  month: month === '' ? null : month,
})

/** Returns the months around a day, and the one of the budget. */
function monthsOffered(day: string, chosen: string): string[] {
  const around = MONTHS.map((steps) => monthAround(day, steps))
  return [...new Set([...around, ...(chosen === '' ? [] : [chosen])])].sort()
}
