import type { ReactNode } from 'react'

/** A part of the proof screen: title, a line of text, and actions. */
export function PanelFrame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-3 rounded-sheet border border-rule bg-sheet p-4 md:p-5">
      <div>
        <h2 className="font-heavy text-lead">{title}</h2>
        {text === undefined ? null : <p className="text-ink-soft">{text}</p>}
      </div>
      {children}
    </section>
  )
}
