import { useEffect, useRef } from 'react'

/** The printed forms of the lists on the screen. */
const openers = new Set<() => void>()

/**
 * Opens the printed form of a list by the browser's own keys for printing, where the list is the only one on the
 * screen. Without it the browser prints what was scrolled to so far.
 */
export function usePrintShortcut(open: () => void): void {
  const latest = useRef(open)
  latest.current = open
  useEffect(() => {
    const opener = () => latest.current()
    openers.add(opener)
    window.addEventListener('keydown', openOnlyList)
    return () => {
      openers.delete(opener)
      if (openers.size === 0) window.removeEventListener('keydown', openOnlyList)
    }
  }, [])
}

function openOnlyList(event: KeyboardEvent): void {
  const isPrint =
    (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'p'
  const [only, ...others] = openers
  // An open form or dialog is printed as it is.
  const isCovered = document.querySelector('.paper, dialog[open]') !== null
  if (!isPrint || only === undefined || others.length > 0 || isCovered) return
  event.preventDefault()
  only()
}
