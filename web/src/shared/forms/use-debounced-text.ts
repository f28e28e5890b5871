import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 250

/** Returns the typed text once the typing pauses, so that the server is asked for words and not for each letter. */
export function useDebouncedText(typed: string, pauseMs = TYPING_PAUSE_MS): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, pauseMs])
  return settled
}
