import type { ReactNode } from 'react'
import { SkeletonBar } from './loading-empty-failed.tsx'
import { totalFigureSize } from './total-figure-size.ts'

interface Props {
  label: string
  /** Formatted; undefined while it is loading. */
  figure: string | undefined
  /** A few words on how the figure is made up. */
  children: ReactNode
  tone?: 'credit' | 'debit' | undefined
  /** True for the sum of the other figures: larger, on the double line. */
  isTotal?: boolean
}

const FIGURE_COLOURS = { credit: 'text-credit', debit: 'text-debit' }

/** The cards of a screen, side by side while their figures fit, below each other where a crore does not fit. */
export function FigureCards({ children, isBusy }: { children: ReactNode; isBusy: boolean }) {
  return (
    <dl className="flex flex-wrap gap-3 md:gap-4 lg:col-span-2" aria-busy={isBusy}>
      {children}
    </dl>
  )
}

/** One figure of an account, with its name above and a note below. */
export function FigureCard({ label, figure, children, tone, isTotal = false }: Props) {
  const size = isTotal
    ? `total-line pb-1 ${totalFigureSize(figure)} lg:text-figure`
    : 'text-[clamp(13px,max(5vw,min(17px,(100vw-74px)/7)),26px)]/8 lg:text-title'
  return (
    <div
      className={`grid min-w-fit flex-1 content-start rounded-sheet border border-rule bg-sheet p-4 ${isTotal ? 'max-lg:basis-full' : 'basis-2/5 lg:basis-0'}`}
    >
      <dt className="font-strong text-ink-soft">{label}</dt>
      <dd className={`font-heavy ${size} ${tone === undefined ? '' : FIGURE_COLOURS[tone]}`}>
        {figure === undefined ? (
          <SkeletonBar className="my-1 h-7 w-32 max-w-full" />
        ) : (
          <span className="figures">{figure}</span>
        )}
      </dd>
      <dd className="mt-1 min-h-5 text-ink-soft text-small">{children}</dd>
    </div>
  )
}
