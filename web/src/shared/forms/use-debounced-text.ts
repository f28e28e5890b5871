import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 250

/** Returns the typed text once the typing pauses, so that the server is asked for words and not for each letter. */
export function useDebouncedText(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
