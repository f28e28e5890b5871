import { create } from 'zustand'

export interface ToastMessage {
  readonly id: number
  readonly tone: 'done' | 'problem'
  readonly title: string
  readonly text: string | undefined
  /** The reason, where `text` only says that it failed. */
  readonly reason: string | undefined
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
}

export function showToast({ tone, title, text, reason }: ToastInput): void {
  lastToastId += 1
  useToasts.setState({ toast: { id: lastToastId, tone, title, text, reason }, open: true })
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
