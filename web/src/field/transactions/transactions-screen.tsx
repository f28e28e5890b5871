import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useId, useMemo, useState } from 'react'
import {
  fitsFilter,
  type ListFilter,
  listExportUrl,
  listTotalsQuery,
} from '../../shared/api/own-transaction-queries.ts'
import { RadioChoice } from '../../shared/design/controls/radio-choice.tsx'
import { EmptyState } from '../../shared/design/loading-empty-failed.tsx'
import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { ScreenHeader } from '../../shared/design/page/screen-header.tsx'
import { FilterChips } from '../../shared/entry/list/filter-chips.tsx'
import { ListTotals } from '../../shared/entry/list/list-totals.tsx'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { ListOutputs } from '../../shared/export/print/list-outputs.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { periodText } from '../../shared/language/period-text.ts'
import { type FieldUser, homePathOf, useFieldSession } from '../../shared/session/field-session.ts'
import { signInAgain } from '../../shared/session/sign-in-again.ts'
import { useRedirectWhenSignedOut } from '../../shared/session/use-redirect-when-signed-out.ts'
import { FieldBottomBar } from '../home/bottom-bar.tsx'
import type { HeadingSums } from '../khata/day-heading.tsx'
import { useLazyOutbox } from '../outbox/ui/use-lazy-outbox.ts'
import { words as dashboardWords } from '../site-dashboard/screen-texts.ts'
import { useLazyParts } from '../store-filled-by-lazy-parts.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { PeriodChips } from './period-chips.tsx'
import { words } from './screen-texts.ts'
import { TransactionFilterBar } from './transaction-filter-bar.tsx'
import { TransactionList } from './transaction-list.tsx'
import { useReportFilterLabels } from './use-report-filter-labels.ts'
import { useTransactionPages } from './use-transaction-pages.ts'

const transactionsRoute = getRouteApi('/transactions')
/** The delay after the last key of a search, in milliseconds. */
const SEARCH_DEBOUNCE_MS = 250

/** `/transactions` (§2): the full list. */
export function TransactionsScreen() {
  const user = useFieldSession((state) => state.user)
  return user === undefined ? null : <TransactionsOf user={user} />
}

function TransactionsOf({ user }: { user: FieldUser }) {
  const t = useWords(words)
  const shared = useWords(dashboardWords)
  const language = useLanguage((state) => state.language)
  usePageTitle(t.title)
  const filter = transactionsRoute.useSearch()
  const { from = '', to = '' } = filter
  const { added, Bar } = useLazyParts()
  const waiting = useMemo(
    () => added.filter(({ date }) => fitsFilter({ date, type: 'debit' }, filter)),
    [filter, added],
  )
  const pages = useTransactionPages(filter, undefined, waiting)
  const sums = useQuery(listTotalsQuery(filter))
  const { actionsOf, openWaiting, dialog } = useTransactionDialogs(user)
  useLazyOutbox(user, sums)
  useRedirectWhenSignedOut(pages.error, sums.error)
  const isFiltered = Object.keys(filter).length > 0
  const ofBar = useReportFilterLabels(filter)
  const barTexts = ofBar.map(([, text]) => text)
  return (
    <div className="min-h-dvh pb-8">
      <ScreenHeader title={t.title} home={homePathOf(user.role)} />
      <main className="mx-auto max-w-3xl md:p-6">
        <section className="border-rule bg-sheet md:rounded-sheet md:border" aria-busy={pages.blocks === undefined}>
          {Bar && (
            <div className="p-4 pb-0">
              <Bar onOpen={openWaiting} />
            </div>
          )}
          <ListFilterBar filter={filter} ofBar={ofBar} />
          <div className="grid gap-x-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-start">
            <ListTotals sums={sums.data} isOfBefore={sums.isPlaceholderData} />
            <div className="grid px-4 pb-4">
              <ListOutputs
                parts={[
                  'Transactions',
                  user.siteName ?? user.name,
                  ...barTexts,
                  filter.q ?? '',
                  periodInFileName({ from, to }),
                ]}
                heading={{
                  title: t.title,
                  about: [
                    user.name,
                    user.siteName ?? '',
                    filter.type === undefined ? '' : t[filter.type],
                    ...barTexts,
                    filter.q === undefined ? '' : `“${filter.q}”`,
                  ],
                  period: periodText({ from, to }, language),
                }}
                job={{ kind: 'filtered', address: listExportUrl(filter) }}
                total={sums.data?.count}
                onUnauthorized={signInAgain}
              />
            </div>
          </div>
          <h2 className="sr-only">{t.list}</h2>
          <TransactionList
            pages={pages}
            waiting={waiting}
            sums={sumsOf(filter)}
            actionsOf={actionsOf}
            query={filter.q}
            empty={
              isFiltered ? (
                <EmptyState title={shared.noneFound}>{shared.noneFoundText}</EmptyState>
              ) : (
                <EmptyState title={shared.noneYet}>{shared.noneYetText}</EmptyState>
              )
            }
          />
        </section>
      </main>
      <FieldBottomBar role={user.role} />
      {dialog}
    </div>
  )
}

