import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { SearchEverything } from '../reports/search-everything.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { words } from '../shell/screen-texts.ts'

const searchRoute = getRouteApi('/admin/search')

/** `/admin/search`: one search over people, entries and beneficiaries. The words are in the address. */
export function SearchPage(): ReactNode {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  const { q = '' } = searchRoute.useSearch()
  const navigate = searchRoute.useNavigate()
  return (
    <OfficePage title={t.search}>
      {(user) => (
        <PageSection id="search" title={s.searchAll}>
          <SearchEverything
            admin={user}
            words={q}
            onWords={(typed) =>
              void navigate({
                search: ({ q: _, ...before }) => (typed === '' ? before : { ...before, q: typed }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        </PageSection>
      )}
    </OfficePage>
  )
}
