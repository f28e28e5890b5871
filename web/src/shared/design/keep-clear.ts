let pressed: Element | null = null
// A button that is disabled while its call is under way loses the focus, and is still the one to be pressed again.
document.addEventListener(
  'click',
  ({ target }) => {
    pressed = target instanceof Element ? target.closest('button, a, input, select, textarea, label') : null
  },
  { capture: true },
)

const GAP_PX = 8

/** Scrolls so far that `cover` does not lie over what has the focus or, where nothing has, over what was pressed last. */
export function keepClear(cover: Element): void {
  const next = document.activeElement === document.body ? pressed : document.activeElement
  if (next === null || !next.isConnected || cover.contains(next)) return
  const [above, below] = [next.getBoundingClientRect(), cover.getBoundingClientRect()]
  const isBeside = above.right <= below.left || above.left >= below.right
  if (isBeside || above.bottom <= below.top || above.top >= below.bottom) return
  window.scrollBy({ top: above.bottom - below.top + GAP_PX, behavior: 'instant' })
}
