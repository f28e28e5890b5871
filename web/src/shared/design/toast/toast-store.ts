import { create } from 'zustand'

export interface ToastMessage {
  readonly id: number
  readonly tone: 'done' | 'problem'
  readonly title: string
  readonly text: string | undefined
  /** More below the text: the reason of a failure, or the amount that was sent and to whom. */
  readonly reason: string | undefined
  readonly action: ToastAction | undefined
}

/** The one button of a toast. It is there as long as the toast, and acts once. */
export interface ToastAction {
  readonly label: string
  run(): void
}

interface ToastState {
  /** §9: one toast at a time; a new one replaces the old one. */
  readonly toast: ToastMessage | undefined
  readonly open: boolean
}

export const useToasts = create<ToastState>(() => ({ toast: undefined, open: false }))

let lastToastId = 0

interface ToastInput {
  tone: ToastMessage['tone']
  title: string
  text?: string | undefined
  reason?: string | undefined
  action?: ToastAction | undefined
}

export function showToast({ tone, title, text, reason, action }: ToastInput): void {
  lastToastId += 1
  useToasts.setState({ toast: { id: lastToastId, tone, title, text, reason, action }, open: true })
}

/**
 * Runs the action of the open toast, and dismisses it first: a second tap finds no action any more. The action runs
 * after the click, which closes whatever toast it finds.
 */
export function runToastAction(): void {
  const { toast, open } = useToasts.getState()
  if (!open) return
  dismissToast()
  queueMicrotask(() => toast?.action?.run())
}

/** §9: a dismissed toast leaves the screen at once, and memory after this many milliseconds. */
const REMOVE_AFTER_MS = 1_000_000

export function dismissToast(): void {
  const { toast: dismissed, open } = useToasts.getState()
  if (!open) return
  useToasts.setState({ open: false })
  setTimeout(() => {
    if (useToasts.getState().toast === dismissed) useToasts.setState({ toast: undefined })
  }, REMOVE_AFTER_MS)
}
