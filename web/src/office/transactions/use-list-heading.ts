import type { ListHeading } from '../../shared/export/print/list-heading.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { periodText } from '../../shared/language/period-text.ts'
import type { CompanyTransactionFilter } from '../api/transaction-queries.ts'
import { words } from './screen-texts.ts'

/** Returns a function that puts the filter of the full list into words, for paper and files. */
export function useListHeading(): (filter: CompanyTransactionFilter, account: string | undefined) => ListHeading {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  return (filter, account) => {
    const { q, type, purpose, bill, deleted } = filter
    return {
      title: t.allTitle,
      about: [
        account ?? (filter.account === '' ? t.allAccounts : filter.account),
        type === '' ? '' : { credit: t.credits, debit: t.debits }[type],
        q === '' ? '' : `“${q}”`,
        purpose === '' ? '' : `${t.purpose}: ${purpose}`,
        bill === '' ? '' : t.withoutBill,
        { '': '', include: t.showDeleted, only: t.onlyDeleted }[deleted],
      ],
      period: periodText(filter, language),
    }
  }
}
