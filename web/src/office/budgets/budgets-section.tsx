import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { BudgetList } from '@ledger/contracts/http/purposes/purpose-and-budget-schemas.ts'
import { purposeFinder, purposeNameIn } from '@ledger/contracts/purposes/company-purpose-list.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { today } from '../../shared/api/today.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { RowsSkeleton } from '../../shared/entry/list/rows-skeleton.tsx'
import { PrintedScreenHead } from '../../shared/export/print/use-print-preview.tsx'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { monthText } from '../../shared/language/month-text.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { budgetsQuery, purposesWithRevisionQuery } from '../api/purpose-and-budget-queries.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { BudgetDialog } from './budget-dialog.tsx'
import { monthAround } from './month-around.ts'
import { words } from './screen-texts.ts'

type Budget = BudgetList[number]

const siteNameOf = ({ siteName }: Budget) => siteName

/** The section shows this many months before the current one, until older ones are asked for. */
const SHOWN_MONTHS_BEFORE = 2

/** The budgets of sites, each with a bar of what is spent. An admin or accountant sets them. */
export function BudgetsSection({ role }: Pick<OfficeUser, 'role'>) {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  const [wantsOlder, setWantsOlder] = useState(false)
  const recent = useQuery(budgetsQuery({ from: monthAround(today(), -SHOWN_MONTHS_BEFORE) }))
  const hasNoRecent = recent.data?.length === 0
  const hasOlder = wantsOlder || hasNoRecent
  const all = useQuery({ ...budgetsQuery({}), enabled: hasOlder })
  const { data: budgets, error, refetch } = hasOlder ? all : recent
  const data = useNameOrder(budgets, siteNameOf)
  const [open, setOpen] = useState<{ budget: Budget | undefined }>()
  const mayChange = role !== 'auditor'
  return (
    <div className="grid gap-3 px-4 pb-4 md:px-5">
      <PrintedScreenHead heading={{ title: s.budgets, about: [], period: '' }} />
      <p className="text-ink-soft text-small">{t.text}</p>
      {data === undefined ? (
        error === null ? (
          <RowsSkeleton count={3} />
        ) : (
          <FailedState message={errorMessage(error)} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <p>{t.none}</p>
      ) : (
        <ul>
          {data.map((budget) => (
            <BudgetRow
              key={`${budget.site} ${budget.purpose} ${budget.month}`}
              budget={budget}
              onChange={mayChange ? () => setOpen({ budget }) : undefined}
            />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        {mayChange ? (
          <Button kind="secondary" onClick={() => setOpen({ budget: undefined })}>
            {t.add}
          </Button>
        ) : null}
        {hasNoRecent ? null : (
          <Button kind="quiet" onClick={() => setWantsOlder(!wantsOlder)}>
            {wantsOlder ? t.recent : t.older}
          </Button>
        )}
      </div>
      {open === undefined ? null : <BudgetDialog budget={open.budget} onClose={() => setOpen(undefined)} />}
    </div>
  )
}

function BudgetRow({ budget, onChange }: { budget: Budget; onChange: (() => void) | undefined }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { siteName, purpose, month, amount, spent, percent } = budget
  // A budget may have been set under a word that the list has taken in since.
  const listed = purposeFinder(useQuery(purposesWithRevisionQuery).data?.purposes ?? [])(purpose)
  const name = listed === undefined ? purpose : purposeNameIn(listed, language)
  const isOver = percent > 100 || (percent === 100 && spent !== amount)
  return (
    <li className="grid gap-x-4 gap-y-1 border-rule border-t py-2 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] md:items-center">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <span className="font-strong">{siteName}</span>
        {DOT_SEPARATOR}
        {name}
        <span className="block text-ink-soft text-small">{month === null ? t.always : monthText(month, language)}</span>
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap justify-between gap-x-3 text-small">
          <span className="figures">{t.of(rupees(spent), rupees(amount))}</span>
          <span className={`figures ${isOver ? 'font-heavy text-debit' : 'font-strong'}`}>
            {t.percent(countText(percent))}
          </span>
        </p>
        <svg className="mt-1 block h-3 w-full rounded-[2px] bg-rule" focusable="false" role="presentation">
          <rect
            width={`${Math.min(percent, 100)}%`}
            height="12"
            className={isOver ? 'fill-debit' : 'fill-accent-line'}
          />
        </svg>
      </div>
      {onChange === undefined ? null : (
        <Button
          kind="quiet"
          aria-label={t.change(siteName, name)}
          onClick={onChange}
          className="min-h-11 max-md:justify-self-start max-md:px-0 lg:min-h-9"
        >
          {t.changeShort}
        </Button>
      )}
    </li>
  )
}
