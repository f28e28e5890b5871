import { brand } from '../../shared/design/brand.ts'
import { Front } from '../../shared/design/front.tsx'
import { usePageTitle } from '../../shared/design/page-title.ts'
import { useWords } from '../../shared/language/words.ts'
import { RoleChoice } from './role-choice.tsx'

/** `/` (§2). */
export function RoleSelection() {
  usePageTitle(useWords(brand).tagline)
  return (
    <Front>
      <RoleChoice />
    </Front>
  )
}
