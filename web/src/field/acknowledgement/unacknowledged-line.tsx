import { queryOptions, useQuery } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'
import { otherParty } from '../../shared/entry/list/other-party.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { words } from './screen-texts.ts'

/** More than these are only counted. */
const NAMED_TRANSFERS = 3

const fetchUnacknowledged = createCall<'unacknowledgedTransfers'>('GET', '/api/site/transfers/unacknowledged')
const unacknowledgedQuery = queryOptions({
  queryKey: ['/api/site/transfers', 'unacknowledged'],
  queryFn: () => fetchUnacknowledged(),
  refetchInterval: REFETCH_MS,
})

/** The transfers that nobody has acknowledged for three days, given or received; nothing where there are none. */
export function UnacknowledgedLine() {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { data: rows = [] } = useQuery(unacknowledgedQuery)
  if (rows.length === 0) return null
  return (
    <div role="status" className="rounded-sheet border border-accent-line bg-wash p-3 text-small">
      <p className="font-strong">{t.missing(countText(rows.length))}</p>
      <ul>
        {rows.slice(0, NAMED_TRANSFERS).map((row) => (
          <li key={row.id} className="[overflow-wrap:anywhere]">
            {otherParty(row, '')}
            {DOT_SEPARATOR}
            <span className="figures">{rupees(row.amount)}</span>
            {DOT_SEPARATOR}
            {dateText(row.date, language)}
          </li>
        ))}
      </ul>
    </div>
  )
}
