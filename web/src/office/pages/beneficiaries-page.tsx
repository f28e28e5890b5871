import { useWords } from '../../shared/language/in-both-languages.ts'
import { words as sectionTitles } from '../dashboard/screen-texts.ts'
import { BeneficiaryReportSection } from '../reports/beneficiary-report.tsx'
import { OfficePage } from '../shell/office-page.tsx'
import { PageSection } from '../shell/page-section.tsx'
import { words } from '../shell/screen-texts.ts'

/** `/admin/beneficiaries`: whom all sites paid, with the way to each one's statement. */
export function BeneficiariesPage() {
  const t = useWords(words)
  const s = useWords(sectionTitles)
  return (
    <OfficePage title={t.beneficiaries}>
      {(user) => (
        <PageSection id="beneficiaries" title={s.beneficiaries}>
          <BeneficiaryReportSection mayChange={user.role !== 'auditor'} />
        </PageSection>
      )}
    </OfficePage>
  )
}
