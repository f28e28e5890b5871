import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** Returns the typed text once the typing pauses, so that the server is asked for words and not for each letter. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
