let lastPressed: Element | null = null
// The element that was pressed last. A button that is disabled during its call loses the focus, and will still be
// pressed again.
document.addEventListener(
  'click',
  ({ target }) => {
    lastPressed = target instanceof Element ? target.closest('button, a, input, select, textarea, label') : null
  },
  { capture: true },
)

const GAP_PX = 8

/**
 * Scrolls so far that `cover` does not hide the focused element or, without one, the element that was pressed last.
 * Where both fit above `cover`, it does not hide the form's submit button either.
 */
export function scrollClearOf(cover: Element): void {
  const next = document.activeElement === document.body ? lastPressed : document.activeElement
  if (next === null || !next.isConnected || cover.contains(next)) return
  const submit = next.closest('form')?.querySelector('[type=submit]') ?? next
  const over = cover.getBoundingClientRect()
  const needed = pixelsCovered(next, over)
  const both = Math.max(needed, pixelsCovered(submit, over))
  const staysInSight = both <= next.getBoundingClientRect().top
  window.scrollBy({ top: staysInSight ? both : needed, behavior: 'instant' })
}

/** Returns by how many pixels the element must move up to be clear of the cover; 0 where it is not covered. */
function pixelsCovered(it: Element, over: DOMRect): number {
  // A cover at the top would hide more of a page that moves up.
  if (over.top + over.bottom < window.innerHeight) return 0
  const under = it.getBoundingClientRect()
  const isBeside = under.right <= over.left || under.left >= over.right
  if (isBeside || under.bottom <= over.top || under.top >= over.bottom) return 0
  return under.bottom - over.top + GAP_PX
}
