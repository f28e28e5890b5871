import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { inBothLanguages, useWords } from '../language/in-both-languages.ts'
import { useModalDialog } from './dialog/dialog.tsx'
import { useCloseOnBack } from './dialog/use-close-on-back.ts'
import { useIsDesk } from './use-is-desk.ts'

const words = inBothLanguages({ close: 'Close' }, { close: 'बंद करें' })

interface Props {
  title: string
  onClose(): void
  children: ReactNode
  /**
   * False where the keys stay with the list beside the panel, which opens the next row by an arrow key. By default the
   * title of the panel has the focus first.
   */
  takesFocus?: boolean
}

/**
 * One thing beside the list that it was opened from, open while it is mounted. At a desk it covers the right side of
 * the window and leaves the page usable. On a narrower screen it is a modal sheet as large as the screen, and the back
 * button closes it. Escape closes both, and the focus returns to the element that had it before.
 */
export function SidePanel(props: Props) {
  return useIsDesk() ? <DeskPanel {...props} /> : <FullSheet {...props} />
}

function DeskPanel({ title, onClose, children, takesFocus = true }: Props) {
  const panel = useRef<HTMLElement>(null)
  const titleId = useId()
  const close = useRef(onClose)
  close.current = onClose
  useReturnedFocus(panel, takesFocus)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // A dialog above the panel closes first.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      if (isTypedIn(event.target)) (event.target as HTMLElement).blur()
      else close.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return (
    <section
      ref={panel}
      role="dialog"
      aria-labelledby={titleId}
      className="fixed inset-y-0 right-0 z-20 w-105 max-w-full overflow-y-auto overscroll-contain border-edge border-l bg-sheet print:hidden"
    >
      <PanelHead title={title} titleId={titleId} onClose={onClose} />
      <div className="p-5">{children}</div>
    </section>
  )
}

/** Tells whether something is written in the field: the first Escape leaves the field, and nothing is lost. */
const isTypedIn = (field: EventTarget | null) =>
  (field instanceof HTMLTextAreaElement || field instanceof HTMLInputElement) && field.value.trim() !== ''

function FullSheet({ title, onClose, children }: Props) {
  const sheet = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModalDialog(sheet)
  useCloseOnBack(onClose)
  return (
    <dialog
      ref={sheet}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React also passes on the event of a dialog that was opened from this one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-full max-w-none grid-rows-[minmax(0,1fr)_auto] bg-sheet text-ink open:grid"
    >
      <div className="relative row-start-1 overflow-y-auto">
        <PanelHead title={title} titleId={titleId} onClose={onClose} />
        <div className="p-5 tiny:p-3">{children}</div>
      </div>
    </dialog>
  )
}

function PanelHead({ title, titleId, onClose }: { title: string; titleId: string; onClose(): void }) {
  const t = useWords(words)
  return (
    <div className="sticky top-0 z-10 flex items-center justify-between gap-2 border-rule border-b bg-sheet py-1 pr-1 pl-5 tiny:static tiny:pl-3">
      <h2 id={titleId} tabIndex={-1} className="min-w-0 break-words font-heavy text-lead outline-none">
        {title}
      </h2>
      <button
        type="button"
        aria-label={t.close}
        onClick={onClose}
        className="grid size-12 shrink-0 place-items-center rounded-brick text-ink-soft hover:text-ink"
      >
        <X className="size-6" aria-hidden="true" />
      </button>
    </div>
  )
}

/** Gives the focus to the title, and back when the panel closes, unless the user has gone elsewhere meanwhile. */
function useReturnedFocus(panel: { current: HTMLElement | null }, takesFocus: boolean): void {
  // A layout effect is undone while the panel, and with it the focus, is still in the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useLayoutEffect(() => {
    const opened = panel.current
    const before = document.activeElement
    if (takesFocus) opened?.querySelector('h2')?.focus({ preventScroll: true })
    return () => {
      const now = document.activeElement
      const isInside = now === document.body || opened?.contains(now)
      if (isInside && before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
}
