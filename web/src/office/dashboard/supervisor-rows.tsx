import type { Supervisor } from '@ledger/contracts/http/people/account-schemas.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { countText, rupees } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { useNameOrder } from '../../shared/language/use-name-order.ts'
import { allSupervisorsQuery } from '../api/people-queries.ts'
import { personFullName } from '../people/person-and-site-names.ts'
import { words } from './screen-texts.ts'

interface Props {
  columns: number
  /** The public ids of the sites that are listed, which have their supervisors with them. */
  sites: readonly string[]
}

/**
 * The supervisors who work at no listed site, with their balances, folded into one row below the sites: also those
 * whose incharge is disabled.
 */
export function SupervisorRows({ columns, sites }: Props) {
  const t = useWords(words)
  const [isOpen, setOpen] = useState(false)
  const query = useQuery(allSupervisorsQuery)
  const supervisors = useNameOrder(query.data, personFullName)?.filter(
    ({ status, siteId }) => status === 'active' && !(siteId !== null && sites.includes(siteId)),
  )
  const isAnyAssigned = query.data?.some(({ siteId }) => siteId !== null) ?? false
  if (isAnyAssigned && supervisors?.length === 0) return null
  return (
    <tbody className="border-rule border-t">
      <tr>
        <th scope="rowgroup" colSpan={columns} className="p-0 text-left font-normal">
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 w-full items-center gap-2 px-5 text-left font-strong focus-visible:-outline-offset-3 hover:bg-ground max-md:px-4 lg:min-h-9"
          >
            <ChevronRight className={`size-5 ${isOpen ? 'rotate-90' : ''}`} aria-hidden="true" />
            {supervisors === undefined
              ? t.supervisorRows
              : (isAnyAssigned ? t.supervisorsWithoutSite : t.supervisorRowsOf)(countText(supervisors.length))}
          </button>
        </th>
      </tr>
      {!isOpen ? null : supervisors !== undefined ? (
        supervisors.map((one) => <SupervisorBalanceRow key={one.id} supervisor={one} columns={columns} />)
      ) : (
        <tr>
          <td colSpan={columns} className="h-9 px-5 text-ink-soft" aria-busy={query.error === null}>
            {query.error === null ? '…' : errorMessage(query.error)}
          </td>
        </tr>
      )}
    </tbody>
  )
}

/** The cash of a site's deleted supervisors, in the second of the columns. The time line leads to their books. */
export function DeletedSupervisorsRow({ held, columns }: { held: string; columns: number }) {
  const t = useWords(words)
  return (
    <tr className="border-rule border-y">
      <th
        scope="row"
        className="h-9 w-full max-w-0 py-1 pr-3 pl-12 [overflow-wrap:anywhere] text-left font-normal max-md:pl-11"
      >
        {t.deletedSupervisors}
      </th>
      <td
        className={`figures h-9 px-3 text-right lg:px-2 max-md:px-4 ${held.startsWith('-') ? 'font-heavy text-debit' : ''}`}
      >
        {rupees(held)}
      </td>
      {columns > 2 ? <td colSpan={columns - 2} /> : null}
    </tr>
  )
}

/** A supervisor and the balance, in the second of the columns. */
export function SupervisorBalanceRow({ supervisor, columns }: { supervisor: Supervisor; columns: number }) {
  const { currentBalance } = supervisor.siteBalance
  return (
    <tr className="border-rule border-y">
      <th scope="row" className="w-full max-w-0 truncate pr-3 pl-12 text-left font-normal max-md:pl-11">
        <Link
          to="/admin/ledgers"
          search={{ supervisor: supervisor.id }}
          hash="supervisorLedger"
          className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-4 hover:decoration-ink lg:min-h-0"
        >
          {personFullName(supervisor)}
        </Link>
      </th>
      <td
        className={`figures h-9 px-3 text-right lg:px-2 max-md:px-4 ${currentBalance.startsWith('-') ? 'font-heavy text-debit' : ''}`}
      >
        {rupees(currentBalance)}
      </td>
      {columns > 2 ? <td colSpan={columns - 2} /> : null}
    </tr>
  )
}
