import { brand } from '../design/brand.ts'
import { Front } from '../design/front.tsx'
import { usePageTitle } from '../design/page-title.ts'
import { useWords } from '../language/words.ts'
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
