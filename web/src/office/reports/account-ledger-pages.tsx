import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { FailedState } from '../../shared/design/loading-empty-failed.tsx'
import { type LedgerSelection, ledgerQuery, storedLedgerPageCount } from '../api/report-queries.ts'
import { SectionSkeleton } from '../controls/section-skeleton.tsx'
import { AccountLedgerTable } from './account-ledger-table.tsx'

interface Props {
  name: string
  asked: LedgerSelection
  /** Returns the files and the printed form of the book at a desk, with what stands in them in words. */
  outputs(count: number, total: ReactNode): ReactNode
}

/**
 * The book of one account and period, as far back as the reader asked. It is read as a whole, also when something
 * changed: a balance in one page depends on all entries in the pages before it.
 */
export function AccountLedgerPages({ name, asked, outputs }: Props) {
  const client = useQueryClient()
  const wantedPages = useRef(0)
  if (wantedPages.current === 0) wantedPages.current = storedLedgerPageCount(client, asked)
  const query = useQuery(ledgerQuery(asked, () => wantedPages.current))
  const { data: pages, error, isFetching } = query
  if (pages === undefined)
    return error === null ? (
      <SectionSkeleton />
    ) : (
      <FailedState message={errorMessage(error)} onRetry={() => void query.refetch()} />
    )
  const lacksPages = pages.length < wantedPages.current && pages.at(-1)?.next !== undefined
  return (
    <>
      {lacksPages && error !== null && !isFetching ? (
        <FailedState message={errorMessage(error)} onRetry={() => void query.refetch()} />
      ) : null}
      <AccountLedgerTable
        name={name}
        outputs={outputs}
        ledgers={pages.map((page) => page.rows)}
        query={{
          hasNextPage: pages.at(-1)?.next !== undefined,
          isFetchingNextPage: lacksPages && isFetching,
          fetchNextPage() {
            wantedPages.current = pages.length + 1
            return query.refetch()
          },
        }}
      />
    </>
  )
}
