import { type RefObject, useEffect, useRef } from 'react'

/** Closes what a control has opened when the user presses, or moves the focus, outside the control. */
export function useCloseOutside(control: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && control.current?.contains(target) === false) latest.current()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
    }
  }, [control, isOpen])
}
