import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'
import { moveToastsInto } from '../toast/toast-container.ts'
import { dismissToast } from '../toast/toast-store.ts'
import { useCloseOnBack } from './use-close-on-back.ts'

const words = inBothLanguages({ close: 'Close' }, { close: 'बंद करें' })

interface Props {
  title: string
  onClose(): void
  /** Called instead by the phone's back button, which keeps a draft without a question. */
  onBack?(): void
  children: ReactNode
}

/**
 * A modal dialog, open while it is mounted: a sheet from below on a phone, in the middle on a desk. The browser's own
 * `<dialog>` traps focus, makes the page inert, handles Escape and returns the focus, without the style tag that
 * Radix's dialog injects (docs/design-language.md). The phone's back button closes it and leaves the screen open.
 */
export function Dialog({ title, onClose, onBack = onClose, children }: Props) {
  const t = useWords(words)
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useModalDialog(ref)
  useCloseOnBack(onBack)
  return (
    <dialog
      ref={ref}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // React also passes on the event of a dialog that was opened from this one.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-full max-w-none grid-rows-[minmax(min-content,1fr)_minmax(0,auto)] overflow-clip bg-transparent text-ink backdrop:bg-[rgb(0_0_0/0.6)] open:grid md:grid-rows-[minmax(min-content,1fr)_minmax(0,auto)_minmax(0,1fr)] md:justify-items-center"
    >
      {/*
        A toast is above the sheet, which leaves room for it and is never covered. Only the sheet scrolls: it is
        `relative`, so that nothing in it makes the dialog longer than the screen.
      */}
      <div className="relative row-start-2 max-h-[92dvh] w-full overflow-y-auto rounded-t-sheet border border-rule bg-sheet md:max-w-lg md:rounded-sheet">
        <div className="flex items-center tiny:flex-wrap justify-between tiny:justify-end gap-2 border-rule border-b py-2 pr-2 pl-5 tiny:pl-3">
          <h2 id={titleId} tabIndex={-1} className="font-heavy text-lead outline-none tiny:order-last tiny:basis-full">
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
        <div className="p-5 tiny:p-3">{children}</div>
      </div>
    </dialog>
  )
}

/**
 * Opens a `<dialog>` while it is mounted, with toasts above it. Its heading, which needs `tabIndex` -1, has the focus
 * first: the browser would give it to ✕, and Safari draws a ring around that in a dialog that was opened by mouse.
 */
export function useModalDialog(ref: RefObject<HTMLDialogElement | null>): void {
  // A layout effect is undone while the dialog is still in the page. Only then does closing it return the focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    // An old toast is about an earlier action.
    dismissToast()
    dialog.showModal()
    dialog.querySelector('h2')?.focus()
    const lowerToasts = moveToastsInto(dialog)
    // At the second Escape in a row a browser closes it without asking. The screen decides, for a form may ask first.
    const reopen = () => dialog.showModal()
    dialog.addEventListener('close', reopen)
    return () => {
      dialog.removeEventListener('close', reopen)
      lowerToasts()
      dialog.close()
    }
  }, [ref])
}
