import type { OfficeUser } from '@ledger/contracts/shapes.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../shared/api/readers-words.ts'
import { Button, buttonLook } from '../../shared/design/button.tsx'
import { Empty, Failed } from '../../shared/design/states.tsx'
import { WaitingRows } from '../../shared/entry/waiting-rows.tsx'
import { useSettled } from '../../shared/forms/use-settled.ts'
import { useWords } from '../../shared/language/words.ts'
import { NO_FILTER, newestQuery } from '../calls/money.ts'
import { SearchField } from '../dashboard/search-field.tsx'
import { companyFilter } from './company-filter.ts'
import { CompanyRow } from './company-row.tsx'
import { DateRange } from './date-range.tsx'
import { useCreditDialogs } from './use-credit-dialogs.tsx'
import { words } from './words.ts'

/** §9: a recent list shows five rows. */
const RECENT = 5

/** §2, Recent Transactions: the newest five credits that match the search and the dates. */
export function RecentCredits({ admin }: { admin: OfficeUser }) {
  const t = useWords(words)
  const [typed, setTyped] = useState('')
  const [range, setRange] = useState({ from: '', to: '' })
  const q = useSettled(typed.trim())
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...newestQuery({ ...NO_FILTER, ...range, q, type: 'credit' }, RECENT),
    placeholderData: keepPreviousData,
  })
  const { actionsOf, onOpen, dialog } = useCreditDialogs(admin)
  const filtered = typed !== '' || range.from !== '' || range.to !== ''
  return (
    <>
      <div className="grid gap-3 px-4 pb-4 md:px-5">
        <SearchField label={t.search} value={typed} onChange={setTyped} className="" />
        <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-end">
          <DateRange {...range} onChange={setRange} />
          <Button
            kind="secondary"
            onClick={() => {
              setTyped('')
              setRange({ from: '', to: '' })
            }}
          >
            {t.clear}
          </Button>
        </div>
      </div>
      {data === undefined ? (
        error === null ? (
          <WaitingRows count={RECENT} />
        ) : (
          <Failed message={messageOf(error)} onRetry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <div className="border-rule border-t">
          {filtered ? (
            <Empty title={t.noneFound}>{t.noneFoundText}</Empty>
          ) : (
            <Empty title={t.noneYet}>{t.noneYetText}</Empty>
          )}
        </div>
      ) : (
        <ul className="aria-busy:opacity-60" aria-busy={isPlaceholderData}>
          {data.map((row) => (
            <li key={row.id} className="border-rule border-t">
              <CompanyRow row={row} actions={actionsOf(row)} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
      <div className="border-rule border-t p-3">
        <Link
          to="/admin/all-transactions"
          search={filtered ? companyFilter({ q, ...range, type: 'credit' }) : {}}
          className={`${buttonLook('quiet')} w-full`}
        >
          {t.viewAll}
          <ArrowRight className="size-5" aria-hidden="true" />
        </Link>
      </div>
      {dialog}
    </>
  )
}
