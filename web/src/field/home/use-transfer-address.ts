import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The hash that leads to the transfer form, and the id of the element around it. */
export const TRANSFER_HASH = 'transfer'
/** How long the form may take to load before its field is no longer focused: the reader is elsewhere by then. */
const MAX_WAIT_MS = 8000
const FIELD = 'input:not([type=hidden]), select, textarea, [role=combobox]'

/**
 * Scrolls to the transfer form and focuses its first field.
 * @returns whether the field is there: the form is loaded after the screen
 */
export function focusTransferForm(): boolean {
  const place = document.getElementById(TRANSFER_HASH)
  place?.scrollIntoView({ block: 'start' })
  const field = place?.querySelector<HTMLElement>(FIELD)
  field?.focus({ preventScroll: true })
  return field != null
}

/** Goes to the transfer form where the address names it, as soon as the form has loaded. */
export function useTransferAddress(): void {
  const isNamed = useRouterState({ select: ({ location }) => location.hash === TRANSFER_HASH })
  useEffect(() => {
    if (!isNamed || focusTransferForm()) return
    const watch = new MutationObserver(() => {
      if (focusTransferForm()) watch.disconnect()
    })
    watch.observe(document.body, { childList: true, subtree: true })
    const timer = setTimeout(() => watch.disconnect(), MAX_WAIT_MS)
    return () => {
      watch.disconnect()
      clearTimeout(timer)
    }
  }, [isNamed])
}
