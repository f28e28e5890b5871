import { type RefObject, useEffect } from 'react'

/** Of the name before, so that one sees that there is more. */
const BEFORE_PX = 24

/**
 * Keeps the current one in view in a strip of names that scrolls sideways: when it becomes the current one, and when the names
 * take other widths, as when their font arrives after them or the language changes. Only the strip scrolls: `scrollIntoView`
 * would move the page as well.
 *
 * @param strip the element that scrolls, the place from which its names are measured (`position: relative`)
 * @param current which name is the current one; that name bears `aria-current`
 */
export function useShowsCurrent(strip: RefObject<HTMLElement | null>, current: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name that is the current one is read from the page.
  useEffect(() => {
    const names = [...(strip.current?.querySelectorAll('a') ?? [])]
    const show = () => {
      const name = names.find((each) => each.hasAttribute('aria-current'))
      if (name && strip.current) strip.current.scrollLeft = name.offsetLeft - BEFORE_PX
    }
    // It tells of all names once they stand, which is after the router put whatever scrolls back to where it was.
    const widths = new ResizeObserver(show)
    for (const name of names) widths.observe(name)
    return () => widths.disconnect()
  }, [strip, current])
}
