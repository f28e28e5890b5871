import type { ListHeading } from '../../shared/export/print/list-heading.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { paymentModeLabels } from '../../shared/language/payment-mode-labels.ts'
import { periodText } from '../../shared/language/period-text.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { useFilterSiteName } from '../entries/use-filter-site-name.ts'
import { useWorklistTexts } from '../entries/worklist-titles-and-sentences.tsx'
import { words } from './screen-texts.ts'

/** Returns the filter of the full list in words, for paper and files. */
export function useFilterInWords(
  filter: CompanyTransactionFilter,
  account: string | undefined,
  party: string | undefined,
): ListHeading {
  const t = useWords(words)
  const modes = useWords(paymentModeLabels)
  const worklists = useWorklistTexts()
  const language = useLanguage((state) => state.language)
  const site = useFilterSiteName(filter.site)
  const { q, type, purpose, bill, deleted, mode, amountFrom, amountTo, worklist } = filter
  return {
    title: t.allTitle,
    about: [
      worklist === '' ? '' : worklists[worklist].title,
      account ?? (filter.account === '' ? t.allAccounts : filter.account),
      site ?? filter.site,
      filter.beneficiary === '' ? '' : (party ?? ''),
      type === '' ? '' : { credit: t.credits, debit: t.debits }[type],
      q === '' ? '' : `“${q}”`,
      purpose === '' ? '' : `${t.purpose}: ${purpose}`,
      mode === '' ? '' : modes[mode],
      amountFrom === '' ? '' : t.amountFrom(`₹${amountFrom}`),
      amountTo === '' ? '' : t.amountTo(`₹${amountTo}`),
      bill === '' ? '' : t.withoutBill,
      { '': '', include: t.showDeleted, only: t.onlyDeleted }[deleted],
    ],
    period: periodText(filter, language),
  }
}
