import { type PointerEvent, useEffect, useRef } from 'react'

/** §9: holding the button starts the listening after this many milliseconds … */
const HOLD_START_MS = 150
/** … and a hold that is no longer than this does not count. */
const MAX_ACCIDENTAL_HOLD_MS = 200

interface HoldActions {
  start(): void
  /** Released after a real hold. */
  finish(): void
  /** Released at once, or interrupted by the system. */
  cancel(): void
}

/** Returns the pointer events of a button that listens while it is held, by finger, pen or mouse. */
export function useHoldToSpeak({ start, finish, cancel }: HoldActions) {
  const hold = useRef<{ since: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  useEffect(() => () => clearTimeout(hold.current?.timer), [])

  const release = (isMeant: (heldMs: number) => boolean) => (event: PointerEvent) => {
    if (hold.current === undefined) return
    const { since, timer } = hold.current
    hold.current = undefined
    clearTimeout(timer)
    if (isMeant(event.timeStamp - since)) finish()
    else cancel()
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0 || hold.current !== undefined) return
      // A finger that slides off the button still counts as holding it.
      event.currentTarget.setPointerCapture(event.pointerId)
      hold.current = { since: event.timeStamp, timer: setTimeout(start, HOLD_START_MS) }
    },
    onPointerUp: release((heldMs) => heldMs > MAX_ACCIDENTAL_HOLD_MS),
    onPointerCancel: release(() => false),
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
  }
}
