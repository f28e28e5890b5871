import { create } from 'zustand'

export interface Toast {
  readonly id: number
  readonly tone: 'done' | 'problem'
  readonly title: string
  readonly text: string | undefined
}

interface ToastState {
  /** §9: one at a time; a new one takes the place of the old one. */
  readonly toast: Toast | undefined
  readonly open: boolean
}

export const useToasts = create<ToastState>(() => ({ toast: undefined, open: false }))

let shown = 0

export function showToast(toast: { tone: Toast['tone']; title: string; text?: string | undefined }): void {
  shown += 1
  useToasts.setState({ toast: { id: shown, tone: toast.tone, title: toast.title, text: toast.text }, open: true })
}

export function dismissToast(): void {
  useToasts.setState({ open: false })
}
