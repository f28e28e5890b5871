import { X } from 'lucide-react'
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

/** The filters that a link brought and the form of a narrow screen has no field for, each with the way out of it. */
export function FiltersOfLink({ filter, party, onFilter }: Props) {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const site = useFilterSiteName(filter.site)
  const { beneficiary, mode, amountFrom, amountTo } = filter
  const shown = [
    ['site', site ?? '…'],
    ['beneficiary', beneficiary && (party ?? '…')],
    ['mode', mode && modes[mode]],
    ['amountFrom', amountFrom && t.amountFrom(`₹${amountFrom}`)],
    ['amountTo', amountTo && t.amountTo(`₹${amountTo}`)],
  ] as const
  const chosen = shown.filter(([, text]) => text !== '')
  if (chosen.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-2 px-4 pb-3 md:px-5 print:hidden">
      {chosen.map(([name, text]) => (
        <li key={name}>
          <button
            type="button"
            aria-label={t.takeAway(text)}
            onClick={() => onFilter({ ...filter, [name]: '' })}
            className="flex min-h-11 items-center gap-2 rounded-brick border border-edge px-3 font-strong"
          >
            <span className="min-w-0 [overflow-wrap:anywhere]">{text}</span>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
}
