import { usePageTitle } from '../../shared/design/page/page-title.ts'
import { productName } from '../../shared/design/page/product-name.ts'
import { SignedOutLayout } from '../../shared/design/page/signed-out-layout.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { RoleChoiceForm } from './role-choice-form.tsx'

/** `/` (§2). */
export function RoleSelection() {
  usePageTitle(useWords(productName).tagline)
  return (
    <SignedOutLayout>
      <RoleChoiceForm />
    </SignedOutLayout>
  )
}
