import type { Transaction } from '@ledger/contracts/http/transaction-schemas.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { createCall } from '../../shared/api/api-client.ts'
import { REFETCH_MS } from '../../shared/api/refetch-interval.ts'
import { otherParty } from '../../shared/entry/list/other-party.ts'
import { DOT_SEPARATOR } from '../../shared/language/dot-separator.ts'
import { countText, dateText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useLanguage } from '../../shared/language/language-setting.ts'
import { type FieldUser, useFieldSession } from '../../shared/session/field-session.ts'
import { useTransactionDialogs } from '../transaction-dialog/use-transaction-dialogs.tsx'
import { words } from './screen-texts.ts'

/** More than these are only counted. */
const NAMED_TRANSFERS = 3

const fetchUnacknowledged = createCall<'unacknowledgedTransfers'>('GET', '/api/site/transfers/unacknowledged')
const unacknowledgedQuery = queryOptions({
  queryKey: ['/api/site/transfers', 'unacknowledged'],
  queryFn: () => fetchUnacknowledged(),
  refetchInterval: REFETCH_MS,
})

/**
 * The transfers without an acknowledgement for three days, given or received, each of which leads to its entry;
 * nothing where there are none.
 */
export function UnacknowledgedTransfers() {
  const user = useFieldSession((state) => state.user)
  const { data: rows = [] } = useQuery(unacknowledgedQuery)
  return user === undefined || rows.length === 0 ? null : <MissingAnswers user={user} rows={rows} />
}

function MissingAnswers({ user, rows }: { user: FieldUser; rows: readonly Transaction[] }) {
  const t = useWords(words)
  const language = useLanguage((state) => state.language)
  const { actionsOf, dialog } = useTransactionDialogs(user)
  return (
    <div className="overflow-hidden rounded-sheet border border-accent-line bg-wash text-small">
      <p role="status" className="p-3 pb-1 font-strong">
        {t.missing(countText(rows.length))}
      </p>
      <ul>
        {rows.slice(0, NAMED_TRANSFERS).map((row) => (
          <li key={row.id} className="relative flex min-h-11 flex-wrap items-center gap-x-3 px-3">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {otherParty(row, '')}
              {DOT_SEPARATOR}
              <span className="figures">{rupees(row.amount)}</span>
              {DOT_SEPARATOR}
              {dateText(row.date, language)}
            </span>
            {actionsOf(row)}
          </li>
        ))}
      </ul>
      {dialog}
    </div>
  )
}
