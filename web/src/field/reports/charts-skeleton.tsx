import { SkeletonBar } from '../../shared/design/loading-empty-failed.tsx'

/** Placeholders for pictures that are loading, with the pictures' height. */
export function ChartsSkeleton() {
  return (
    <div className="grid gap-4 md:gap-6 lg:grid-cols-2" aria-busy="true">
      <SkeletonBar className="h-12 w-full lg:col-span-2" />
      <SkeletonBar className="h-80 w-full lg:col-span-2" />
      <SkeletonBar className="h-96 w-full" />
      <SkeletonBar className="h-96 w-full" />
    </div>
  )
}
