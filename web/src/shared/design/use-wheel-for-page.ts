import { type RefObject, useEffect } from 'react'

/**
 * Lets the wheel scroll the page over a box that scrolls by itself (§9: lists scroll at about 24 rem). A box that the
 * page has brought under a resting pointer does not stop the page; it scrolls once the pointer has moved in it, or once
 * the focus is in it. base.css reads the attribute, for a mouse only.
 */
export function useWheelForPage(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = ref.current
    if (box === null) return
    const stop = new AbortController()
    const { signal } = stop
    const give = (wheel: 'page' | 'box') => {
      box.dataset.wheel = wheel
    }
    give('page')
    // A browser also reports a move where the page has scrolled under a resting pointer.
    const onMove = ({ movementX, movementY }: PointerEvent) => {
      if (movementX !== 0 || movementY !== 0) give('box')
    }
    box.addEventListener('pointermove', onMove, { signal })
    box.addEventListener('pointerdown', () => give('box'), { signal })
    box.addEventListener('focusin', () => give('box'), { signal })
    window.addEventListener('scroll', () => (box.matches(':focus-within') ? undefined : give('page')), {
      signal,
      passive: true,
    })
    return () => stop.abort()
  }, [ref])
}
