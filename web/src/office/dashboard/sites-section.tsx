import type { OfficeUser, SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'
import { hasSearchWords, splitSearchWords } from '@ledger/contracts/text/search-words.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { Button } from '../../shared/design/controls/button.tsx'
import { Select } from '../../shared/design/controls/select.tsx'
import { EmptyState, FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { useIsDesk } from '../../shared/design/use-is-desk.ts'
import { useIsPrinting } from '../../shared/design/use-is-printing.ts'
import { periodInFileName } from '../../shared/export/file/file-name.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { ALL_TIME, periodText } from '../../shared/language/period-text.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { allSupervisorsQuery } from '../api/people-queries.ts'
import { companySummaryQuery } from '../api/report-queries.ts'
import { SearchField } from '../controls/search-field.tsx'
import { useSearchWordsInUrl } from '../controls/use-search-words-in-url.ts'
import { ExportMenu } from '../export/export-menu.tsx'
import { personFullName } from '../people/person-and-site-names.ts'
import { useCreateFirstIncharge } from '../people/use-create-first-incharge.tsx'
import { parseDashboardSearch, SITE_ORDERS } from './dashboard-search-params.ts'
import { isOnDashboard, orderSites } from './order-sites.ts'
import { words } from './screen-texts.ts'
import { SitesDeskTable } from './sites-desk-table.tsx'
import { SitesPhoneTable, SitesSkeleton } from './sites-phone-table.tsx'
import { siteWithSupervisors } from './sum-site-balances.ts'
import { SupervisorRows } from './supervisor-rows.tsx'
import { useIsShortOfCash } from './use-is-short-of-cash.ts'

interface Props {
  admin: OfficeUser
  query: UseQueryResult<SiteUser[]>
  /** Opens the form that sends money to a site; undefined for users who send none. */
  onSend: ((siteId: string) => void) | undefined
}

/** The most sites that are shown at first. */
const SITES_SHOWN_FIRST = 100

/** §2, All Active Sites with Balances. The list is complete, so it is searched here, as fast as the user types. */
export function SitesSection({ admin, query, onSend }: Props) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const first = useCreateFirstIncharge(admin)
  const isDesk = useIsDesk()
  const navigate = useNavigate()
  const { order = 'need' } = parseDashboardSearch({ ...useSearch({ strict: false }) })
  const summary = useQuery(companySummaryQuery({})).data?.sites
  const { q: search, typed, type } = useSearchWordsInUrl('sites')
  const [showsAll, setShowsAll] = useState(false)
  const isPrinting = useIsPrinting()
  const figuresOf = new Map(summary?.map((figures) => [figures.id, figures]))
  const all = useNameOrder(query.data, personFullName)?.filter((site) =>
    isOnDashboard({ site, figures: figuresOf.get(site.id) }),
  )
  const ids = all?.map(({ id }) => id) ?? []
  const wanted = splitSearchWords(typed)
  const found = all?.filter((site) =>
    hasSearchWords(`${personFullName(site)} ${site.siteName ?? ''} ${site.mobile}`, wanted),
  )
  const isShort = useIsShortOfCash()
  const bySite = Map.groupBy(useQuery(allSupervisorsQuery).data ?? [], ({ siteId }) => siteId)
  const rows = orderSites(
    (found ?? []).map((site) => ({
      site,
      figures: figuresOf.get(site.id),
      supervisors: bySite.get(site.id) ?? [],
    })),
    order,
    isShort,
  )
  const count =
    found === undefined || found.length === 0 ? null : (
      <p role="status" className="font-strong">
        {t.siteCount(countText(found.length))}
      </p>
    )
  const shown = showsAll || isPrinting ? rows : rows.slice(0, SITES_SHOWN_FIRST)
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:grid-cols-[minmax(0,1fr)_auto_auto] md:px-5 lg:grid-cols-[minmax(0,1fr)_auto_auto_auto] lg:pb-3">
        <SearchField label={t.search} value={typed} onChange={type} className="" isMain />
        {isDesk ? <div className="min-w-16 self-center">{count}</div> : null}
        <Select
          aria-label={t.order}
          value={order}
          onChange={({ target }) =>
            void navigate({
              to: '.',
              search: (before: object) => parseDashboardSearch({ ...before, order: target.value }),
              replace: true,
              resetScroll: false,
            })
          }
        >
          {SITE_ORDERS.map((each) => (
            <option key={each} value={each}>
              {t[`order_${each}`]}
            </option>
          ))}
        </Select>
        <div className="self-center justify-self-end">
          <ExportMenu
            parts={['Sites', search, periodInFileName(ALL_TIME)]}
            heading={{
              title: t.sites,
              about: [search === '' ? '' : `“${search}”`],
              period: periodText(ALL_TIME, language),
            }}
            job={{
              ...{ kind: 'sites', report: 'sites' },
              sites: rows.map((row) => ({
                ...{ site: row.site, figures: row.figures },
                withSupervisors: siteWithSupervisors(row),
              })),
            }}
            count={found?.length}
            total={
              found === undefined
                ? null
                : [
                    t.siteCount(countText(found.length)),
                    `${t.siteWithSupervisors} ${rupees(sumOfAmounts(rows.map(siteWithSupervisors)))}`,
                  ].join(DOT_SEPARATOR)
            }
          />
        </div>
      </div>
      <div className="border-rule border-t">
        {found === undefined ? (
          query.error === null ? (
            <SitesSkeleton />
          ) : (
            <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
          )
        ) : all?.length === 0 ? (
          <EmptyState title={t.none}>
            {t.noneText}
            {first.button === null ? null : <div>{first.button}</div>}
          </EmptyState>
        ) : found.length === 0 ? (
          <EmptyState title={t.noneFound}>{t.noneFoundText}</EmptyState>
        ) : (
          <>
            {isDesk ? null : <div className="px-4 py-2 md:px-5">{count}</div>}
            {isDesk ? (
              <SitesDeskTable rows={shown} all={rows} onSend={onSend}>
                <SupervisorRows columns={onSend === undefined ? 6 : 7} sites={ids} />
              </SitesDeskTable>
            ) : (
              <SitesPhoneTable rows={shown} all={rows} onSend={onSend}>
                <SupervisorRows columns={2} sites={ids} />
              </SitesPhoneTable>
            )}
            {shown.length === rows.length ? null : (
              <div className="border-rule border-t p-3">
                <Button kind="quiet" className="w-full" onClick={() => setShowsAll(true)}>
                  {t.showAll(countText(rows.length))}
                </Button>
              </div>
            )}
            <p className="border-rule border-t px-4 py-3 text-ink-soft text-small md:px-5">
              {isDesk ? t.sitesNote : t.sitesNoteOfTotals}
            </p>
          </>
        )}
      </div>
      {first.dialog}
    </>
  )
}
