import { useEffect, useState } from 'react'

const SLIDER_REST_MS = 200

/** Returns a number of a slider once it rests. */
export function useDebouncedNumber(value: number): number {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SLIDER_REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
