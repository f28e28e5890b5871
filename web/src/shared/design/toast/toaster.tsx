import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { inBothLanguages, useWords } from '../../language/in-both-languages.ts'
import { scrollClearOf } from './scroll-clear-of-toast.ts'
import { toastContainer } from './toast-container.ts'
import { dismissToast, runToastAction, useToasts } from './toast-store.ts'

const words = inBothLanguages(
  { one: 'Notification', region: 'Notifications ({hotkey})', close: 'Close' },
  { one: 'सूचना', region: 'सूचनाएँ ({hotkey})', close: 'बंद करें' },
)

/**
 * §9: one toast at a time, 5 s, swiped away to the right past 50 px, reached with F8, at most 420 px wide on a desk.
 */
export function Toaster() {
  const t = useWords(words)
  const { toast, open } = useToasts()
  const place = useRef<HTMLOListElement>(null)
  const shown = open ? toast?.id : undefined
  useEffect(() => {
    const cover = place.current
    if (shown === undefined || cover === null) return
    const observer = new ResizeObserver(() => scrollClearOf(cover))
    // Observed because on a busy phone the toast can be drawn a frame later.
    observer.observe(cover)
    // Observed because error messages in a form can make it longer under the toast.
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [shown])
  return createPortal(
    <Toast.Provider
      label={t.one}
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
      announcerContainer={toastContainer}
    >
      {toast === undefined ? null : (
        <Toast.Root
          key={toast.id}
          open={open}
          onOpenChange={(next) => (next ? undefined : dismissToast())}
          className={`toast-motion grid grid-cols-[auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 rounded-sheet border-2 bg-sheet pl-4 text-ink ${toast.tone === 'done' ? 'border-ink' : 'border-debit'}`}
        >
          {toast.tone === 'done' ? (
            <CircleCheck className="size-6 text-credit" aria-hidden="true" />
          ) : (
            <CircleAlert className="size-6 text-debit" aria-hidden="true" />
          )}
          <Toast.Title className="py-2.5 font-heavy">{toast.title}</Toast.Title>
          {toast.action === undefined ? null : (
            <Toast.Action
              altText={`${toast.action.label} (F8)`}
              onClick={runToastAction}
              className="-mr-3 my-0.5 min-h-11 min-w-11 rounded-brick px-3 font-heavy underline decoration-2 underline-offset-4 hover:bg-ground"
            >
              {toast.action.label}
            </Toast.Action>
          )}
          <Toast.Close
            aria-label={t.close}
            className="col-start-4 grid size-12 place-items-center text-ink-soft hover:text-ink"
          >
            <X className="size-5" aria-hidden="true" />
          </Toast.Close>
          {toast.text === undefined ? null : (
            <div className="col-span-3 col-start-2 -mt-2 pr-4 pb-3 text-small">
              <Toast.Description>{toast.text}</Toast.Description>
              {toast.reason === undefined ? null : <p className="text-ink-soft">{toast.reason}</p>}
            </div>
          )}
        </Toast.Root>
      )}
      <Toast.Viewport
        ref={place}
        hotkey={['F8']}
        label={t.region}
        className="toast-room overflow-hidden p-3 empty:hidden md:w-full md:max-w-[420px] md:p-5"
      />
    </Toast.Provider>,
    toastContainer,
  )
}
