import { Bar } from '../../shared/design/states.tsx'

/** Placeholders for pictures that are loading, with the pictures' height. */
export function WaitingPictures() {
  return (
    <div className="grid gap-4 md:gap-6 lg:grid-cols-2" aria-busy="true">
      <Bar className="h-12 w-full lg:col-span-2" />
      <Bar className="h-80 w-full lg:col-span-2" />
      <Bar className="h-96 w-full" />
      <Bar className="h-96 w-full" />
    </div>
  )
}