/** Returns what the headings of the list may sum up: whole days, unless a search leaves rows of them out. */
function sumsOf({ q, type, purpose, beneficiary }: ListFilter): HeadingSums {
  if (q !== undefined || purpose !== undefined || beneficiary !== undefined) return 'none'
  return type === undefined ? 'all' : type === 'debit' ? 'spent' : 'received'
}

/**
 * The filter bar. Words are searched after the last key; days and the kind of row at once. The address holds the whole
 * filter.
 */
function ListFilterBar({ filter, ofBar }: { filter: ListFilter; ofBar: ReturnType<typeof useReportFilterLabels> }) {
  const t = useWords(words)
  const name = useId()
  const navigate = transactionsRoute.useNavigate()
  const [text, setText] = useState(filter.q ?? '')
  const narrow = (change: ListFilterChange) =>
    void navigate({
      search: ({ q, from, to, type, purpose, beneficiary }) =>
        onlyNarrowing({ q, from, to, type, purpose, beneficiary, ...change }),
      replace: true,
      resetScroll: false,
    })
  // biome-ignore lint/correctness/useExhaustiveDependencies: waits for the text alone
  useEffect(() => {
    const q = text.trim()
    if (q === (filter.q ?? '')) return
    const timer = setTimeout(() => narrow({ q }), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="pt-4">
      <TransactionFilterBar
        filter={{ text, from: filter.from ?? '', to: filter.to ?? '' }}
        onFilter={({ text: typed, from, to }) => {
          setText(typed)
          if (from !== (filter.from ?? '') || to !== (filter.to ?? '')) narrow({ from, to })
        }}
      />
      <FilterChips filters={ofBar} onTakeAway={(taken) => narrow({ [taken]: undefined })} />
      <PeriodChips from={filter.from} to={filter.to} onChoose={narrow} />
      <fieldset className="px-4 pb-4">
        <legend className="sr-only">{t.kind}</legend>
        <div className="grid grid-cols-[repeat(3,auto)] gap-2 tiny:grid-cols-1">
          {(['all', 'credit', 'debit'] as const).map((kind) => (
            <RadioChoice
              key={kind}
              name={name}
              className="gap-2! px-2.5! max-md:text-small"
              checked={(filter.type ?? 'all') === kind}
              onChange={() => narrow({ type: kind === 'all' ? undefined : kind })}
            >
              {t[kind]}
            </RadioChoice>
          ))}
        </div>
      </fieldset>
    </div>
  )
}

/** "" and undefined remove a filter. */
type ListFilterChange = { [K in keyof ListFilter]: ListFilter[K] | undefined }

/** Returns only the filters that are set, so that an unfiltered list has a bare address. */
function onlyNarrowing({ q, from, to, type, purpose, beneficiary }: ListFilterChange): ListFilter {
  return {
    ...(q ? { q } : {}),
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(type === undefined ? {} : { type }),
    ...(purpose ? { purpose } : {}),
    ...(beneficiary ? { beneficiary } : {}),
  }
}
