import { SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'

/** Placeholders for rows that are loading. */
export function SectionSkeleton() {
  return (
    <div className="grid gap-4 px-4 pb-5 md:px-5" aria-busy="true">
      {['a', 'b', 'c', 'd'].map((row) => (
        <span key={row} className="flex justify-between gap-4">
          <SkeletonBar className="h-6 w-1/2" />
          <SkeletonBar className="h-6 w-24" />
        </span>
      ))}
    </div>
  )
}
