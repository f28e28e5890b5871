import { useEffect, useState } from 'react'

const REST_MS = 200

/** Returns a number of a slider once it rests. */
export function useSettled(value: number): number {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), REST_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
