import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { inBothLanguages, useWords } from '../language/in-both-languages.ts'
import { Button } from './controls/button.tsx'

const words = inBothLanguages(
  { failed: 'This could not be loaded', again: 'Try again' },
  { failed: 'यह नहीं खुल पाया', again: 'फिर कोशिश करें' },
)

/** A bar in place of words or figures that are loading. `className` sets its size. */
export function SkeletonBar({ className }: { className: string }) {
  return <span className={`breathing block rounded-brick bg-rule ${className}`} aria-hidden="true" />
}

/** An empty list: says that nothing is here yet, and what will fill it. */
export function EmptyState({ title, children, drawing }: { title: string; children?: ReactNode; drawing?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 px-5 py-8 text-center">
      {drawing}
      <p className="font-strong text-lead">{title}</p>
      {children === undefined ? null : <div className="max-w-sm text-ink-soft">{children}</div>}
    </div>
  )
}

/** A failure in plain words, with a button that tries again. */
export function FailedState({ message, onRetry }: { message: string; onRetry(): void }) {
  const t = useWords(words)
  return (
    <div role="alert" className="grid justify-items-start gap-3 p-5">
      <p className="flex items-start gap-2 font-strong">
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-debit" aria-hidden="true" />
        <span>
          {t.failed}
          <span className="block font-normal text-ink-soft">{message}</span>
        </span>
      </p>
      <Button kind="secondary" onClick={onRetry}>
        {t.again}
      </Button>
    </div>
  )
}
