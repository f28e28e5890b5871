let isPressed = false
const PRESS_EVENTS = { pointerdown: true, pointerup: false, pointercancel: false }
for (const [type, pressed] of Object.entries(PRESS_EVENTS))
  document.addEventListener(
    type,
    () => {
      isPressed = pressed
    },
    { capture: true },
  )

/**
 * Runs something that may move the page, once a press that is under way has reached what was pressed: a button that
 * takes the focus must not move away under the finger.
 */
export function afterPress(run: () => void): void {
  // The click is a part of the task that ends the press.
  if (!isPressed) return void setTimeout(run)
  const ended = new AbortController()
  for (const type of ['pointerup', 'pointercancel'] as const)
    document.addEventListener(
      type,
      () => {
        ended.abort()
        setTimeout(run)
      },
      { capture: true, signal: ended.signal },
    )
}
