import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { createPortal } from 'react-dom'
import { inBothLanguages, useWords } from '../language/words.ts'
import { toastPlace } from './toast-place.ts'
import { dismissToast, useToasts } from './toast-store.ts'

const words = inBothLanguages(
  { one: 'Notification', region: 'Notifications ({hotkey})', close: 'Close' },
  { one: 'सूचना', region: 'सूचनाएँ ({hotkey})', close: 'बंद करें' },
)

/** §9: one toast at a time, 5 s, swiped away to the right past 50 px, reached with F8, at most 420 px wide on a desk. */
export function Toaster() {
  const t = useWords(words)
  const { toast, open } = useToasts()
  return createPortal(
    <Toast.Provider
      label={t.one}
      duration={5000}
      swipeDirection="right"
      swipeThreshold={50}
      announcerContainer={toastPlace}
    >
      {toast === undefined ? null : (
        <Toast.Root
          key={toast.id}
          open={open}
          onOpenChange={(next) => (next ? undefined : dismissToast())}
          className={`toast-motion flex items-start gap-3 rounded-sheet border-2 bg-sheet py-1 pl-4 text-ink ${toast.tone === 'done' ? 'border-ink' : 'border-debit'}`}
        >
          {toast.tone === 'done' ? (
            <CircleCheck className="mt-3 size-6 shrink-0 text-credit" aria-hidden="true" />
          ) : (
            <CircleAlert className="mt-3 size-6 shrink-0 text-debit" aria-hidden="true" />
          )}
          <div className="min-w-0 flex-1 py-3">
            <Toast.Title className="font-heavy">{toast.title}</Toast.Title>
            {toast.text === undefined ? null : <Toast.Description>{toast.text}</Toast.Description>}
            {toast.reason === undefined ? null : <p className="text-ink-soft text-small">{toast.reason}</p>}
          </div>
          <Toast.Close
            aria-label={t.close}
            className="grid size-12 shrink-0 place-items-center text-ink-soft hover:text-ink"
          >
            <X className="size-5" aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      )}
      <Toast.Viewport
        hotkey={['F8']}
        label={t.region}
        className="fixed inset-x-0 top-0 z-50 overflow-hidden p-3 empty:hidden md:top-auto md:right-0 md:bottom-0 md:left-auto md:w-full md:max-w-[420px] md:p-5"
      />
    </Toast.Provider>,
    toastPlace,
  )
}
