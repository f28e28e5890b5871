import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'

/** The hash that leads to the transfer form, and the id of the element around it. */
export const TRANSFER_HASH = 'transfer'
/** The events by which the user goes elsewhere. A touch begins with a `pointerdown`. */
const USER_EVENTS = ['wheel', 'pointerdown', 'keydown'] as const
const FIELD = 'input:not([type=hidden]), select'

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

/** Goes to the transfer form where the address names it, as soon as the form has loaded, unless the user acts first. */
export function useFocusTransferFormByHash(): void {
  const isNamed = useRouterState({ select: ({ location }) => location.hash === TRANSFER_HASH })
  useEffect(() => {
    if (!isNamed || focusTransferForm()) return
    const watch = new MutationObserver(() => {
      if (focusTransferForm()) stop()
    })
    const stop = () => {
      watch.disconnect()
      for (const event of USER_EVENTS) removeEventListener(event, stop)
    }
    watch.observe(document.body, { childList: true, subtree: true })
    for (const event of USER_EVENTS) addEventListener(event, stop)
    return stop
  }, [isNamed])
}
