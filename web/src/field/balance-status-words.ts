import { isZero } from '../shared/language/format-money-and-dates.ts'
import { inBothLanguages, useWords } from '../shared/language/in-both-languages.ts'

const words = inBothLanguages(
  {
    surplus: 'Surplus funds available',
    deficit: 'Deficit amount',
    even: 'Nothing left, nothing owed',
  },
  {
    surplus: 'खर्च के लिए पैसे हैं',
    deficit: 'जमा से ज़्यादा खर्च',
    even: 'हिसाब बराबर',
  },
)

/**
 * @returns a function that returns the words for a balance, the API's decimal string (§2; the specification has none
 * for zero)
 */
export function useBalanceStatusWords(): (balance: string) => string {
  const t = useWords(words)
  return (balance) => (isZero(balance) ? t.even : balance.startsWith('-') ? t.deficit : t.surplus)
}
