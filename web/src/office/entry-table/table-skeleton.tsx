import { SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'

const ROWS = Array.from({ length: 14 }, (_, row) => `waiting ${row}`)

/** Placeholders for the rows of a table that is loading, as high as its rows. */
export function TableSkeleton() {
  return (
    <ul aria-busy="true" className="border-rule border-t">
      {ROWS.map((row) => (
        <li key={row} className="flex h-9 items-center gap-6 px-4">
          <SkeletonBar className="h-3.5 w-20" />
          <SkeletonBar className="h-3.5 w-32" />
          <SkeletonBar className="h-3.5 w-36" />
          <SkeletonBar className="h-3.5 flex-1" />
          <SkeletonBar className="h-3.5 w-24" />
        </li>
      ))}
    </ul>
  )
}
