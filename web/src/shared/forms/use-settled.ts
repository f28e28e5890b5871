import { useEffect, useState } from 'react'

const PAUSE_MS = 250

/** What was typed, once the typing pauses: the server is asked for words, not for letters. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
