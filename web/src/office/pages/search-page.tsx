import type { ReactNode } from 'react'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { SearchEverything } from '../reports/search-everything.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { words } from '../shell/screen-texts.ts'

/** `/admin/search`: one search over people, entries and beneficiaries. The words are in the address. */
export function SearchPage(): ReactNode {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  return (
    <OfficePage title={t.search}>
      {(user) => (
        <PageSection id="search" title={s.searchAll}>
          <SearchEverything admin={user} />
        </PageSection>
      )}
    </OfficePage>
  )
}
