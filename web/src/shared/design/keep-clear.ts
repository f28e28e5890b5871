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

/**
 * Scrolls so far that `cover` lies neither over what has the focus nor over what was pressed last, which is likely to be pressed
 * again; what has the focus stays in sight for it. And again when more comes, as what is wrong with a field: it moves both.
 * @returns what ends it
 */
export function keepClear(cover: Element): () => void {
  const more = new MutationObserver(() => clear(cover))
  more.observe(document.body, { childList: true, subtree: true })
  clear(cover)
  return () => more.disconnect()
}

function clear(cover: Element): void {
  const focused = document.activeElement === document.body ? null : document.activeElement
  const [next, again] = [focused, pressed].filter((one) => one?.isConnected && !cover.contains(one))
  if (!next) return
  const least = coveredBy(cover, next)
  const most = next.getBoundingClientRect().top - GAP_PX
  const top = Math.max(least, Math.min(again ? coveredBy(cover, again) : 0, most))
  if (top > 0) window.scrollBy({ top, behavior: 'instant' })
}

/** By how much it has to move up to be free. */
function coveredBy(cover: Element, thing: Element): number {
  const [above, below] = [thing.getBoundingClientRect(), cover.getBoundingClientRect()]
  const isBeside = above.right <= below.left || above.left >= below.right
  if (isBeside || above.bottom <= below.top || above.top >= below.bottom) return 0
  return above.bottom - below.top + GAP_PX
}
