import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { inBothLanguages, useWords } from '../language/words.ts'
import { Button } from './button.tsx'

const words = inBothLanguages(
  { failed: 'This could not be loaded', again: 'Try again' },
  { failed: 'यह नहीं खुल पाया', again: 'फिर कोशिश करें' },
)

/** A bar in the place of words or figures on their way; `className` gives it their size. */
export function Bar({ className }: { className: string }) {
  return <span className={`breathing block rounded-brick bg-rule ${className}`} aria-hidden="true" />
}

/** Nothing here yet, and what will make it come. */
export function Empty({ title, children, drawing }: { title: string; children?: ReactNode; drawing?: ReactNode }) {
  return (
    <div className="grid justify-items-center gap-1 px-5 py-8 text-center">
      {drawing}
      <p className="font-strong text-lead">{title}</p>
      {children === undefined ? null : <div className="max-w-sm text-ink-soft">{children}</div>}
    </div>
  )
}

/** What went wrong in plain words, and the one thing to do about it. */
export function Failed({ message, onRetry }: { message: string; onRetry(): void }) {
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
