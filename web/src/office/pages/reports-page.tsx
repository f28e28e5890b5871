import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LazyComponent } from '../../shared/design/lazy-component.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import type { OpenPeriod } from '../../shared/language/period-text.ts'
import { PeriodBar } from '../../shared/period/period-bar.tsx'
import { periodSearch } from '../../shared/period/period-search-params.ts'
import { BudgetsSection } from '../budgets/budgets-section.tsx'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import type { SummarySearch } from '../reports/summaries/summary-search-params.ts'
import { SummarySection } from '../reports/summaries/summary-section.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { words } from '../shell/screen-texts.ts'

const loadCompanyCharts = async () => (await import('../reports/company-charts.tsx')).CompanyCharts

const reportsRoute = getRouteApi('/admin/reports')

/** `/admin/reports`: the sums of a period, every row of them, and what was sent and spent in pictures. */
export function ReportsPage(): ReactNode {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  const search = reportsRoute.useSearch()
  const { from = '', to = '', ...subject } = search
  const navigate = reportsRoute.useNavigate()
  const change = (changed: SummarySearch) => void navigate({ search: changed, replace: true, resetScroll: false })
  return (
    <OfficePage title={t.reports}>
      {({ role }) => (
        <>
          <PeriodBar
            period={{ from, to }}
            onChange={(period: OpenPeriod) => change({ ...subject, ...periodSearch(period) })}
          />
          <SummarySection search={search} onChange={change} />
          <PageSection id="budgets" title={s.budgets}>
            <BudgetsSection role={role} />
          </PageSection>
          <PageSection id="pictures" title={s.pictures} bare>
            <LazyComponent load={loadCompanyCharts} with={{ period: { from, to } }} waiting={<SectionSkeleton />} />
          </PageSection>
        </>
      )}
    </OfficePage>
  )
}
