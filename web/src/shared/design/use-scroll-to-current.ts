import { type RefObject, useEffect } from 'react'

/** The visible part of the name before, which shows that there are more names. */
const PREVIOUS_NAME_PX = 24

/**
 * Scrolls a strip of names sideways so that the current name is visible: when it becomes the current one, and when the
 * names change their widths, as when their font loads or the language changes. Only the strip scrolls, because
 * `scrollIntoView` would move the page as well.
 *
 * @param strip the element that scrolls, from which the positions of its names are measured (`position: relative`)
 * @param current the current name, which has `aria-current`
 */
export function useScrollToCurrent(strip: RefObject<HTMLElement | null>, current: string) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name that is the current one is read from the page.
  useEffect(() => {
    const names = [...(strip.current?.querySelectorAll('a') ?? [])]
    const show = () => {
      const name = names.find((each) => each.hasAttribute('aria-current'))
      if (name && strip.current) strip.current.scrollLeft = name.offsetLeft - PREVIOUS_NAME_PX
    }
    // The observer also reports the first sizes of all names, after the router has restored the scroll positions.
    const widths = new ResizeObserver(show)
    for (const name of names) widths.observe(name)
    return () => widths.disconnect()
  }, [strip, current])
}
