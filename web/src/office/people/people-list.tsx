import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorMessage } from '../../shared/api/error-messages.ts'
import { LoadMoreButton } from '../../shared/design/load-more-button.tsx'
import { EmptyState, FailedState, SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'
import { countText } from '../../shared/language/format-money-and-dates.ts'
import { useWords } from '../../shared/language/in-both-languages.ts'
import { words } from './screen-texts.ts'

interface Props<Person> {
  /** The name of the list for users of the keyboard. */
  label: string
  query: UseInfiniteQueryResult<InfiniteData<{ rows: Person[]; count: number | undefined }>>
  /** True where the list is filtered by a search: an empty result then has other words than an empty list. */
  searched: boolean
  empty: ReactNode
  row(person: Person): ReactNode
}

/** A list of people, as long as the page, that loads more on demand. */
export function PeopleList<Person>({ label, query, searched, empty, row }: Props<Person>) {
  const t = useWords(words)
  const people = query.data?.pages.flatMap(({ rows }) => rows)
  if (people === undefined)
    return query.error === null ? (
      <PeopleSkeleton />
    ) : (
      <FailedState message={errorMessage(query.error)} onRetry={() => void query.refetch()} />
    )
  if (people.length === 0) return searched ? <EmptyState title={t.noneFound}>{t.noneFoundText}</EmptyState> : empty
  const count = query.data?.pages[0]?.count ?? people.length
  return (
    <>
      <p role="status" className="px-4 pb-3 font-strong md:px-5">
        {t.count(countText(count))}
      </p>
      <section aria-label={label}>
        <ul>{people.map(row)}</ul>
        <LoadMoreButton query={query} />
      </section>
    </>
  )
}

export function PeopleSkeleton() {
  return (
    <ul aria-busy="true">
      {['a', 'b', 'c', 'd'].map((row) => (
        <li key={row} className="flex items-center justify-between gap-4 border-rule border-t px-4 py-3 md:px-5">
          <span className="grid gap-2 py-0.5">
            <SkeletonBar className="h-5 w-36" />
            <SkeletonBar className="h-4 w-48" />
          </span>
          <SkeletonBar className="h-8 w-24" />
        </li>
      ))}
    </ul>
  )
}
