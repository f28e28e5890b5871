import { SkeletonBar } from '../../design/loading-empty-failed.tsx'

/** Placeholders for rows that are loading, with the rows' height. */
export function RowsSkeleton({ count = 3 }: { count?: number }) {
  return (
    <ul aria-busy="true">
      {Array.from({ length: count }, (_, row) => `waiting ${row}`).map((row) => (
        <li key={row} className="flex justify-between gap-4 border-rule border-t px-4 py-3 md:px-5">
          <span className="grid gap-2 py-0.5">
            <SkeletonBar className="h-5 w-40" />
            <SkeletonBar className="h-4 w-28" />
            <SkeletonBar className="h-4 w-36" />
          </span>
          <SkeletonBar className="h-6 w-24" />
        </li>
      ))}
    </ul>
  )
}
