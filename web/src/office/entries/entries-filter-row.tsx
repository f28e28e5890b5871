import { PAYMENT_MODES } from '@ledger/contracts/payment-modes.ts'
import { WITHOUT_SITE } from '@ledger/contracts/public-account-id.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { sitesQuery } from '../../shared/api/office-queries.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { PeriodBar } from '../../shared/period/period-bar.tsx'
import { allSupervisorsQuery } from '../api/people-queries.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { DeskFilterSelect } from '../controls/desk-filter-select.tsx'
import { DESK_CONTROL } from '../controls/drop-menu.tsx'
import { personFullName } from '../people/person-and-site-names.ts'
import { words } from './screen-texts.ts'
import { siteFilterWords } from './use-filter-site-name.ts'

interface Props {
  filter: CompanyTransactionFilter
  onFilter(filter: CompanyTransactionFilter): void
  isMoreOpen: boolean
  onMore(): void
  /** The number of filters that stand behind More. */
  moreCount: number
}

/** The filters of the office's list in one row: period, type, site, account, mode, and the rest behind More. */
export function EntriesFilterRow({ filter, onFilter, isMoreOpen, onMore, moreCount }: Props): ReactNode {
  const t = useWords(words)
  const siteWords = useWords(siteFilterWords)
  const modes = useWords(paymentModeLabels)
  const sites = useNameOrder(useQuery(sitesQuery).data, (site) => site.siteName ?? personFullName(site))
  const incharges = useNameOrder(useQuery(sitesQuery).data, personFullName)
  const supervisors = useNameOrder(useQuery(allSupervisorsQuery).data, personFullName)
  return (
    <>
      <PeriodBar
        period={{ from: filter.from, to: filter.to }}
        onChange={(period) => onFilter({ ...filter, ...period })}
      />
      <DeskFilterSelect
        label={t.type}
        value={filter.type}
        onChange={(value) => onFilter({ ...filter, type: value === 'credit' || value === 'debit' ? value : '' })}
      >
        <option value="credit">{t.credits}</option>
        <option value="debit">{t.debits}</option>
      </DeskFilterSelect>
      <DeskFilterSelect label={t.site} value={filter.site} onChange={(site) => onFilter({ ...filter, site })}>
        <option value={WITHOUT_SITE}>{siteWords.withoutSite}</option>
        {sites?.map((site) => (
          <option key={site.id} value={site.id}>
            {site.siteName ?? personFullName(site)}
          </option>
        ))}
      </DeskFilterSelect>
      <DeskFilterSelect
        label={t.account}
        value={filter.account}
        onChange={(account) => onFilter({ ...filter, account })}
      >
        <optgroup label={t.incharges}>
          {incharges?.map((site) => (
            <option key={site.id} value={site.id}>
              {[personFullName(site), site.siteName].filter((part) => part).join(', ')}
            </option>
          ))}
        </optgroup>
        <optgroup label={t.supervisors}>
          {supervisors?.map((supervisor) => (
            <option key={supervisor.id} value={supervisor.id}>
              {personFullName(supervisor)}
            </option>
          ))}
        </optgroup>
      </DeskFilterSelect>
      <DeskFilterSelect
        label={t.mode}
        value={filter.mode}
        onChange={(value) => onFilter({ ...filter, mode: PAYMENT_MODES.find((mode) => mode === value) ?? '' })}
      >
        {PAYMENT_MODES.map((mode) => (
          <option key={mode} value={mode}>
            {modes[mode]}
          </option>
        ))}
      </DeskFilterSelect>
      <button
        type="button"
        aria-expanded={isMoreOpen}
        onClick={onMore}
        className={`${DESK_CONTROL} whitespace-nowrap ${moreCount > 0 ? 'border-ink font-strong' : ''}`}
      >
        {moreCount > 0 ? `${t.more} (${moreCount})` : t.more}
        <ChevronDown className={`size-4 ${isMoreOpen ? 'rotate-180' : ''}`} aria-hidden="true" />
      </button>
    </>
  )
}
