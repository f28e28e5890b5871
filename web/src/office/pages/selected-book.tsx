import type { OfficeUser } from '@ledger/contracts/http/people/account-schemas.ts'
import type { ReactNode } from 'react'
import { PeriodBar } from '../../shared/period/period-bar.tsx'
import { periodSearch } from '../../shared/period/period-search-params.ts'
import { ClosingSection } from '../books/closing-section.tsx'
import { YearCertificateSection } from '../certificate/year-certificate-section.tsx'
import { AccountLedgerSection } from '../reports/account-ledger-section.tsx'
import { CashBookSection } from '../reports/cash-book/cash-book-section.tsx'
import { CashCountsSection } from '../reports/cash-counts/cash-counts-section.tsx'
import { StatementSection } from '../statements/statement-section.tsx'
import { WHOLE_COMPANY } from '../statements/statement-subject-params.ts'
import { TallySection } from '../tally/tally-section.tsx'
import { TaxListSection } from '../tax/tax-list-section.tsx'
import type { LedgersSearchParams } from './ledgers-search-params.ts'

export type BookId =
  | 'siteLedger'
  | 'supervisorLedger'
  | 'statements'
  | 'cashBook'
  | 'cashCounts'
  | 'closing'
  | 'taxList'
  | 'tally'
  | 'certificate'

interface Props {
  id: BookId
  user: OfficeUser
  search: LedgersSearchParams
  onChange(search: LedgersSearchParams): void
}

/** One of the books, as the address asks for it. */
export function SelectedBook({ id, user, search, onChange }: Props): ReactNode {
  const { from = '', to = '', ...chosen } = search
  const period = { from, to }
  const periodBar = (
    <PeriodBar period={period} onChange={(changed) => onChange({ ...chosen, ...periodSearch(changed) })} />
  )
  switch (id) {
    case 'siteLedger':
      return (
        <AccountLedgerSection
          of="site_incharge"
          chosen={chosen.site}
          onChoose={(site) => onChange({ ...search, site })}
          period={period}
          periodBar={periodBar}
        />
      )
    case 'supervisorLedger':
      return (
        <AccountLedgerSection
          of="supervisor"
          chosen={chosen.supervisor}
          onChoose={(supervisor) => onChange({ ...search, supervisor })}
          period={period}
          periodBar={periodBar}
        />
      )
    case 'statements':
      return (
        <StatementSection
          key={JSON.stringify(search)}
          subject={search.of ?? WHOLE_COMPANY}
          onChoose={(of) => onChange({ ...search, of })}
          period={period}
          periodBar={periodBar}
        />
      )
    case 'cashBook':
      return <CashBookSection search={search} onChange={onChange} periodBar={periodBar} />
    case 'cashCounts':
      return <CashCountsSection />
    case 'closing':
      return <ClosingSection user={user} />
    case 'taxList':
      return <TaxListSection user={user} period={period} periodBar={periodBar} />
    case 'tally':
      return <TallySection user={user} />
    case 'certificate':
      return <YearCertificateSection />
  }
}
