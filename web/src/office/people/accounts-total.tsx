import type { SiteUser } from '@ledger/contracts/http/people/account-schemas.ts'
import { sumOfAmounts } from '@ledger/contracts/money.ts'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

type Holder = Pick<SiteUser, 'siteBalance'>

interface Props {
  query: UseInfiniteQueryResult<InfiniteData<{ rows: Holder[]; count: number | undefined }>>
  /** All accounts, where the list is not searched and they are loaded. */
  everybody: readonly Holder[] | undefined
}

/** The number of accounts that a file has, and what they hold together; the sum only where each of them is loaded. */
export function AccountsTotal({ query, everybody }: Props) {
  const t = useWords(words)
  const pages = query.data?.pages
  const count = pages?.[0]?.count
  if (count === undefined) return null
  const holders = query.hasNextPage ? everybody : pages?.flatMap(({ rows }) => rows)
  const balances = holders?.map(({ siteBalance }) => siteBalance.currentBalance)
  return [
    t.count(countText(count)),
    ...(balances === undefined ? [] : [`${t.balance} ${rupees(sumOfAmounts(balances))}`]),
  ].join(DOT_SEPARATOR)
}
