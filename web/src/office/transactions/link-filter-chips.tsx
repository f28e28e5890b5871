import { FilterChips } from '../../shared/entry/list/filter-chips.tsx'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { useFilterSiteName } from '../entries/use-filter-site-name.ts'
import { words } from './screen-texts.ts'

interface Props {
  filter: CompanyTransactionFilter
  /** The name of the party that the filter has. */
  party: string | undefined
  onFilter(filter: CompanyTransactionFilter): void
}

/** The filters that a link brought and the form of a narrow screen has no field for. */
export function LinkFilterChips({ filter, party, onFilter }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const site = useFilterSiteName(filter.site)
  const { beneficiary, mode, amountFrom, amountTo } = filter
  return (
    <FilterChips
      className="md:px-5"
      filters={[
        ['site', site ?? '…'],
        ['beneficiary', beneficiary && (party ?? '…')],
        ['mode', mode && modes[mode]],
        ['amountFrom', amountFrom && t.amountFrom(`₹${amountFrom}`)],
        ['amountTo', amountTo && t.amountTo(`₹${amountTo}`)],
      ]}
      onTakeAway={(name) => onFilter({ ...filter, [name]: '' })}
    />
  )
}
