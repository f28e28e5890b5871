/**
 * A user counts as being at the screen for this many milliseconds after an input. A session ends after 30 minutes
 * without use, and the screen's own refetches do not count as use: they send `x-background`, so that a forgotten phone
 * is signed out.
 */
const PRESENT_AFTER_INPUT_MS = 5000

// Opening the page counts as use. (`window` is not used, because a worker that makes a file calls the server too, and
// has none.)
let lastInput = performance.now()
for (const kind of ['pointerdown', 'keydown'] as const)
  globalThis.addEventListener(
    kind,
    () => {
      lastInput = performance.now()
    },
    { capture: true, passive: true },
  )

export function isUserPresent(): boolean {
  return performance.now() - lastInput < PRESENT_AFTER_INPUT_MS
}
