import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** The most rows on paper: about 200 pages. A longer list is for a file. */
export const MAX_PRINTED_ROWS = 5000

/**
 * Tells whether the browser is printing the screen: then a list has to draw its rows beyond the view, too. It is not
 * where a printed form stands in place of the screen.
 */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser lays the page out for paper as soon as the listener returns.
    const begin = () => {
      if (document.querySelector('.paper') === null) flushSync(() => setPrinting(true))
    }
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
